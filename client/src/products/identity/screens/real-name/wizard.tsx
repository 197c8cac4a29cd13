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
import { PhotoField } from '../../../../kit/take-photo/photo-field';
import { photosMissing } from '../../../../kit/take-photo/photo-state';
import { usePhotos, type PhotoUploads } from '../../../../kit/take-photo/use-photos';
import { useDispatch } from 'react-redux';
import { faultMessage, type Words } from '../../../../kit/api/envelope';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { countryName } from '../../../../kit/lib/countries';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Submit } from '../../../../kit/ui/form/submit';
import { DocumentForm } from './document-form';
import { submissionOf, type DocumentDraft } from './draft';
import styles from './real-name.module.css';
import { Steps } from './steps';

interface WizardProps {
  /** The previous submission, if it was declined. */
  before: OwnVerification;
}

/** Steps: document, photos, and a summary before submission. */
export function Wizard({ before }: WizardProps) {
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [draft, setDraft] = useState<DocumentDraft | null>(null);
  const [check] = useCheckPhotoMutation();
  const [upload] = useUploadPhotoMutation();
  const uploads = usePhotos({ check, upload: (kind, photo) => upload({ kind, photo }) });
  const initialFields = {
    ...(before.name === null ? {} : { name: before.name }),
    ...(before.nationality === null ? {} : { nationality: before.nationality }),
    ...(before.documentType === null ? {} : { documentType: before.documentType }),
  };
  return (
    <div className={styles.wizard}>
      <Steps current={step} />
      {step === 1 && (
        <DocumentForm
          initial={draft ?? initialFields}
          onNext={(next) => {
            setDraft(next);
            setStep(2);
          }}
        />
      )}
      {step === 2 && draft && (
        <PhotoStep draft={draft} uploads={uploads} onBack={() => setStep(1)} onNext={() => setStep(3)} />
      )}
      {step === 3 && draft && <ReviewStep draft={draft} uploads={uploads} onBack={() => setStep(2)} />}
    </div>
  );
}

interface StepProps {
  draft: DocumentDraft;
  uploads: PhotoUploads;
  onBack: () => void;
}

function PhotoStep({ draft: { documentType }, uploads, onBack, onNext }: StepProps & { onNext: () => void }) {
  const { t, numbers } = useTexts();
  const [isTried, setTried] = useState(false);
  const missing = photosMissing(documentType, uploads.photos);
  return (
    <form
      className={styles.step}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (missing.length === 0) onNext();
      }}
    >
      <p className={styles.muted}>{t('photo.rules', { size: numbers.bytes(PHOTO_BYTES_MAX) })}</p>
      <div className={styles.photos}>
        {PHOTOS_NEEDED[documentType].map((kind) => (
          <PhotoField
            key={kind}
            kind={kind}
            documentType={documentType}
            state={uploads.photos[kind]}
            isMissed={isTried}
            onChoose={(file) => void uploads.choose(kind, file)}
          />
        ))}
      </div>
      <Ways text={t('realname.next')} onBack={onBack} />
    </form>
  );
}

interface WaysProps {
  text: string;
  isBusy?: boolean;
  formError?: Words | null;
  onBack: () => void;
}

/** Buttons to go back and forward. */
function Ways({ text, isBusy = false, formError = null, onBack }: WaysProps) {
  const { t } = useTexts();
  return (
    <div className={styles.ways}>
      <button type="button" className={styles.back} onClick={onBack}>
        {t('realname.back')}
      </button>
      <div>
        <Submit text={text} isBusy={isBusy} formError={formError} />
      </div>
    </div>
  );
}

function ReviewStep({ draft, uploads, onBack }: StepProps) {
  const { t, language } = useTexts();
  const dispatch = useDispatch();
  const [submit, { isLoading }] = useSubmitVerificationMutation();
  const [formError, setFormError] = useState<Words | null>(null);
  const send = async () => {
    if (isLoading) return;
    setFormError(null);
    const { error } = await submit(submissionOf(draft, uploads.photos));
    if (error) setFormError(faultMessage(error));
    else dispatch(toastShown({ kind: 'success', key: 'realname.submitted' }));
  };
  const details = [
    [t('realname.name'), draft.name],
    [t('realname.country'), countryName(draft.nationality, language)],
    [t('realname.document'), t(`realname.document.${draft.documentType}`)],
    [t('realname.number'), draft.documentNumber],
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
        {details.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.photos}>
        {PHOTOS_NEEDED[draft.documentType].map((kind) => {
          const photo = uploads.photos[kind];
          return photo?.phase === 'stored' ? (
            <img
              key={kind}
              className={styles.thumb}
              src={photo.preview}
              alt={t('photo.preview', { kind: t(`photo.kind.${kind}`) })}
            />
          ) : null;
        })}
      </div>
      <p className={styles.muted}>{t('realname.promise')}</p>
      <Ways text={t('realname.submit')} isBusy={isLoading} formError={formError} onBack={onBack} />
    </form>
  );
}
