import type { SendCodeRequest } from '../../../../shared/products/identity/security';
import { securityApi } from '../../entities/security/security-api';
import type { FieldsForm } from '../../shared/ui/form/use-form';

/** Sends a code about one's own account: the seconds until another may be asked for, or null when none was sent. */
export function useSendCode(form: FieldsForm<object>): (wish: SendCodeRequest) => Promise<number | null> {
  const [send] = securityApi.useSendBoundCodeMutation();
  return async (wish) => {
    // A code to an address that is about to be bound goes to what the form says.
    const isBinding = wish.purpose === 'bind';
    const fields = form as FieldsForm<{ address: string }>;
    if (isBinding && !(await fields.judge('address'))) return null;
    const address = isBinding ? { address: fields.value('address')?.trim() } : {};
    const { data, error } = await send({ ...wish, ...address });
    if (error?.message !== undefined && isBinding && error.code === 'address.already.bound')
      form.showFaults([{ name: 'address', text: error.message }]);
    return data?.resendSeconds ?? null;
  };
}
