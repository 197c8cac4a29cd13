import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  lead?: string;
  /** Shown beside the title, such as a link to more. */
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, lead, aside, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {aside}
        {lead !== undefined && <p>{lead}</p>}
      </header>
      {children}
    </section>
  );
}
