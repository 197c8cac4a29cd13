import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import type { TextKey } from '../../../../../shared/i18n/i18n';
import { toastShown } from '../../../../../shared/toasts/toasts-slice';

/** Says that it is done, and goes back to where all of it is seen. */
export function useDone(): (key: TextKey) => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return (key) => {
    dispatch(toastShown({ kind: 'success', key }));
    void navigate('/accountSet/security');
  };
}

export function useSaid(): (key: TextKey) => void {
  const dispatch = useDispatch();
  return (key) => void dispatch(toastShown({ kind: 'success', key }));
}
