import { useState } from 'react';
import { Link } from 'react-router';
import type { DemoUserRecord } from '../../../../../shared/wire/demo';
import type { Channel } from '../../../../../shared/products/identity/security';
import { useLazyDemoCodesQuery } from '../../../entities/demo/demo-api';
import { APPROVAL_WANTED, CODE_WANTED, SECOND_FACTOR_WANTED } from '../../../entities/session/session-api';
import { useEnter } from '../api/use-enter';
import type { Fault } from '../../../shared/api/envelope';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { ChannelSwitch } from '../../../shared/ui/form/fields/channel-switch';
import { PasswordField } from '../../../shared/ui/form/fields/password-field';
import { requiredPassword } from '../../../shared/ui/form/rules';
import { FieldForm } from '../../../shared/ui/form/field-form';
import { Submit } from '../../../shared/ui/form/submit';
import { useRefusals } from '../../../shared/ui/form/use-refusals';
import { DemoUsers } from './demo-users';
import styles from './enter.module.css';
import { DeviceStep, type DeviceStepProps } from './device-step';
import { PasskeyButton } from './passkey-button';
import { SecondFactorStep } from './second-factor-step';
import { AddressItem, SentCodeItem } from './sent-code-items';
import { goodAddress, useEntryCode } from './use-entry-code';
import { Field } from '../../../shared/ui/form/field';
import { useForm } from '../../../shared/ui/form/use-form';

interface Fields {
  address: string;
  password: string;
  code: string;
}

interface Proof {
  secondFactor?: string;
  deviceCode?: string;
}
/** The channel of a code that was sent, and the reason for it. */
interface SentCode {
  channel: Channel;
  why: DeviceStepProps['why'];
}
type Attempt = (proof: Proof) => Promise<Fault | null>;

/** Right so far: what is to be sent again with what is missing. */
interface Halfway {
  logIn: Attempt;
  missing: 'second_factor' | SentCode;
  known: Proof;
}

const FIELD_OF = {
  'email.format.error': 'address',
  'phone.format.error': 'address',
  'verification.code.error': 'code',
};

/** Who has logged in is taken on by the page, which sees it in the session. */
export function LogInForm() {
  const { say } = useTexts();
  const words = useServerWords();
  const enter = useEnter();
  const form = useForm<Fields>();
  const { fault, explain, clear } = useRefusals(form, FIELD_OF);
  const [channel, setChannel] = useState<Channel>('email');
  const [isByCode, setByCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [askDemoCodes] = useLazyDemoCodesQuery();
  const [halfway, setHalfway] = useState<Halfway | null>(null);
  const sendCode = useEntryCode({
    purpose: 'login',
    channel,
    addressOf: () => goodAddress(form),
    onRefused: explain,
  });

  const attempt = async (logIn: Attempt) => {
    setBusy(true);
    clear();
    const refused = await logIn({});
    setBusy(false);
    const next = refused && missingBy(refused);
    if (next) setHalfway({ logIn, missing: next, known: {} });
    else if (refused) explain(refused);
  };
  /** With one more answer; what is missing still is asked for next. */
  const goOn = async ({ logIn, known }: Halfway, answer: Proof): Promise<Fault | null> => {
    const proof = { ...known, ...answer };
    const refused = await logIn(proof);
    const next = refused && missingBy(refused);
    if (!next) return refused;
    setHalfway({ logIn, missing: next, known: proof });
    return null;
  };
  const byPassword = (username: string, password: string, shown?: string) =>
    attempt(({ secondFactor: code = shown, ...device }) =>
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
    // The one on the screen may have been used by somebody since.
    const { data: codes = [] } = authenticator === undefined ? {} : await askDemoCodes();
    void byPassword(email, password, codes.find((shown) => shown.email === email)?.code ?? undefined);
  };

  const back = () => setHalfway(null);
  if (halfway?.missing === 'second_factor')
    return <SecondFactorStep onCode={(secondFactor) => goOn(halfway, { secondFactor })} onBack={back} />;
  if (halfway)
    return <DeviceStep {...halfway.missing} onCode={(deviceCode) => goOn(halfway, { deviceCode })} onBack={back} />;
  return (
    <div>
      <ChannelSwitch
        label={say('login.channel')}
        chosen={channel}
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
          <Field name="password" label={say('login.password')} rules={[requiredPassword(words)]}>
            <PasswordField autoComplete="current-password" />
          </Field>
        )}
        <p className={styles.ways}>
          <button type="button" className={styles.way} onClick={() => setByCode(!isByCode)}>
            {say(isByCode ? 'login.by_password' : 'login.by_code')}
          </button>
          <Link to="/forget">{say('login.forgot')}</Link>
        </p>
        <Submit text={say('login.submit')} isBusy={isBusy} fault={fault} />
      </FieldForm>
      <PasskeyButton isBusy={isBusy} onBusy={setBusy} onRefused={explain} />
      <DemoUsers isBusy={isBusy} onChoose={(user) => void logInAs(user)} />
    </div>
  );
}

function missingBy({ code, data }: Fault): Halfway['missing'] | null {
  if (code === SECOND_FACTOR_WANTED) return 'second_factor';
  if (code !== APPROVAL_WANTED && code !== CODE_WANTED) return null;
  const { channel = 'email' } = (data ?? {}) as { channel?: Channel };
  return { channel, why: code === CODE_WANTED ? 'guessed' : 'new' };
}
