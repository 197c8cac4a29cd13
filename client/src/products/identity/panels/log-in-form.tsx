import { useState } from 'react';
import { Link } from 'react-router';
import type { DemoUserRecord } from '../../../../../shared/wire/demo';
import type { Channel } from '../../../../../shared/products/identity/security';
import { useLazyDemoCodesQuery } from '../../../kit/entities/demo/demo-api';
import { APPROVAL_WANTED, CODE_WANTED, SECOND_FACTOR_WANTED } from '../../../kit/entities/session/session-api';
import { useLogInMethods } from '../api/use-log-in-methods';
import type { Fault } from '../../../kit/api/envelope';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { ChannelSwitch } from '../../../kit/ui/form/fields/channel-switch';
import { PasswordField } from '../../../kit/ui/form/fields/password-field';
import { requiredPassword } from '../../../kit/ui/form/rules';
import { FieldForm } from '../../../kit/ui/form/field-form';
import { Submit } from '../../../kit/ui/form/submit';
import { useRefusals } from '../../../kit/ui/form/use-refusals';
import { DemoUsers } from './demo-users';
import styles from './enter.module.css';
import { DeviceStep, type DeviceStepProps } from './device-step';
import { PasskeyButton } from './passkey-button';
import { SecondFactorStep } from './second-factor-step';
import { AddressItem, SentCodeItem } from './sent-code-items';
import { goodAddress, useEntryCode } from './use-entry-code';
import { Field } from '../../../kit/ui/form/field';
import { useForm } from '../../../kit/ui/form/use-form';

interface Fields {
  address: string;
  password: string;
  code: string;
}

interface Proof {
  secondFactor?: string;
  deviceCode?: string;
}
/** Channel of the sent code, and the reason for it. */
interface SentCode {
  channel: Channel;
  why: DeviceStepProps['why'];
}
type Attempt = (proof: Proof) => Promise<Fault | null>;

/** A log-in whose proofs so far were right. It is sent again with the missing one. */
interface PendingLogIn {
  logIn: Attempt;
  missing: 'second_factor' | SentCode;
  proofSoFar: Proof;
}

const FIELD_OF = {
  'email.format.error': 'address',
  'phone.format.error': 'address',
  'verification.code.error': 'code',
};

/** After log-in the page navigates by itself, because it observes the session. */
export function LogInForm() {
  const { t } = useTexts();
  const serverText = useServerWords();
  const enter = useLogInMethods();
  const form = useForm<Fields>();
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const [channel, setChannel] = useState<Channel>('email');
  const [isByCode, setByCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [askDemoCodes] = useLazyDemoCodesQuery();
  const [halfway, setHalfway] = useState<PendingLogIn | null>(null);
  const sendCode = useEntryCode({
    purpose: 'login',
    channel,
    addressOf: () => goodAddress(form),
    onRefused: explain,
  });

  const attempt = async (logIn: Attempt) => {
    setBusy(true);
    clear();
    const error = await logIn({});
    setBusy(false);
    const next = error && missingProofOf(error);
    if (next) setHalfway({ logIn, missing: next, proofSoFar: {} });
    else if (error) explain(error);
  };
  /** Adds one proof and asks for the next missing one. */
  const goOn = async ({ logIn, proofSoFar }: PendingLogIn, answer: Proof): Promise<Fault | null> => {
    const proof = { ...proofSoFar, ...answer };
    const error = await logIn(proof);
    const next = error && missingProofOf(error);
    if (!next) return error;
    setHalfway({ logIn, missing: next, proofSoFar: proof });
    return null;
  };
  const byPassword = (username: string, password: string, demoCode?: string) =>
    attempt(({ secondFactor: code = demoCode, ...device }) =>
      enter.byPassword({ username, password, ...device, ...(code === undefined ? {} : { code }) }),
    );
  const byCode = (address: string, code: string) =>
    attempt((proof) => enter.byCode({ channel, address, code, ...proof }));
  const submit = ({ address, password, code }: Fields) =>
    isByCode ? byCode(address.trim(), code.trim()) : byPassword(address.trim(), password);
  const logInAs = async ({ email, password, authenticator }: DemoUserRecord) => {
    setChannel('email');
    setByCode(false);
    form.set({ address: email, password });
    // The code on the screen may have been used meanwhile.
    const { data: codes = [] } = authenticator === undefined ? {} : await askDemoCodes();
    void byPassword(email, password, codes.find((demoCode) => demoCode.email === email)?.code ?? undefined);
  };

  const goBack = () => setHalfway(null);
  if (halfway?.missing === 'second_factor')
    return <SecondFactorStep onCode={(secondFactor) => goOn(halfway, { secondFactor })} onBack={goBack} />;
  if (halfway)
    return <DeviceStep {...halfway.missing} onCode={(deviceCode) => goOn(halfway, { deviceCode })} onBack={goBack} />;
  return (
    <div>
      <ChannelSwitch
        label={t('login.channel')}
        selected={channel}
        onChoose={(next) => {
          setChannel(next);
          form.reset('address');
        }}
      />
      <FieldForm form={form} onSubmit={(fields) => void submit(fields)} onChange={clear}>
        <AddressItem channel={channel} />
        {isByCode ? (
          <SentCodeItem onSend={sendCode} />
        ) : (
          <Field name="password" label={t('login.password')} rules={[requiredPassword(serverText)]}>
            <PasswordField autoComplete="current-password" />
          </Field>
        )}
        <p className={styles.ways}>
          <button type="button" className={styles.way} onClick={() => setByCode(!isByCode)}>
            {t(isByCode ? 'login.by_password' : 'login.by_code')}
          </button>
          <Link to="/forget">{t('login.forgot')}</Link>
        </p>
        <Submit text={t('login.submit')} isBusy={isBusy} formError={formError} />
      </FieldForm>
      <PasskeyButton isBusy={isBusy} onBusy={setBusy} onRefused={explain} />
      <DemoUsers isBusy={isBusy} onChoose={(user) => void logInAs(user)} />
    </div>
  );
}

function missingProofOf({ code, data }: Fault): PendingLogIn['missing'] | null {
  if (code === SECOND_FACTOR_WANTED) return 'second_factor';
  if (code !== APPROVAL_WANTED && code !== CODE_WANTED) return null;
  const { channel = 'email' } = (data ?? {}) as { channel?: Channel };
  return { channel, why: code === CODE_WANTED ? 'guessed' : 'new' };
}
