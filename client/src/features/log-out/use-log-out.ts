import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useLogOutMutation } from '../../entities/session/session-api';
import { loggedOut } from '../../shared/api/api-events';
import { dropTicket } from '../../shared/api/ticket';

/** Ends the log-in on the server and, whatever it answers, here. */
export function useLogOut(): () => Promise<void> {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const [logOut] = useLogOutMutation();
  return async () => {
    // The request still carries the ticket: it is dropped only when the answer is there or does not come.
    await logOut();
    dropTicket();
    dispatch(loggedOut());
    await navigate('/login');
  };
}
