import type { Channel } from '../../../../../shared/products/identity/security';
import { useTexts } from '../../../kit/i18n/use-texts';
import { CodeStep, type StepProps } from './code-step';
import { OutboxLink } from './demo-users';
import { TextField } from '../../../kit/ui/form/fields/text-field';

export interface DeviceStepProps extends StepProps {
  /** Channel the code was sent to. */
  channel: Channel;
  /**
   * `new`: the browser is new to the account. `guessed`: others have tried passwords for it; then the response does not reveal whether the
   * password was right.
   */
  why: 'new' | 'guessed';
}

const FIELD_OF = { 'verification.code.error': 'code', 'login.proof.wrong': 'code' } as const;
const CODE_LENGTH_MAX = 12;

const LEADS = { new: 'login.device_text', guessed: 'login.guessed_text' } as const;

/** Asks for a code from the owner's mail or phone. */
export function DeviceStep({ channel, why, ...props }: DeviceStepProps) {
  const { t } = useTexts();
  return (
    <CodeStep
      title={t('login.device_title')}
      lead={t(LEADS[why], { where: t(`login.device_${channel}`) })}
      label={t('code.label')}
      fieldOf={FIELD_OF}
      field={<TextField size="large" inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_LENGTH_MAX} />}
      {...props}
    >
      <OutboxLink />
    </CodeStep>
  );
}
