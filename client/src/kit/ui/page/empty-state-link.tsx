import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './empty-state-link.module.css';

/** Link below an empty state to where content is created. */
export function EmptyStateLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.way} to={to}>
      {children}
    </Link>
  );
}
