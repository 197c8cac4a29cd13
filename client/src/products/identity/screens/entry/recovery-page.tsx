import { useState } from 'react';
import { EMAIL_LENGTH_MAX } from '../../../../../../shared/products/identity/rules/credentials';
import {
  DOCUMENT_TYPES,
  PHOTOS_NEEDED,
  type DocumentType,
} from '../../../../../../shared/products/identity/verification';
import {
  useBeginRecoveryMutation,
  useSubmitRecoveryMutation,
  useUploadRecoveryPhotoMutation,
} from '../../api/recovery-api';
import { OutboxLink } from '../../panels/demo-users';
import { PlainCard } from '../../panels/entry-card';
import { AddressItem, SENT_CODE_FIELD_OF, SentCodeItem } from '../../panels/sent-code-items';
import { goodAddress, useEntryCode } from '../../panels/use-entry-code';
import { PhotoField } from '../../../../kit/take-photo/photo-field';
import { photosMissing } from '../../../../kit/take-photo/photo-state';
import { usePhotos } from '../../../../kit/take-photo/use-photos';
import { faultMessage, type Words } from '../../../../kit/api/envelope';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Choice } from '../../../../kit/ui/controls/choice';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { required } from '../../../../kit/ui/form/rules';
import { Submit } from '../../../../kit/ui/form/submit';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import styles from './recovery.module.css';
import { Field } from '../../../../kit/ui/form/field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';

interface Begun {
  token: string;
  email: string;
}

/** Recovery without password and factors: the user gives the address and documents, and staff decide. */
export function RecoveryPage() {
  const { t } = useTexts();
  const [recovery, setRecovery] = useState<Begun | null>(null);
  const [isDone, setDone] = useState(false);
  /** Why the request must be started again. */
  const [restartReason, setRestartReason] = useState<Words | null>(null);
  return (
    <PlainCard title={t('recover.title')} lead={t('recover.lead')}>
      {isDone ? (
        <div role="status" className={styles.done}>
          <h2>{t('recover.done_title')}</h2>
          <p>
            <TextWithFact text="recover.done_text" params={{ email: recovery?.email ?? '' }} />
          </p>
        </div>
      ) : recovery ? (
        <Photos
          recovery={recovery}
          onDone={() => setDone(true)}
          onLost={(reason) => {
            setRestartReason(reason);
            setRecovery(null);
          }}
        />
      ) : (
        <>
          {restartReason && (
            <p className={styles.lost} role="alert">
              {'key' in restartReason ? t(restartReason.key) : restartReason.text}
            </p>
          )}
          <Who
            onBegun={(next) => {
              setRestartReason(null);
              setRecovery(next);
            }}
          />
        </>
      )}
    </PlainCard>
  );
}

interface WhoFields {
  account: string;
  address: string;
  code: string;
}

function Who({ onBegun }: { onBegun: (recovery: Begun) => void }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const [begin, { isLoading }] = useBeginRecoveryMutation();
  const form = useForm<WhoFields>();
  const { formError, explain, clear } = useRefusals(form, SENT_CODE_FIELD_OF);
  const sendCode = useEntryCode({
    purpose: 'recover',
    channel: 'email',
    addressOf: () => goodAddress(form),
    onRefused: explain,
  });
  const submit = async ({ account, address, code }: WhoFields) => {
    clear();
    const email = address.trim();
    const { data, error } = await begin({ account: account.trim(), email, code: code.trim() });
    if (data) onBegun({ token: data.token, email });
    else if (error) explain(error);
  };
  return (
    <>
      <FieldForm form={form} onSubmit={(fields: WhoFields) => void submit(fields)} onChange={clear}>
        <Field name="account" label={t('recover.account')} rules={[required(serverText)]}>
          <TextField
            size="large"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={EMAIL_LENGTH_MAX}
          />
        </Field>
        <p className={styles.hint}>{t('recover.email_hint')}</p>
        <AddressItem channel="email" />
        <SentCodeItem onSend={sendCode} />
        <Submit text={t('realname.next')} isBusy={isLoading} formError={formError} />
      </FieldForm>
      <OutboxLink />
    </>
  );
}

interface PhotosProps {
  recovery: Begun;
  onDone: () => void;
  /** The request expired and must be started again. */
  onLost: (reason: Words) => void;
}

function Photos({ recovery: { token }, onDone, onLost }: PhotosProps) {
  const { t } = useTexts();
  const [documentType, setDocumentType] = useState<DocumentType>(DOCUMENT_TYPES[0]);
  const [upload] = useUploadRecoveryPhotoMutation();
  const [submit, { isLoading }] = useSubmitRecoveryMutation();
  const [formError, setFormError] = useState<Words | null>(null);
  const [isTried, setTried] = useState(false);
  const uploads = usePhotos({ upload: (kind, photo) => upload({ token, kind, photo }) });
  const send = async () => {
    setTried(true);
    if (isLoading || photosMissing(documentType, uploads.photos).length > 0) return;
    setFormError(null);
    const { error } = await submit({ token, documentType });
    if (!error) return onDone();
    const message = faultMessage(error);
    if (error.code === 'recovery.not.found') onLost(message);
    else setFormError(message);
  };
  return (
    <form
      className={styles.photos}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p>{t('recover.photos_lead')}</p>
      <Choice
        label={t('realname.document')}
        value={documentType}
        options={DOCUMENT_TYPES.map((type) => ({ value: type, text: t(`realname.document.${type}`) }))}
        onChange={setDocumentType}
        size="row"
      />
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
      <Submit text={t('recover.submit')} isBusy={isLoading} formError={formError} />
    </form>
  );
}
