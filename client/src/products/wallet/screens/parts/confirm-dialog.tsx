import type { ReactNode } from 'react';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { focusFirst } from '../../../../kit/lib/hooks/focus-first';
import { Button } from '../../../../kit/ui/controls/button';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import styles from './wallet.module.css';

interface ConfirmDialogProps {
  title: string;
  /** Consequence of the action. */
  text: string;
  /** Label of the confirm button. */
  act: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Details of the item. */
  children: ReactNode;
}

export function ConfirmDialog({ title, text, act, isBusy, onConfirm, onClose, children }: ConfirmDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog title={title} isBusy={isBusy} onClose={onClose}>
      {children}
      <p className={styles.muted}>{text}</p>
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={onClose}>
          {t('wallet.keep')}
        </Button>
        <button
          type="button"
          ref={focusFirst}
          className={styles.way}
          disabled={isBusy}
          aria-busy={isBusy}
          onClick={onConfirm}
        >
          {act}
        </button>
      </div>
    </Dialog>
  );
}
