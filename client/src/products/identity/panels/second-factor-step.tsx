import { useTexts } from '../../../shared/i18n/use-texts';
import { SecondFactorField } from '../../../shared/ui/form/fields/code-field';
import { CodeStep, type StepProps } from './code-step';

const FIELD_OF = { 'google.code.wrong': 'code', 'google.code.used': 'code', 'google.code.required': 'code' } as const;

/** The password was right and the account has an authenticator: its code is the second half. */
export function SecondFactorStep(props: StepProps) {
  const { say } = useTexts();
  return (
    <CodeStep
      title={say('login.second_title')}
      lead={say('login.second_text')}
      label={say('proof.second_factor')}
      fieldOf={FIELD_OF}
      field={<SecondFactorField />}
      {...props}
    />
  );
}
