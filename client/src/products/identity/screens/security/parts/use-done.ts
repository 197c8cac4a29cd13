import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import type { TextKey } from '../../../../../kit/i18n/i18n';
import { toastShown } from '../../../../../kit/toasts/toasts-slice';

/** Confirms success and returns to the overview. */
export function useDone(): (key: TextKey) => void {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  return (key) => {
    dispatch(toastShown({ kind: 'success', key }));
    void navigate('/accountSet/security');
  };
}

export function useConfirmation(): (key: TextKey) => void {
  const dispatch = useDispatch();
  return (key) => void dispatch(toastShown({ kind: 'success', key }));
}
