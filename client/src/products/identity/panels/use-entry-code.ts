import type { SendCodeRequest } from '../../../../../shared/products/identity/account';
import { useSendEntryCodeMutation } from '../../../entities/session/session-api';
import type { Fault } from '../../../shared/api/envelope';
import type { FieldsForm } from '../../../shared/ui/form/use-form';

interface EntryCodeWishes {
  purpose: SendCodeRequest['purpose'];
  channel: SendCodeRequest['channel'];
  /** The address as it stands in the form, or null after saying what is wrong with it. */
  addressOf: () => Promise<string | null>;
  onRefused: (refused: Fault) => void;
}

/** Sends a code to whoever wants in: the seconds until another, or null when there is none. */
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

/** The form's address when it is one. */
export async function goodAddress(form: FieldsForm<{ address: string }>): Promise<string | null> {
  return (await form.judge('address')) ? (form.value('address')?.trim() ?? null) : null;
}
