import { useDispatch } from 'react-redux';
import type { LogInByCodeRequest } from '../../../../shared/wire/account';
import type { PasskeyLogInRequest } from '../../../../shared/wire/security';
import { api } from '../../shared/api/api';
import type { Fault } from '../../shared/api/envelope';
import { dropTicket } from '../../shared/api/ticket';
import { sessionApi, type Credentials } from './session-api';
import { loggedIn } from './session-slice';

export interface WaysIn {
  byPassword: (credentials: Credentials) => Promise<Fault | null>;
  byCode: (request: LogInByCodeRequest) => Promise<Fault | null>;
  byPasskey: (request: PasskeyLogInRequest) => Promise<Fault | null>;
}

/** Logs in, in the order the specification has it: ticket, after-login, and only then is the page the user's. */
export function useEnter(): WaysIn {
  const dispatch = useDispatch();
  const [byPassword] = sessionApi.useLogInMutation();
  const [byCode] = sessionApi.useLogInByCodeMutation();
  const [byPasskey] = sessionApi.usePasskeyLogInMutation();
  const [afterLogIn] = sessionApi.useAfterLogInMutation();
  const [askWho] = sessionApi.useLazyGetUserInfoQuery();

  /** Without a name, as of a passkey, the exchange is asked whose it was. */
  const goOn = async (name: string | undefined): Promise<Fault | null> => {
    const username = name ?? (await askWho()).data?.userName ?? '';
    const told = await afterLogIn(username);
    if (told.error) {
      dropTicket();
      return told.error;
    }
    // Whatever is still known of the one who was here before is not theirs.
    dispatch(api.util.invalidateTags(['Orders', 'Assets', 'Security', 'Messages', 'Verification']));
    dispatch(loggedIn());
    await askWho();
    return null;
  };
  const entered = async (ticket: { error?: Fault }, name?: string) => ticket.error ?? (await goOn(name));
  return {
    byPassword: async (credentials) => entered(await byPassword(credentials), credentials.username),
    byCode: async (request) => entered(await byCode(request), request.address),
    byPasskey: async (request) => entered(await byPasskey(request)),
  };
}
