import { TextField } from './text-field';
import type { ChangeEvent, ComponentProps } from 'react';
import type { Channel } from '../../../../../../shared/products/identity/security';
import { lazyPart } from '../../page/lazy-part';
import type { PhoneField as Phone } from './phone-field';

/** Lazy, with its country list: most users log in with an e-mail address. */
const PhoneField = lazyPart(async () => (await import('./phone-field')).PhoneField, AwaitedField);

function AwaitedField({ id }: { id?: string }) {
  return <TextField id={id} size="large" disabled />;
}

interface AddressFieldProps extends Omit<ComponentProps<typeof Phone>, 'onChange'> {
  channel: Channel;
  /** True to autofill as the log-in name; false for an address that only receives a code. */
  isUserName?: boolean;
  onChange?: (address: string | ChangeEvent<HTMLInputElement>) => void;
}

/** Field for the address of codes: an e-mail or a phone number. */
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
