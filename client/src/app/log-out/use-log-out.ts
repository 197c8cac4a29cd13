import { useStore } from 'react-redux';
import { useNavigate } from 'react-router';
import { useLogOutMutation } from '../../kit/entities/session/session-api';
import { leaveSession } from '../../kit/api/session';

/** Ends the session locally at once, so that pending responses have no effect, and on the server. */
export function useLogOut(): () => Promise<void> {
  const store = useStore();
  const navigate = useNavigate();
  const [logOut] = useLogOutMutation();
  return async () => {
    const ticket = leaveSession(store);
    await Promise.all([ticket !== null && logOut({ ticket }), navigate('/login')]);
  };
}
