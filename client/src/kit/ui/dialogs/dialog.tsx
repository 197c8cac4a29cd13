import { X } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { DialogKept } from './dialog-busy';
import { useCloseOnScopeChange } from './dialog-scope';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  /** Absent: the dialog must be answered. */
  onClose?: () => void;
  /** A request is in flight: the dialog stays open until the answer. Content can request the same by `useDialogBusy`. */
  isBusy?: boolean;
  /** Full height at the window's edge. */
  isDrawer?: boolean;
  children: ReactNode;
}

/** Native modal dialog: traps the focus, closes with Esc and hides the page from assistive technology. */
export function Dialog({ title, onClose, isBusy = false, isDrawer = false, children }: DialogProps) {
  const { t } = useTexts();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  const [sending, setSending] = useState(0);
  const keep = useCallback(() => {
    setSending((count) => count + 1);
    return () => setSending((count) => count - 1);
  }, []);
  const isKept = isBusy || sending > 0;
  const close = isKept ? undefined : onClose;
  useCloseOnScopeChange(close);
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
        // Browsers close the dialog on the second Esc, even if the first was prevented.
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
              aria-label={t('page.close')}
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
