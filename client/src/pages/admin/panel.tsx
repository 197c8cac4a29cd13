import { useId, type ReactNode } from 'react';
import styles from './desk.module.css';

interface PanelProps {
  title: string;
  /** The first heading of the page, or one of those below it. */
  level: 1 | 2;
  /** What can be done here. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the desk under its heading. */
export function Panel({ title, level, actions, children }: PanelProps) {
  const id = useId();
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.panelHead}>
        <Heading id={id}>{title}</Heading>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
