import type { SendCodeRequest } from '../../../../shared/products/identity/security';
import { securityApi } from '../entities/security/security-api';
import type { FieldsForm } from '../ui/form/use-form';

/** Sends a code for the user's own account. Returns the seconds until a resend is allowed, or null if none was sent. */
export function useSendCode(form: FieldsForm<object>): (request: SendCodeRequest) => Promise<number | null> {
  const [send] = securityApi.useSendBoundCodeMutation();
  return async (request) => {
    // When binding, the code goes to the new address in the form.
    const isBinding = request.purpose === 'bind';
    const fields = form as FieldsForm<{ address: string }>;
    if (isBinding && !(await fields.judge('address'))) return null;
    const address = isBinding ? { address: fields.value('address')?.trim() } : {};
    const { data, error } = await send({ ...request, ...address });
    if (error?.message !== undefined && isBinding && error.code === 'address.already.bound')
      form.showFaults([{ name: 'address', text: error.message }]);
    return data?.resendSeconds ?? null;
  };
}
