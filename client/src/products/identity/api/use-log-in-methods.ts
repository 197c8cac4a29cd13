import { useStore } from 'react-redux';
import type { LogInByCodeRequest } from '../../../../../shared/products/identity/account';
import type { PasskeyLogInRequest } from '../../../../../shared/products/identity/passkeys';
import type { Fault } from '../../../kit/api/envelope';
import { beginSession } from '../../../kit/api/session';
import { sessionApi, type Credentials, type LoggedIn } from '../../../kit/entities/session/session-api';

export interface LogInMethods {
  byPassword: (credentials: Credentials) => Promise<Fault | null>;
  byCode: (request: LogInByCodeRequest) => Promise<Fault | null>;
  byPasskey: (request: PasskeyLogInRequest) => Promise<Fault | null>;
}

type Answer = { data: LoggedIn; error?: undefined } | { data?: undefined; error: Fault };

/** Logs in in the order of the specification: ticket, after-login, then the session begins. */
export function useLogInMethods(): LogInMethods {
  const store = useStore();
  const [byPassword] = sessionApi.useLogInMutation();
  const [byCode] = sessionApi.useLogInByCodeMutation();
  const [byPasskey] = sessionApi.usePasskeyLogInMutation();
  const [askEntrant] = sessionApi.useAskEntrantMutation();
  const [afterLogIn] = sessionApi.useAfterLogInMutation();

  /** Without a name, as with a passkey, the server is asked for it. */
  const completeLogIn = async ({ data, error }: Answer, name?: string): Promise<Fault | null> => {
    if (error) return error;
    const { userId, ticket } = data;
    if (ticket === undefined) return {};
    const username = name ?? (await askEntrant({ ticket })).data?.userName ?? '';
    const target = await afterLogIn({ username, ticket });
    if (target.error) return target.error;
    beginSession(store, { ticket, userId });
    return null;
  };
  return {
    byPassword: async (credentials) => completeLogIn(await byPassword(credentials), credentials.username),
    byCode: async (request) => completeLogIn(await byCode(request), request.address),
    byPasskey: async (request) => completeLogIn(await byPasskey(request)),
  };
}
