import type { Channel } from '../../../../shared/wire/security';
import { useTexts } from '../../shared/i18n/use-texts';
import { CodeStep, type StepProps } from './code-step';
import { OutboxLink } from './demo-users';
import { TextField } from '../../shared/ui/form/text-field';

interface DeviceStepProps extends StepProps {
  /** Where the code was sent to. */
  channel: Channel;
}

const FIELD_OF = { 'verification.code.error': 'code' } as const;
const CODE_LENGTH_MAX = 12;

/** The password was right and the browser is new to the account: its owner lets it in. */
export function DeviceStep({ channel, ...props }: DeviceStepProps) {
  const { say } = useTexts();
  return (
    <CodeStep
      title={say('login.device_title')}
      lead={say('login.device_text', { where: say(`login.device_${channel}`) })}
      label={say('code.label')}
      fieldOf={FIELD_OF}
      field={<TextField size="large" inputMode="numeric" autoComplete="one-time-code" maxLength={CODE_LENGTH_MAX} />}
      {...props}
    >
      <OutboxLink />
    </CodeStep>
  );
}
