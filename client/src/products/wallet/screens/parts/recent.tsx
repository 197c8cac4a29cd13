import type { ReactNode } from 'react';
import type { Fault } from '../../../../kit/api/envelope';
import { Note } from '../../../../kit/ui/page/note';
import { Waiting } from '../../../../kit/ui/page/waiting';
import styles from './recent.module.css';
import shared from './wallet.module.css';

interface RecentProps<Row> {
  id: string;
  title: string;
  query: { data?: { records: readonly Row[] }; error?: Fault; refetch: () => unknown };
  empty: string;
  /** Renders one record. */
  children: (record: Row) => ReactNode;
}

/** Panel with the newest records of a list. */
export function RecentPanel<Row>({ id, title, query: { data, error, refetch }, empty, children }: RecentProps<Row>) {
  return (
    <section className={shared.panel} aria-labelledby={id}>
      <header className={shared.head}>
        <h2 id={id}>{title}</h2>
      </header>
      {!data ? (
        <Waiting error={error} onRetry={refetch} />
      ) : data.records.length === 0 ? (
        <Note kind="empty" text={empty} />
      ) : (
        <ul className={styles.recent}>{data.records.map(children)}</ul>
      )}
    </section>
  );
}
