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
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isDone, setDone] = useState(false);
  /** Why the request must be started again. */
  const [lost, setLost] = useState<Words | null>(null);
  return (
    <PlainCard title={t('recover.title')} lead={t('recover.lead')}>
      {isDone ? (
        <div role="status" className={styles.done}>
          <h2>{t('recover.done_title')}</h2>
          <p>
            <TextWithFact text="recover.done_text" facts={{ email: begun?.email ?? '' }} />
          </p>
        </div>
      ) : begun ? (
        <Photos
          begun={begun}
          onDone={() => setDone(true)}
          onLost={(why) => {
            setLost(why);
            setBegun(null);
          }}
        />
      ) : (
        <>
          {lost && (
            <p className={styles.lost} role="alert">
              {'key' in lost ? t(lost.key) : lost.text}
            </p>
          )}
          <Who
            onBegun={(next) => {
              setLost(null);
              setBegun(next);
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

function Who({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { t } = useTexts();
  const words = useServerWords();
  const [begin, { isLoading }] = useBeginRecoveryMutation();
  const form = useForm<WhoFields>();
  const { fault, explain, clear } = useRefusals(form, SENT_CODE_FIELD_OF);
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
        <Field name="account" label={t('recover.account')} rules={[required(words)]}>
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
        <Submit text={t('realname.next')} isBusy={isLoading} fault={fault} />
      </FieldForm>
      <OutboxLink />
    </>
  );
}

interface PhotosProps {
  begun: Begun;
  onDone: () => void;
  /** The request expired and must be started again. */
  onLost: (why: Words) => void;
}

function Photos({ begun: { token }, onDone, onLost }: PhotosProps) {
  const { t } = useTexts();
  const [documentType, setDocumentType] = useState<DocumentType>(DOCUMENT_TYPES[0]);
  const [upload] = useUploadRecoveryPhotoMutation();
  const [submit, { isLoading }] = useSubmitRecoveryMutation();
  const [fault, setFault] = useState<Words | null>(null);
  const [isTried, setTried] = useState(false);
  const uploads = usePhotos({ upload: (kind, photo) => upload({ token, kind, photo }) });
  const send = async () => {
    setTried(true);
    if (isLoading || photosMissing(documentType, uploads.photos).length > 0) return;
    setFault(null);
    const { error } = await submit({ token, documentType });
    if (!error) return onDone();
    const words = faultMessage(error);
    if (error.code === 'recovery.not.found') onLost(words);
    else setFault(words);
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
      <Submit text={t('recover.submit')} isBusy={isLoading} fault={fault} />
    </form>
  );
}
