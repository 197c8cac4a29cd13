import type { ReactNode } from 'react';
import styles from './desk.module.css';

/** A table that is only read: where it is wider than the screen, keys scroll it too. */
export function ReadTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>{children}</table>
    </div>
  );
}
