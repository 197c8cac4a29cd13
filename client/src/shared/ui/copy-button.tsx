import { Copy } from 'lucide-react';
import { useDispatch } from 'react-redux';
import { useTexts } from '../i18n/use-texts';
import { copyText } from '../lib/copy';
import { toastShown } from '../toasts/toasts-slice';
import { IconButton } from './icon-button';

interface CopyButtonProps {
  text: string;
  /** What it copies. */
  label: string;
}

/** Copies, and says whether it could. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const copy = async () => {
    const isCopied = await copyText(text);
    dispatch(
      toastShown(isCopied ? { kind: 'success', key: 'page.copied' } : { kind: 'error', key: 'page.copy_failed' }),
    );
  };
  return (
    <IconButton label={say('wallet.copy', { what: label })} onClick={() => void copy()}>
      <Copy size={16} aria-hidden="true" />
    </IconButton>
  );
}
