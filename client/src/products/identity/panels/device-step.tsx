import type { Channel } from '../../../../../shared/products/identity/security';
import { useTexts } from '../../../shared/i18n/use-texts';
import { CodeStep, type StepProps } from './code-step';
import { OutboxLink } from './demo-users';
import { TextField } from '../../../shared/ui/form/fields/text-field';

export interface DeviceStepProps extends StepProps {
  /** Where the code was sent to. */
  channel: Channel;
  /** The browser is new to the account, or strangers have guessed at its name: then nobody says whether the password was right. */
  why: 'new' | 'guessed';
}

const FIELD_OF = { 'verification.code.error': 'code', 'login.proof.wrong': 'code' } as const;
const CODE_LENGTH_MAX = 12;

const LEADS = { new: 'login.device_text', guessed: 'login.guessed_text' } as const;

/** One code from the owner's mail or phone is missing. */
export function DeviceStep({ channel, why, ...props }: DeviceStepProps) {
  const { say } = useTexts();
  return (
    <CodeStep
      title={say('login.device_title')}
      lead={say(LEADS[why], { where: say(`login.device_${channel}`) })}
      label={say('code.label')}
      fieldOf={FIELD_OF}
      field={<TextField size="large" inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_LENGTH_MAX} />}
      {...props}
    >
      <OutboxLink />
    </CodeStep>
  );
}
