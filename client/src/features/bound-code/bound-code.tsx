import { useState } from 'react';
import { Link } from 'react-router';
import { CHANNELS, type Channel } from '../../../../shared/products/identity/rules/code-channels';
import type { SecurityOverview, SendCodeRequest } from '../../../../shared/products/identity/security';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { ChannelSwitch } from '../../shared/ui/form/fields/channel-switch';
import { CodeField } from '../../shared/ui/form/fields/code-field';
import { codeRules } from '../../shared/ui/form/rules';
import { useSendCode } from './use-send-code';
import { Field } from '../../shared/ui/form/field';
import type { FieldsForm } from '../../shared/ui/form/use-form';
import { Said } from '../../shared/ui/said';

/** Where a code about one's own account goes: one of the addresses that are bound. */
export interface BoundChannel {
  channel: Channel;
  bound: readonly Channel[];
  choose: (channel: Channel) => void;
}

/** Null for who has bound none. */
export function useBoundChannel(overview: SecurityOverview): BoundChannel | null {
  const [wish, choose] = useState<Channel>('email');
  const bound = CHANNELS.filter((channel) => overview[channel] !== null);
  const channel = bound.includes(wish) ? wish : bound[0];
  return channel === undefined ? null : { channel, bound, choose };
}

/** The field that each refusal of such a code is about. */
export const BOUND_CODE_FIELD_OF = {
  'verification.code.error': 'code',
  'verification.code.required': 'code',
} as const;

interface BoundCodeItemProps {
  overview: SecurityOverview;
  form: FieldsForm<object>;
  purpose: Exclude<SendCodeRequest['purpose'], 'bind'>;
  to: BoundChannel;
}

/** The field `code`: whoever has stolen a password does not read what is sent to its owner. */
export function BoundCodeItem({ overview, form, purpose, to: { channel, bound, choose } }: BoundCodeItemProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const sendCode = useSendCode(form);
  return (
    <>
      <ChannelSwitch label={say('proof.channel')} chosen={channel} channels={bound} onChoose={choose} />
      <Field
        name="code"
        label={say('code.label')}
        extra={<Said text="proof.code_to" facts={{ address: overview[channel] ?? '' }} />}
        rules={codeRules(words)}
      >
        {/* Whom the mail does not reach need not wait before the phone is tried. */}
        <CodeField key={channel} onSend={() => sendCode({ purpose, channel })} />
      </Field>
    </>
  );
}

/** In place of the form, for who has bound no address. */
export function NowhereToSend() {
  const { say } = useTexts();
  const words = useServerWords();
  return (
    <p>
      {words('code', 'address.not.bound')} <Link to="/accountSet/bindEmail">{say('security.menu.email')}</Link>
    </p>
  );
}
