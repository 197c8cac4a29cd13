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
import { PhotoField } from '../../../../features/take-photo/photo-field';
import { photosMissing } from '../../../../features/take-photo/photo-state';
import { usePhotos } from '../../../../features/take-photo/use-photos';
import { wordsOf, type Words } from '../../../../shared/api/envelope';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Choice } from '../../../../shared/ui/controls/choice';
import { FieldForm } from '../../../../shared/ui/form/field-form';
import { required } from '../../../../shared/ui/form/rules';
import { Submit } from '../../../../shared/ui/form/submit';
import { useRefusals } from '../../../../shared/ui/form/use-refusals';
import styles from './recovery.module.css';
import { Field } from '../../../../shared/ui/form/field';
import { useForm } from '../../../../shared/ui/form/use-form';
import { TextField } from '../../../../shared/ui/form/fields/text-field';
import { Said } from '../../../../shared/ui/said';

interface Begun {
  token: string;
  email: string;
}

/** For whoever has neither password nor factor any more: who, documents, and then staff. */
export function RecoveryPage() {
  const { say } = useTexts();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isDone, setDone] = useState(false);
  /** Why it is to be begun again. */
  const [lost, setLost] = useState<Words | null>(null);
  return (
    <PlainCard title={say('recover.title')} lead={say('recover.lead')}>
      {isDone ? (
        <div role="status" className={styles.done}>
          <h2>{say('recover.done_title')}</h2>
          <p>
            <Said text="recover.done_text" facts={{ email: begun?.email ?? '' }} />
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
              {'key' in lost ? say(lost.key) : lost.text}
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
  const { say } = useTexts();
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
        <Field name="account" label={say('recover.account')} rules={[required(words)]}>
          <TextField
            size="large"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={EMAIL_LENGTH_MAX}
          />
        </Field>
        <p className={styles.hint}>{say('recover.email_hint')}</p>
        <AddressItem channel="email" />
        <SentCodeItem onSend={sendCode} />
        <Submit text={say('realname.next')} isBusy={isLoading} fault={fault} />
      </FieldForm>
      <OutboxLink />
    </>
  );
}

interface PhotosProps {
  begun: Begun;
  onDone: () => void;
  /** It took too long, and is to be begun again. */
  onLost: (why: Words) => void;
}

function Photos({ begun: { token }, onDone, onLost }: PhotosProps) {
  const { say } = useTexts();
  const [documentType, setDocumentType] = useState<DocumentType>(DOCUMENT_TYPES[0]);
  const [upload] = useUploadRecoveryPhotoMutation();
  const [submit, { isLoading }] = useSubmitRecoveryMutation();
  const [fault, setFault] = useState<Words | null>(null);
  const [isTried, setTried] = useState(false);
  const desk = usePhotos({ upload: (kind, photo) => upload({ token, kind, photo }) });
  const send = async () => {
    setTried(true);
    if (isLoading || photosMissing(documentType, desk.photos).length > 0) return;
    setFault(null);
    const { error } = await submit({ token, documentType });
    if (!error) return onDone();
    const words = wordsOf(error);
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
      <p>{say('recover.photos_lead')}</p>
      <Choice
        label={say('realname.document')}
        value={documentType}
        options={DOCUMENT_TYPES.map((type) => ({ value: type, text: say(`realname.document.${type}`) }))}
        onChange={setDocumentType}
        size="row"
      />
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
      <Submit text={say('recover.submit')} isBusy={isLoading} fault={fault} />
    </form>
  );
}
