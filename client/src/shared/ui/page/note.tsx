import type { ReactNode } from 'react';
import styles from './note.module.css';

interface NoteProps {
  kind: 'empty' | 'loading' | 'error';
  text: string;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Stands where content would be, and says why there is none. */
export function Note({ kind, text, action }: NoteProps) {
  return (
    <div className={styles.note} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'loading' && <span className={styles.spinner} aria-hidden="true" />}
      <p>{text}</p>
      {action}
    </div>
  );
}
