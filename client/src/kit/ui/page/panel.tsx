import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Heading level: 1 for the page's first heading. */
  level: 1 | 2;
  /** Purpose of the panel. */
  lead?: string;
  /** Actions of the panel. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Section of a page with a heading. */
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
