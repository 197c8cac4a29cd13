import { useState } from 'react';
import { Link } from 'react-router';
import { CHANNELS, type Channel } from '../../../../shared/products/identity/rules/code-channels';
import type { SecurityOverview, SendCodeRequest } from '../../../../shared/products/identity/security';
import { useServerWords } from '../i18n/server-words';
import { useTexts } from '../i18n/use-texts';
import { ChannelSwitch } from '../ui/form/fields/channel-switch';
import { CodeField } from '../ui/form/fields/code-field';
import { codeRules } from '../ui/form/rules';
import { useSendCode } from './use-send-code';
import { Field } from '../ui/form/field';
import type { FieldsForm } from '../ui/form/use-form';
import { TextWithFact } from '../ui/text-with-fact';

/** Destination of codes about the user's own account: one of the bound addresses. */
export interface BoundChannel {
  channel: Channel;
  boundChannels: readonly Channel[];
  choose: (channel: Channel) => void;
}

/** Null if the user has bound no address. */
export function useBoundChannel(overview: SecurityOverview): BoundChannel | null {
  const [preferredChannel, choose] = useState<Channel>('email');
  const boundChannels = CHANNELS.filter((channel) => overview[channel] !== null);
  const channel = boundChannels.includes(preferredChannel) ? preferredChannel : boundChannels[0];
  return channel === undefined ? null : { channel, boundChannels, choose };
}

/** Form field of each refusal code. */
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

/** The field `code`. A code sent to a bound address protects against a stolen password. */
export function BoundCodeItem({ overview, form, purpose, to: { channel, boundChannels, choose } }: BoundCodeItemProps) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const sendCode = useSendCode(form);
  return (
    <>
      <ChannelSwitch label={t('proof.channel')} selected={channel} channels={boundChannels} onChoose={choose} />
      <Field
        name="code"
        label={t('code.label')}
        extra={<TextWithFact text="proof.code_to" params={{ address: overview[channel] ?? '' }} />}
        rules={codeRules(serverText)}
      >
        {/* The key gives each channel its own resend timer: if mail fails, the user can use the phone immediately. */}
        <CodeField key={channel} onSend={() => sendCode({ purpose, channel })} />
      </Field>
    </>
  );
}

/** Replaces the form if the user has bound no address. */
export function NowhereToSend() {
  const { t } = useTexts();
  const serverText = useServerWords();
  return (
    <p>
      {serverText('code', 'address.not.bound')} <Link to="/accountSet/bindEmail">{t('security.menu.email')}</Link>
    </p>
  );
}
