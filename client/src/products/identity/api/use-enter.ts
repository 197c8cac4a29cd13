import { useStore } from 'react-redux';
import type { LogInByCodeRequest } from '../../../../../shared/products/identity/account';
import type { PasskeyLogInRequest } from '../../../../../shared/products/identity/security';
import type { Fault } from '../../../shared/api/envelope';
import { beginSession } from '../../../shared/api/session';
import { sessionApi, type Credentials, type LoggedIn } from '../../../entities/session/session-api';

export interface WaysIn {
  byPassword: (credentials: Credentials) => Promise<Fault | null>;
  byCode: (request: LogInByCodeRequest) => Promise<Fault | null>;
  byPasskey: (request: PasskeyLogInRequest) => Promise<Fault | null>;
}

type Answer = { data: LoggedIn; error?: undefined } | { data?: undefined; error: Fault };

/** Logs in, in the order the specification has it: ticket, after-login, and only then is the page the user's. */
export function useEnter(): WaysIn {
  const store = useStore();
  const [byPassword] = sessionApi.useLogInMutation();
  const [byCode] = sessionApi.useLogInByCodeMutation();
  const [byPasskey] = sessionApi.usePasskeyLogInMutation();
  const [askEntrant] = sessionApi.useAskEntrantMutation();
  const [afterLogIn] = sessionApi.useAfterLogInMutation();

  /** Without a name, as of a passkey, the exchange is asked whose it was. */
  const entered = async ({ data, error }: Answer, name?: string): Promise<Fault | null> => {
    if (error) return error;
    const { userId, ticket } = data;
    if (ticket === undefined) return {};
    const username = name ?? (await askEntrant({ ticket })).data?.userName ?? '';
    const told = await afterLogIn({ username, ticket });
    if (told.error) return told.error;
    beginSession(store, { ticket, userId });
    return null;
  };
  return {
    byPassword: async (credentials) => entered(await byPassword(credentials), credentials.username),
    byCode: async (request) => entered(await byCode(request), request.address),
    byPasskey: async (request) => entered(await byPasskey(request)),
  };
}
