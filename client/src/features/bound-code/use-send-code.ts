import type { FormInstance } from 'antd/es/form';
import type { SendCodeRequest } from '../../../../shared/wire/security';
import { securityApi } from '../../entities/security/security-api';

/** Sends a code about one's own account: the seconds until another may be asked for, or null when none was sent. */
export function useSendCode(form: FormInstance): (wish: SendCodeRequest) => Promise<number | null> {
  const [send] = securityApi.useSendBoundCodeMutation();
  return async (wish) => {
    // A code to an address that is about to be bound goes to what the form says.
    if (wish.purpose === 'bind') {
      const isGood = await form.validateFields(['address']).then(
        () => true,
        () => false,
      );
      if (!isGood) return null;
    }
    const address = wish.purpose === 'bind' ? { address: String(form.getFieldValue('address')).trim() } : {};
    const { data, error } = await send({ ...wish, ...address });
    if (error?.message !== undefined && wish.purpose === 'bind' && error.code === 'address.already.bound')
      form.setFields([{ name: 'address', errors: [error.message] }]);
    return data?.resendSeconds ?? null;
  };
}
