import { Field } from '../field';
import { useServerWords } from '../../../i18n/server-words';
import { useTexts } from '../../../i18n/use-texts';
import { useFormOf } from '../form-context';
import { PasswordField } from './password-field';
import { PasswordMeter } from './password-meter';
import { newFundPasswordRules, newPasswordRules, repeatRules } from '../rules';
import { useFieldValue } from '../use-form';

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
      <Field
        name={name}
        label={label}
        extra={say(isOfFunds ? 'fund.hint' : 'login.password_hint')}
        rules={isOfFunds ? newFundPasswordRules(words) : newPasswordRules(words)}
      >
        <PasswordField autoComplete="new-password" />
      </Field>
      {!isOfFunds && <Strength />}
      <Field
        name="repeat"
        label={repeatLabel}
        judgedWith={name}
        rules={repeatRules(words, say('login.passwords_differ'), name)}
      >
        <PasswordField autoComplete="new-password" />
      </Field>
    </>
  );
}

/** Of what is being typed, beside the address it must not be made of. */
function Strength() {
  const form = useFormOf<{ password: string; address: string }>();
  const password = useFieldValue(form, 'password') ?? '';
  const address = useFieldValue(form, 'address') ?? '';
  return <PasswordMeter password={password} address={address.trim()} />;
}
