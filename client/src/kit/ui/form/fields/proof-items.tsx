/** Proof of identity: password and code fields with the same names and look in all forms. */
import { Field } from '../field';
import { useServerWords } from '../../../i18n/server-words';
import { useTexts } from '../../../i18n/use-texts';
import { SecondFactorField } from './code-field';
import { PasswordField } from './password-field';
import { codeRules, requiredPassword } from '../rules';

export interface PasswordProof {
  password: string;
  secondFactor?: string;
}

export interface FundProof {
  fundPassword: string;
  secondFactor?: string;
}

/** Form field by refusal code. */
export const PROOF_FIELD_OF = {
  'password.wrong': 'password',
  'fund.password.wrong': 'fundPassword',
  'fund.password.not.set': 'fundPassword',
  'google.code.required': 'secondFactor',
  'google.code.wrong': 'secondFactor',
  'google.code.used': 'secondFactor',
} as const;

/** Proof as the server accepts it: without a code if no authenticator is bound. */
export function proofOf<Proof extends { secondFactor?: string }>({ secondFactor, ...password }: Proof) {
  return { ...password, ...secondFactorOf(secondFactor) };
}

export function secondFactorOf(secondFactor: string | undefined): { secondFactor?: string } {
  const code = secondFactor?.trim() ?? '';
  return code === '' ? {} : { secondFactor: code };
}

/** Log-in password. */
export function PasswordItem() {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <Field name="password" label={t('proof.password')} rules={[requiredPassword(serverText)]}>
      <PasswordField autoComplete="current-password" />
    </Field>
  );
}

export function FundPasswordItem() {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <Field name="fundPassword" label={t('proof.fund_password')} rules={[requiredPassword(serverText)]}>
      <PasswordField autoComplete="current-password" />
    </Field>
  );
}

/** Authenticator code, if one is bound. If a passkey is possible too, it may be empty, and the server asks for the passkey. */
export function SecondFactorItem({ isBound, hasPasskey = false }: { isBound: boolean; hasPasskey?: boolean }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  if (!isBound) return null;
  return (
    <Field
      name="secondFactor"
      label={t('proof.second_factor')}
      extra={t(hasPasskey ? 'proof.second_or_passkey' : 'proof.second_hint')}
      rules={hasPasskey ? [] : codeRules(serverText)}
    >
      <SecondFactorField />
    </Field>
  );
}

/** Fields of the proof for money movements. */
export function FundProofItems(has: { hasAuthenticator: boolean; hasPasskey?: boolean }) {
  return (
    <>
      <FundPasswordItem />
      <SecondFactorItem isBound={has.hasAuthenticator} hasPasskey={has.hasPasskey === true} />
    </>
  );
}
