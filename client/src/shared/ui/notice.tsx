import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  kind: 'empty' | 'loading' | 'error';
  text: string;
  /** What can be done about it. */
  action?: ReactNode;
}

/** Stands where content would be, and says why there is none. */
export function Notice({ kind, text, action }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      {kind === 'loading' && <span className={styles.spinner} aria-hidden="true" />}
      <p>{text}</p>
      {action}
    </div>
  );
}
