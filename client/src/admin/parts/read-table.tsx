import type { ReactNode } from 'react';
import styles from './admin.module.css';

/** Read-only table. Focusable, so that keyboard users can scroll it if it is wider than the screen. */
export function ReadTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={label}>
      <table aria-label={label}>{children}</table>
    </div>
  );
}
