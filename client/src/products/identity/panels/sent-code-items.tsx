import type { Channel } from '../../../../../shared/products/identity/security';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { AddressField } from '../../../kit/ui/form/fields/address-field';
import { CodeField } from '../../../kit/ui/form/fields/code-field';
import { addressRules, codeRules } from '../../../kit/ui/form/rules';
import { Field } from '../../../kit/ui/form/field';

/** Refusal codes about the address or the code sent to it. */
export const SENT_CODE_FIELD_OF = {
  'email.format.error': 'address',
  'phone.format.error': 'address',
  'delivery.unavailable': 'address',
  'verification.code.error': 'code',
  'code.too.soon': 'code',
  'codes.too.many': 'code',
};

/** The field `address`, which identifies the account. */
export function AddressItem({ channel }: { channel: Channel }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <Field name="address" label={t(`login.${channel}`)} rules={addressRules(channel, serverText)}>
      <AddressField channel={channel} isUserName />
    </Field>
  );
}

export function SentCodeItem({ onSend }: { onSend: () => Promise<number | null> }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <Field name="code" label={t('code.label')} rules={codeRules(serverText)}>
      <CodeField onSend={onSend} />
    </Field>
  );
}
