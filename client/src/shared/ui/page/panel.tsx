import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** The first heading of the page, or one of those below it. */
  level: 1 | 2;
  /** What it is for. */
  lead?: string;
  /** What can be done here. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its heading. */
export function Panel({ title, level, lead, actions, children }: PanelProps) {
  const id = useId();
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.head}>
        <div className={styles.words}>
          <Heading id={id}>{title}</Heading>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
