import type { ReactNode } from 'react';
import type { Fault } from '../../api/envelope';
import { useTexts } from '../../i18n/use-texts';
import { Faulty } from '../page/faulty';
import { Note } from '../page/note';

interface FetchedListProps<Row> {
  data: readonly Row[] | undefined;
  error: Fault | undefined;
  onRetry: () => void;
  /** Shown when empty. */
  empty: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A complete server list: loading, a fault with a retry, empty, or the content. */
export function FetchedList<Row>({ data, error, onRetry, empty, children }: FetchedListProps<Row>) {
  const { t } = useTexts();
  if (error) return <Faulty error={error} onRetry={onRetry} />;
  if (!data) return <Note kind="loading" text={t('page.loading')} />;
  return data.length === 0 ? <Note kind="empty" text={empty} /> : children(data);
}
