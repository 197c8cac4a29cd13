import type { ReactNode } from 'react';
import styles from './note.module.css';

interface NoteProps {
  kind: 'empty' | 'loading' | 'error';
  text: string;
  /** Available action. */
  action?: ReactNode;
}

/** Note in place of missing content. */
export function Note({ kind, text, action }: NoteProps) {
  return (
    <div className={styles.note} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'loading' && <span className={styles.spinner} aria-hidden="true" />}
      <p>{text}</p>
      {action}
    </div>
  );
}
