import Form from 'antd/es/form';
import { useServerWords } from '../../i18n/server-words';
import { useTexts } from '../../i18n/use-texts';
import { PasswordField } from './password-field';
import { PasswordMeter } from './password-meter';
import { newFundPasswordRules, newPasswordRules, repeatRules } from './rules';

interface NewPasswordItemsProps {
  label: string;
  repeatLabel: string;
  /** Of the funds, not for logging in: the field is `fundPassword` then. */
  isOfFunds?: boolean;
}

/** A new password, twice: the fields `password` and `repeat` of a form. */
export function NewPasswordItems({ label, repeatLabel, isOfFunds = false }: NewPasswordItemsProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const name = isOfFunds ? 'fundPassword' : 'password';
  return (
    <>
      <Form.Item
        name={name}
        label={label}
        extra={say(isOfFunds ? 'fund.hint' : 'login.password_hint')}
        rules={isOfFunds ? newFundPasswordRules(words) : newPasswordRules(words)}
      >
        <PasswordField autoComplete="new-password" />
      </Form.Item>
      {!isOfFunds && <Strength />}
      <Form.Item
        name="repeat"
        label={repeatLabel}
        dependencies={[name]}
        rules={repeatRules(words, say('login.passwords_differ'), name)}
      >
        <PasswordField autoComplete="new-password" />
      </Form.Item>
    </>
  );
}

/** Of what is being typed, beside the address it must not be made of. */
function Strength() {
  const form = Form.useFormInstance();
  const password = (Form.useWatch('password', form) as string | undefined) ?? '';
  const address = (Form.useWatch('address', form) as string | undefined) ?? '';
  return <PasswordMeter password={password} address={address.trim()} />;
}
