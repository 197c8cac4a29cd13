import { X } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { DialogKept } from './dialog-busy';
import { useClosedWithPlace } from './dialogs-over';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Absent: the dialog has to be answered. */
  onClose?: () => void;
  /** What was pressed is being sent: it stays until the answer, as with whatever in it says so by `useDialogBusy`. */
  isBusy?: boolean;
  /** At the window's edge, at full height. */
  isDrawer?: boolean;
  children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus, closes with Esc and hides the rest from assistive technology. */
export function Dialog({ title, onClose, isBusy = false, isDrawer = false, children }: DialogProps) {
  const { say } = useTexts();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  const [sending, setSending] = useState(0);
  const keep = useCallback(() => {
    setSending((count) => count + 1);
    return () => setSending((count) => count - 1);
  }, []);
  const isKept = isBusy || sending > 0;
  const close = isKept ? undefined : onClose;
  useClosedWithPlace(close);
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      data-drawer={isDrawer}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        close?.();
      }}
      onClose={({ currentTarget: dialog }) => {
        // A browser closes it at a second Esc, whatever was said to the first.
        if (!dialog.isConnected || dialog.open) return;
        if (close) close();
        else dialog.showModal();
      }}
      onMouseDown={({ target }) => {
        // The dialog's own area around its content is the backdrop.
        if (target === element.current) close?.();
      }}
    >
      <div className={styles.content}>
        <header className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          {onClose && (
            <button
              type="button"
              className={styles.close}
              aria-label={say('page.close')}
              disabled={isKept}
              onClick={onClose}
            >
              <X size={18} aria-hidden="true" />
            </button>
          )}
        </header>
        <DialogKept value={keep}>{children}</DialogKept>
      </div>
    </dialog>
  );
}
