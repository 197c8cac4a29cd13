import type { Channel } from '../../../../../shared/products/identity/security';
import { useServerWords } from '../../../shared/i18n/server-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { AddressField } from '../../../shared/ui/form/fields/address-field';
import { CodeField } from '../../../shared/ui/form/fields/code-field';
import { addressRules, codeRules } from '../../../shared/ui/form/rules';
import { Field } from '../../../shared/ui/form/field';

/** Refusals that are about the address or the code which was sent there. */
export const SENT_CODE_FIELD_OF = {
  'email.format.error': 'address',
  'phone.format.error': 'address',
  'delivery.unavailable': 'address',
  'verification.code.error': 'code',
  'code.too.soon': 'code',
  'codes.too.many': 'code',
};

/** The field `address`: who wants in. */
export function AddressItem({ channel }: { channel: Channel }) {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <Field name="address" label={say(`login.${channel}`)} rules={addressRules(channel, words)}>
      <AddressField channel={channel} isUserName />
    </Field>
  );
}

/** The field `code`. */
export function SentCodeItem({ onSend }: { onSend: () => Promise<number | null> }) {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <Field name="code" label={say('code.label')} rules={codeRules(words)}>
      <CodeField onSend={onSend} />
    </Field>
  );
}
