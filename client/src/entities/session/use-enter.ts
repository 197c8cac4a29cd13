import { useDispatch } from 'react-redux';
import { api } from '../../shared/api/api';
import type { Fault } from '../../shared/api/envelope';
import { dropTicket } from '../../shared/api/ticket';
import { sessionApi, useAfterLogInMutation, useLogInMutation } from './session-api';
import { loggedIn } from './session-slice';

export interface Credentials {
  username: string;
  password: string;
}

/** Logs in, in the order the specification has it: token, after-login, and only then is the page the user's. */
export function useEnter(): (credentials: Credentials) => Promise<Fault | null> {
  const dispatch = useDispatch();
  const [logIn] = useLogInMutation();
  const [afterLogIn] = useAfterLogInMutation();
  const [askWho] = sessionApi.useLazyGetUserInfoQuery();
  return async (credentials) => {
    const token = await logIn(credentials);
    if (token.error) return token.error;
    const told = await afterLogIn(credentials.username);
    if (told.error) {
      dropTicket();
      return told.error;
    }
    // Whatever is still known of the one who was here before is not theirs.
    dispatch(api.util.invalidateTags(['Orders', 'Assets']));
    dispatch(loggedIn());
    await askWho();
    return null;
  };
}
