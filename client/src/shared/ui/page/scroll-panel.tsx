import type { ReactNode } from 'react';
import styles from './scroll-panel.module.css';

/** Sections below each other in a panel that scrolls by itself. */
export function ScrollPanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Whoever has no mouse scrolls it with the arrow keys, which needs the focus.
    <div className={styles.panel} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
