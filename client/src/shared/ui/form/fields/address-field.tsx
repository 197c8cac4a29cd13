import { TextField } from './text-field';
import type { ChangeEvent, ComponentProps } from 'react';
import type { Channel } from '../../../../../../shared/products/identity/security';
import { lazyPart } from '../../page/lazy-part';
import type { PhoneField as Phone } from './phone-field';

/** With the countries and their list: most who log in do so with an e-mail address, and need none of it. */
const PhoneField = lazyPart(async () => (await import('./phone-field')).PhoneField, AwaitedField);

function AwaitedField({ id }: { id?: string }) {
  return <TextField id={id} size="large" disabled />;
}

interface AddressFieldProps extends Omit<ComponentProps<typeof Phone>, 'onChange'> {
  channel: Channel;
  /** Whether it says who logs in; else it is only where a code goes. */
  isUserName?: boolean;
  onChange?: (address: string | ChangeEvent<HTMLInputElement>) => void;
}

/** Where codes go: an e-mail or a phone number. */
export function AddressField({ channel, isUserName = false, ...properties }: AddressFieldProps) {
  if (channel === 'phone') {
    return <PhoneField {...properties} />;
  }
  return (
    <TextField
      {...properties}
      size="large"
      inputMode="email"
      autoComplete={isUserName ? 'username' : 'email'}
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}
