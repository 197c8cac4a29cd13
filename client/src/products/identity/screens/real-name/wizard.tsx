import { useState } from 'react';
import {
  PHOTO_BYTES_MAX,
  PHOTOS_NEEDED,
  type OwnVerification,
} from '../../../../../../shared/products/identity/verification';
import {
  useCheckPhotoMutation,
  useSubmitVerificationMutation,
  useUploadPhotoMutation,
} from '../../api/verification-api';
import { PhotoField } from '../../../../features/take-photo/photo-field';
import { photosMissing } from '../../../../features/take-photo/photo-state';
import { usePhotos, type PhotoDesk } from '../../../../features/take-photo/use-photos';
import { useDispatch } from 'react-redux';
import { wordsOf, type Words } from '../../../../shared/api/envelope';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { countryName } from '../../../../shared/lib/countries';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { Submit } from '../../../../shared/ui/form/submit';
import { DocumentForm } from './document-form';
import { submissionOf, type DocumentDraft } from './draft';
import styles from './real-name.module.css';
import { Steps } from './steps';

interface WizardProps {
  /** What was submitted before and sent back. */
  before: OwnVerification;
}

/** Document, photos, and a last look before it goes to the staff. */
export function Wizard({ before }: WizardProps) {
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [draft, setDraft] = useState<DocumentDraft | null>(null);
  const [check] = useCheckPhotoMutation();
  const [upload] = useUploadPhotoMutation();
  const desk = usePhotos({ check, upload: (kind, photo) => upload({ kind, photo }) });
  const again = {
    ...(before.name === null ? {} : { name: before.name }),
    ...(before.nationality === null ? {} : { nationality: before.nationality }),
    ...(before.documentType === null ? {} : { documentType: before.documentType }),
  };
  return (
    <div className={styles.wizard}>
      <Steps current={step} />
      {step === 1 && (
        <DocumentForm
          initial={draft ?? again}
          onNext={(next) => {
            setDraft(next);
            setStep(2);
          }}
        />
      )}
      {step === 2 && draft && (
        <PhotoStep draft={draft} desk={desk} onBack={() => setStep(1)} onNext={() => setStep(3)} />
      )}
      {step === 3 && draft && <LastLook draft={draft} desk={desk} onBack={() => setStep(2)} />}
    </div>
  );
}

interface StepProps {
  draft: DocumentDraft;
  desk: PhotoDesk;
  onBack: () => void;
}

function PhotoStep({ draft: { documentType }, desk, onBack, onNext }: StepProps & { onNext: () => void }) {
  const { say, numbers } = useTexts();
  const [isTried, setTried] = useState(false);
  const missing = photosMissing(documentType, desk.photos);
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing.length === 0) onNext();
      }}
    >
      <p className={styles.muted}>{say('photo.rules', { size: numbers.bytes(PHOTO_BYTES_MAX) })}</p>
      <div className={styles.photos}>
        {PHOTOS_NEEDED[documentType].map((kind) => (
          <PhotoField
            key={kind}
            kind={kind}
            documentType={documentType}
            state={desk.photos[kind]}
            isMissed={isTried}
            onChoose={(file) => void desk.choose(kind, file)}
          />
        ))}
      </div>
      <Ways text={say('realname.next')} onBack={onBack} />
    </form>
  );
}

interface WaysProps {
  text: string;
  isBusy?: boolean;
  fault?: Words | null;
  onBack: () => void;
}

/** Back and on. */
function Ways({ text, isBusy = false, fault = null, onBack }: WaysProps) {
  const { say } = useTexts();
  return (
    <div className={styles.ways}>
      <button type="button" className={styles.back} onClick={onBack}>
        {say('realname.back')}
      </button>
      <div>
        <Submit text={text} isBusy={isBusy} fault={fault} />
      </div>
    </div>
  );
}

function LastLook({ draft, desk, onBack }: StepProps) {
  const { say, language } = useTexts();
  const dispatch = useDispatch();
  const [submit, { isLoading }] = useSubmitVerificationMutation();
  const [fault, setFault] = useState<Words | null>(null);
  const send = async () => {
    if (isLoading) return;
    setFault(null);
    const { error } = await submit(submissionOf(draft, desk.photos));
    if (error) setFault(wordsOf(error));
    else dispatch(toastShown({ kind: 'success', key: 'realname.submitted' }));
  };
  const facts = [
    [say('realname.name'), draft.name],
    [say('realname.country'), countryName(draft.nationality, language)],
    [say('realname.document'), say(`realname.document.${draft.documentType}`)],
    [say('realname.number'), draft.documentNumber],
  ];
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <dl className={styles.facts}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.photos}>
        {PHOTOS_NEEDED[draft.documentType].map((kind) => {
          const photo = desk.photos[kind];
          return photo?.phase === 'stored' ? (
            <img
              key={kind}
              className={styles.thumb}
              src={photo.preview}
              alt={say('photo.preview', { kind: say(`photo.kind.${kind}`) })}
            />
          ) : null;
        })}
      </div>
      <p className={styles.muted}>{say('realname.promise')}</p>
      <Ways text={say('realname.submit')} isBusy={isLoading} fault={fault} onBack={onBack} />
    </form>
  );
}
