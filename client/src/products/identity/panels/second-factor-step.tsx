import { useTexts } from '../../../kit/i18n/use-texts';
import { SecondFactorField } from '../../../kit/ui/form/fields/code-field';
import { CodeStep, type StepProps } from './code-step';

const FIELD_OF = { 'google.code.wrong': 'code', 'google.code.used': 'code', 'google.code.required': 'code' } as const;

/** Asks for the authenticator code after a right password. */
export function SecondFactorStep(props: StepProps) {
  const { t } = useTexts();
  return (
    <CodeStep
      title={t('login.second_title')}
      lead={t('login.second_text')}
      label={t('proof.second_factor')}
      fieldOf={FIELD_OF}
      field={<SecondFactorField />}
      {...props}
    />
  );
}
