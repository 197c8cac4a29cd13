import { useDispatch } from 'react-redux';
import { copyText } from '../../lib/copy';
import { toastShown } from '../../toasts/toasts-slice';

/** Copies and returns whether it succeeded. */
export function useCopy(): (text: string) => Promise<void> {
  const dispatch = useDispatch();
  return async (text) => {
    const isCopied = await copyText(text);
    dispatch(
      toastShown(isCopied ? { kind: 'success', key: 'page.copied' } : { kind: 'error', key: 'page.copy_failed' }),
    );
  };
}
