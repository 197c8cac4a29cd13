import Form from 'antd/es/form';
import type { SecurityOverview } from '../../../../shared/wire/security';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { SecondFactorField } from '../../shared/ui/form/code-field';
import { PasswordField } from '../../shared/ui/form/password-field';
import { codeRules, requiredPassword } from '../../shared/ui/form/rules';

/** Fields of a form that proves who asks. */
export interface ProofFields {
  password: string;
  secondFactor?: string;
}

/** The field that each refusal of a proof is about. */
export const PROOF_FIELD_OF = {
  'password.wrong': 'password',
  'google.code.required': 'secondFactor',
  'google.code.wrong': 'secondFactor',
  'google.code.used': 'secondFactor',
} as const;

/** What the server takes: no second factor where none is bound. */
export function proofOf({ password, secondFactor }: ProofFields) {
  return { password, ...secondFactorOf(secondFactor) };
}

export function secondFactorOf(secondFactor: string | undefined): { secondFactor?: string } {
  return secondFactor === undefined ? {} : { secondFactor: secondFactor.trim() };
}

export function PasswordItem() {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <Form.Item name="password" label={say('proof.password')} rules={[requiredPassword(words)]}>
      <PasswordField autoComplete="current-password" />
    </Form.Item>
  );
}

/** The authenticator's code, for who has one. */
export function SecondFactorItem({ overview }: { overview: Pick<SecurityOverview, 'authenticator'> }) {
  const { say } = useTexts();
  const words = useServerWords();
  if (!overview.authenticator) return null;
  return (
    <Form.Item
      name="secondFactor"
      label={say('proof.second_factor')}
      extra={say('proof.second_hint')}
      rules={codeRules(words)}
    >
      <SecondFactorField />
    </Form.Item>
  );
}
