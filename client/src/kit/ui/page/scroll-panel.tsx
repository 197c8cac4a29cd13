import type { ReactNode } from 'react';
import styles from './scroll-panel.module.css';

/** Stacked sections in a panel with its own scrolling. */
export function ScrollPanel({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Focusable, so that keyboard users can scroll it with the arrow keys.
    <div className={styles.panel} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
