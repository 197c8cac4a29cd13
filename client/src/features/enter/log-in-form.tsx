import Form from 'antd/es/form';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DemoUserRecord } from '../../../../shared/wire/demo';
import type { Channel } from '../../../../shared/wire/security';
import { SECOND_FACTOR_WANTED } from '../../entities/session/session-api';
import { useEnter } from '../../entities/session/use-enter';
import type { Fault } from '../../shared/api/envelope';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { ChannelSwitch } from '../../shared/ui/form/channel-switch';
import { PasswordField } from '../../shared/ui/form/password-field';
import { requiredPassword } from '../../shared/ui/form/rules';
import { FieldForm } from '../../shared/ui/form/field-form';
import { Submit } from '../../shared/ui/form/submit';
import { useRefusals } from '../../shared/ui/form/use-refusals';
import { DemoUsers } from './demo-users';
import styles from './enter.module.css';
import { PasskeyButton } from './passkey-button';
import { SecondFactorStep } from './second-factor-step';
import { AddressItem, SentCodeItem } from './sent-code-items';
import { goodAddress, useEntryCode } from './use-entry-code';

interface Fields {
  address: string;
  password: string;
  code: string;
}

type Attempt = (secondFactor?: string) => Promise<Fault | null>;

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
  const [form] = Form.useForm<Fields>();
  const { fault, explain, clear } = useRefusals(form, FIELD_OF);
  const [channel, setChannel] = useState<Channel>('email');
  const [isByCode, setByCode] = useState(false);
  const [isBusy, setBusy] = useState(false);
  /** Right so far: what is to be sent again with the second factor. */
  const [halfway, setHalfway] = useState<Attempt | null>(null);
  const sendCode = useEntryCode({
    purpose: 'login',
    channel,
    addressOf: () => goodAddress(form),
    onRefused: explain,
  });

  const attempt = async (logIn: Attempt) => {
    setBusy(true);
    clear();
    const refused = await logIn();
    setBusy(false);
    if (refused?.code === SECOND_FACTOR_WANTED) setHalfway(() => logIn);
    else if (refused) explain(refused);
  };
  const byPassword = (username: string, password: string) =>
    attempt((code) => enter.byPassword({ username, password, ...(code === undefined ? {} : { code }) }));
  const byCode = (address: string, code: string) =>
    attempt((secondFactor) =>
      enter.byCode({ channel, address, code, ...(secondFactor === undefined ? {} : { secondFactor }) }),
    );
  const submit = ({ address, password, code }: Fields) =>
    isByCode ? byCode(address.trim(), code.trim()) : byPassword(address.trim(), password);
  const logInAs = ({ email, password }: DemoUserRecord) => {
    setChannel('email');
    setByCode(false);
    form.setFieldsValue({ address: email, password });
    void byPassword(email, password);
  };

  if (halfway) return <SecondFactorStep onCode={halfway} onBack={() => setHalfway(null)} />;
  return (
    <div>
      <ChannelSwitch
        label={say('login.channel')}
        chosen={channel}
        onChoose={(next) => {
          setChannel(next);
          form.resetFields(['address']);
        }}
      />
      <FieldForm form={form} onSubmit={(fields) => void submit(fields)} onChange={clear}>
        <AddressItem channel={channel} />
        {isByCode ? (
          <SentCodeItem onSend={sendCode} />
        ) : (
          <Form.Item name="password" label={say('login.password')} rules={[requiredPassword(words)]}>
            <PasswordField autoComplete="current-password" />
          </Form.Item>
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
      <DemoUsers isBusy={isBusy} onChoose={logInAs} />
    </div>
  );
}
