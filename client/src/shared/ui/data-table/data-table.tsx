/** Rows with the specification's table options: choice of columns, sorting, selection, pages. */
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { useKeptText } from '../../lib/storage/kept';
import { Pager } from '../lists/pager';
import type { Paging } from '../lists/pages';
import { ColumnChoice } from './column-choice';
import { hiddenIn, keptText, type RowsProps } from './columns';
import styles from './data-table.module.css';
import { Rows } from './rows';

export interface DataTableProps<Row> extends RowsProps<Row> {
  /** Under which the choice of columns is kept. */
  name: string;
  paging: Paging;
  total: number;
  onPage: (paging: Paging) => void;
  /** Beside the choice of columns: what can be done with all of it. */
  actions?: ReactNode;
}

export function DataTable<Row extends object>({ name, paging, total, onPage, actions, ...list }: DataTableProps<Row>) {
  const { sayCount } = useTexts();
  const { columns, selection, rows = [], keyOf } = list;
  const [kept, keepHidden] = useKeptText(`columns.${name}`);
  const hidden = hiddenIn(kept, columns);
  const shown = columns.filter(({ key }) => !hidden.has(key));
  // What was ticked and is gone since is not there to be counted.
  const count = selection ? rows.filter((row) => selection.keys.includes(keyOf(row))).length : 0;
  return (
    <div className={styles.table}>
      <div className={styles.tools}>
        <span className={styles.count} role="status">
          {count > 0 ? sayCount('table.selected', count) : sayCount('table.total', total)}
        </span>
        {actions}
        <ColumnChoice columns={columns} hidden={hidden} onChange={(next) => keepHidden(keptText(next))} />
      </div>
      <Rows<Row> {...list} columns={shown} />
      {total > 0 && <Pager {...paging} list={list.label} total={total} turn={{ by: 'hand', onPage }} />}
    </div>
  );
}
