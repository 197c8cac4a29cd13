import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './way.module.css';

/** Below what says that there is nothing yet: where something comes from. */
export function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={styles.way} to={to}>
      {children}
    </Link>
  );
}
