import { useStore } from 'react-redux';
import { useNavigate } from 'react-router';
import { useLogOutMutation } from '../../entities/session/session-api';
import { leaveSession } from '../../shared/api/session';

/** Ends the log-in here at once, so that nothing that is still on its way is of any effect, and on the server. */
export function useLogOut(): () => Promise<void> {
  const store = useStore();
  const navigate = useNavigate();
  const [logOut] = useLogOutMutation();
  return async () => {
    const ticket = leaveSession(store);
    await Promise.all([ticket !== null && logOut({ ticket }), navigate('/login')]);
  };
}
