import type { ReactNode } from 'react';
import type { Fault } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { Faulty } from '../page/faulty';
import { Note } from '../page/note';

interface FetchedListProps<Row> {
  data: readonly Row[] | undefined;
  error: Fault | undefined;
  onRetry: () => void;
  /** In place of what there is none of. */
  empty: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A whole list that the server has: loading, why it did not come and another try, nothing there, or what shows it. */
export function FetchedList<Row>({ data, error, onRetry, empty, children }: FetchedListProps<Row>) {
  const { say } = useTexts();
  if (error) return <Faulty fault={error} onRetry={onRetry} />;
  if (!data) return <Note kind="loading" text={say('page.loading')} />;
  return data.length === 0 ? <Note kind="empty" text={empty} /> : children(data);
}
