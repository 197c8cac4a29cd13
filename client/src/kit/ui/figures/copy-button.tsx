import { Copy } from 'lucide-react';
import { useTexts } from '../../i18n/use-texts';
import { IconButton } from '../controls/icon-button';
import { useCopy } from './use-copy';

interface CopyButtonProps {
  text: string;
  /** Accessible name of the copied value. */
  label: string;
}

/** Copies and shows whether it succeeded. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTexts();
  const copy = useCopy();
  return (
    <IconButton label={t('wallet.copy', { what: label })} onClick={() => void copy(text)}>
      <Copy size={16} aria-hidden="true" />
    </IconButton>
  );
}
