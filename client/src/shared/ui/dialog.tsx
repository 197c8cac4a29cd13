import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTexts } from '../i18n/use-texts';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Absent: the dialog has to be answered. */
  onClose?: () => void;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus, closes with Esc and hides the rest from assistive technology. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { say } = useTexts();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ currentTarget: dialog }) => {
        // A browser closes it at a second Esc, whatever was said to the first.
        if (!dialog.isConnected || dialog.open) return;
        if (onClose) onClose();
        else dialog.showModal();
      }}
      onMouseDown={({ target }) => {
        // The dialog's own area around its content is the backdrop.
        if (target === element.current) onClose?.();
      }}
    >
      <div className={styles.content}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {onClose && (
            <button type="button" className={styles.close} aria-label={say('page.close')} onClick={onClose}>
              <X size={18} aria-hidden="true" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
