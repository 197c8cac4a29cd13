import Form from 'antd/es/form';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { SecondFactorField } from '../../shared/ui/form/code-field';
import { PasswordField } from '../../shared/ui/form/password-field';
import { codeRules, requiredPassword } from '../../shared/ui/form/rules';

export interface Proof {
  fundPassword: string;
  secondFactor?: string;
}

/** Refusals that are about the proof. */
export const PROOF_FIELD_OF = {
  'fund.password.wrong': 'fundPassword',
  'fund.password.not.set': 'fundPassword',
  'google.code.required': 'secondFactor',
  'google.code.wrong': 'secondFactor',
  'google.code.used': 'secondFactor',
} as const;

/** What the server expects: no code where no authenticator is bound. */
export function proofOf({ fundPassword, secondFactor }: Proof): Proof {
  const code = secondFactor?.trim() ?? '';
  return { fundPassword, ...(code === '' ? {} : { secondFactor: code }) };
}

/** The fund password, and a code of the authenticator once one is bound. */
export function ProofFields({ needsCode }: { needsCode: boolean }) {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <>
      <Form.Item name="fundPassword" label={say('wallet.fund_password')} rules={[requiredPassword(words)]}>
        <PasswordField autoComplete="current-password" />
      </Form.Item>
      {needsCode && (
        <Form.Item name="secondFactor" label={say('wallet.second_factor')} rules={codeRules(words)}>
          <SecondFactorField />
        </Form.Item>
      )}
    </>
  );
}
