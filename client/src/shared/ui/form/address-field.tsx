import Input from 'antd/es/input';
import type { ChangeEvent, ComponentProps } from 'react';
import type { Channel } from '../../../../../shared/wire/security';
import { PhoneField } from './phone-field';

interface AddressFieldProps extends Omit<ComponentProps<typeof PhoneField>, 'onChange'> {
  channel: Channel;
  /** Whether it says who logs in; else it is only where a code goes. */
  isUserName?: boolean;
  onChange?: (address: string | ChangeEvent<HTMLInputElement>) => void;
}

/** Where codes go: an e-mail or a phone number. */
export function AddressField({ channel, isUserName = false, ...properties }: AddressFieldProps) {
  if (channel === 'phone') return <PhoneField {...properties} />;
  return (
    <Input
      {...properties}
      size="large"
      inputMode="email"
      autoComplete={isUserName ? 'username' : 'email'}
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
