import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTexts } from '../../shared/i18n/use-texts';
import { IconButton } from '../../shared/ui/icon-button';
import styles from './trade-page.module.css';

interface SheetProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Comes up from below and keeps what is in it while it is closed: a half-typed order is still there. */
export function Sheet({ title, isOpen, onClose, children }: SheetProps) {
  const { say } = useTexts();
  const titleId = useId();
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (isOpen && !dialog.open) dialog.showModal();
    if (!isOpen && dialog.open) dialog.close();
  }, [isOpen]);
  return (
    <dialog
      ref={element}
      className={styles.sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A dialog inside of it closes by itself.
        if (event.target !== element.current) return;
        event.preventDefault();
        onClose();
      }}
      onMouseDown={({ target }) => target === element.current && onClose()}
    >
      <div className={styles.sheetContent}>
        <header>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={say('page.close')} onClick={onClose}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </header>
        {children}
      </div>
    </dialog>
  );
}
