/**
 * Proof: the passwords and codes by which somebody shows that it is their account. Each is one field of a form, of the same name
 * and look wherever it is asked for.
 */
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

/** The field that each refusal of a proof is about. */
export const PROOF_FIELD_OF = {
  'password.wrong': 'password',
  'fund.password.wrong': 'fundPassword',
  'fund.password.not.set': 'fundPassword',
  'google.code.required': 'secondFactor',
  'google.code.wrong': 'secondFactor',
  'google.code.used': 'secondFactor',
} as const;

/** What the server takes: no code where no authenticator is bound. */
export function proofOf<Proof extends { secondFactor?: string }>({ secondFactor, ...password }: Proof) {
  return { ...password, ...secondFactorOf(secondFactor) };
}

export function secondFactorOf(secondFactor: string | undefined): { secondFactor?: string } {
  const code = secondFactor?.trim() ?? '';
  return code === '' ? {} : { secondFactor: code };
}

/** The one that one logs in with. */
export function PasswordItem() {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <Field name="password" label={say('proof.password')} rules={[requiredPassword(words)]}>
      <PasswordField autoComplete="current-password" />
    </Field>
  );
}

export function FundPasswordItem() {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <Field name="fundPassword" label={say('proof.fund_password')} rules={[requiredPassword(words)]}>
      <PasswordField autoComplete="current-password" />
    </Field>
  );
}

/** The authenticator's code, for who has one; where a passkey does as well, it may be left out and the server asks for that. */
export function SecondFactorItem({ isBound, hasPasskey = false }: { isBound: boolean; hasPasskey?: boolean }) {
  const { say } = useTexts();
  const words = useServerWords();
  if (!isBound) return null;
  return (
    <Field
      name="secondFactor"
      label={say('proof.second_factor')}
      extra={say(hasPasskey ? 'proof.second_or_passkey' : 'proof.second_hint')}
      rules={hasPasskey ? [] : codeRules(words)}
    >
      <SecondFactorField />
    </Field>
  );
}

/** What moves money is proven by. */
export function FundProofItems(has: { hasAuthenticator: boolean; hasPasskey?: boolean }) {
  return (
    <>
      <FundPasswordItem />
      <SecondFactorItem isBound={has.hasAuthenticator} hasPasskey={has.hasPasskey === true} />
    </>
  );
}
