import { Copy } from 'lucide-react';
import { useTexts } from '../../i18n/use-texts';
import { IconButton } from '../controls/icon-button';
import { useCopy } from './use-copy';

interface CopyButtonProps {
  text: string;
  /** What it copies. */
  label: string;
}

/** Copies, and says whether it could. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { say } = useTexts();
  const copy = useCopy();
  return (
    <IconButton label={say('wallet.copy', { what: label })} onClick={() => void copy(text)}>
      <Copy size={16} aria-hidden="true" />
    </IconButton>
  );
}
