import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Page } from '../../../../shared/wire/fields';
import type { Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import type { Column, Paging } from '../../shared/ui/data-table/columns';
import { DataTable } from '../../shared/ui/data-table/data-table';
import { Faulty } from '../../shared/ui/faulty';
import { IconButton } from '../../shared/ui/icon-button';
import { Note } from '../../shared/ui/note';

/** A list as it was asked of the server. */
export interface AskedList<Row> {
  data?: Page<Row>;
  error?: Fault;
  isFetching: boolean;
  refetch: () => unknown;
}

interface DeskListProps<Row> {
  /** Under which the choice of columns is kept. */
  name: string;
  label: string;
  columns: readonly Column<Row>[];
  asked: AskedList<Row>;
  keyOf: (row: Row) => string;
  empty: string;
  paging: Paging;
  onPage: (paging: Paging) => void;
  actions?: ReactNode;
}

/** A list of the desk. Nothing asks for it by itself: every look of staff is written down. */
export function DeskList<Row extends object>(properties: DeskListProps<Row>) {
  const { name, label, columns, asked, keyOf, empty, paging, onPage, actions } = properties;
  const { say } = useTexts();
  const again = () => void asked.refetch();
  if (asked.error) return <Faulty fault={asked.error} onRetry={again} />;
  return (
    <DataTable<Row>
      name={`desk.${name}`}
      label={label}
      columns={columns}
      rows={asked.data?.records}
      keyOf={keyOf}
      isFetching={asked.isFetching}
      empty={<Note kind="empty" text={empty} />}
      paging={paging}
      total={asked.data?.total ?? 0}
      onPage={onPage}
      actions={
        <>
          {actions}
          <IconButton label={say('staff.refresh')} onClick={again}>
            <RefreshCw size={16} aria-hidden="true" />
          </IconButton>
        </>
      }
    />
  );
}
