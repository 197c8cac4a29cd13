import type { ReactNode } from 'react';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { focusFirst } from '../../../../shared/lib/hooks/focus-first';
import { Button } from '../../../../shared/ui/controls/button';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import styles from './wallet.module.css';

interface ConfirmDialogProps {
  title: string;
  /** What follows from it. */
  text: string;
  /** On the button that does it. */
  act: string;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What it is about. */
  children: ReactNode;
}

/** Asks once more before something is gone. */
export function ConfirmDialog({ title, text, act, isBusy, onConfirm, onClose, children }: ConfirmDialogProps) {
  const { say } = useTexts();
  return (
    <Dialog title={title} isBusy={isBusy} onClose={onClose}>
      {children}
      <p className={styles.muted}>{text}</p>
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={onClose}>
          {say('wallet.keep')}
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
