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
  /** For the fund password: the field is named `fundPassword`. */
  isOfFunds?: boolean;
}

/** New password with repetition: the fields `password` and `repeat`. */
export function NewPasswordItems({ label, repeatLabel, isOfFunds = false }: NewPasswordItemsProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const name = isOfFunds ? 'fundPassword' : 'password';
  return (
    <>
      <Field
        name={name}
        label={label}
        extra={t(isOfFunds ? 'fund.hint' : 'login.password_hint')}
        rules={isOfFunds ? newFundPasswordRules(serverText) : newPasswordRules(serverText)}
      >
        <PasswordField autoComplete="new-password" />
      </Field>
      {!isOfFunds && <Strength />}
      <Field
        name="repeat"
        label={repeatLabel}
        judgedWith={name}
        rules={repeatRules(serverText, t('login.passwords_differ'), name)}
      >
        <PasswordField autoComplete="new-password" />
      </Field>
    </>
  );
}

/** Strength of the typed password, with the address as forbidden words. */
function Strength() {
  const form = useFormOf<{ password: string; address: string }>();
  const password = useFieldValue(form, 'password') ?? '';
  const address = useFieldValue(form, 'address') ?? '';
  return <PasswordMeter password={password} address={address.trim()} />;
}
