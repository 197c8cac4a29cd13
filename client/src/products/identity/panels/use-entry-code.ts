import type { SendCodeRequest } from '../../../../../shared/products/identity/account';
import { useSendEntryCodeMutation } from '../../../kit/entities/session/session-api';
import type { Fault } from '../../../kit/api/envelope';
import type { FieldsForm } from '../../../kit/ui/form/use-form';

interface EntryCodeWishes {
  purpose: SendCodeRequest['purpose'];
  channel: SendCodeRequest['channel'];
  /** Address in the form; null after showing its fault. */
  addressOf: () => Promise<string | null>;
  onRefused: (error: Fault) => void;
}

/** Sends a code to the address of a visitor. Returns the seconds until a resend is allowed, or null if none was sent. */
export function useEntryCode({
  purpose,
  channel,
  addressOf,
  onRefused,
}: EntryCodeWishes): () => Promise<number | null> {
  const [send] = useSendEntryCodeMutation();
  return async () => {
    const address = await addressOf();
    if (address === null) return null;
    const { data, error } = await send({ purpose, channel, address });
    if (error) onRefused(error);
    return data?.resendSeconds ?? null;
  };
}

/** Trimmed address of the form if valid, else null. */
export async function goodAddress(form: FieldsForm<{ address: string }>): Promise<string | null> {
  return (await form.judge('address')) ? (form.value('address')?.trim() ?? null) : null;
}
