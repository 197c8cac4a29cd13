import { useId, type ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  title: string;
  /** Beside the title: what the whole panel is in. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled area of a page. */
export function Panel({ title, aside, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className={styles.panel} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
