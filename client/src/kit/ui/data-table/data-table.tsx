/** Rows with the specification's table options: choice of columns, sorting, selection, pages. */
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { usePreferenceText } from '../../lib/storage/preferences';
import { Pager } from '../lists/pager';
import type { Paging } from '../lists/pages';
import { ColumnChoice } from './column-choice';
import { hiddenIn, hiddenColumnsText, type RowsProps } from './columns';
import styles from './data-table.module.css';
import { Rows } from './rows';

export interface DataTableProps<Row> extends RowsProps<Row> {
  /** Storage key of the column selection. */
  name: string;
  paging: Paging;
  total: number;
  onPage: (paging: Paging) => void;
  /** Actions on the whole list, next to the column menu. */
  actions?: ReactNode;
}

export function DataTable<Row extends object>({ name, paging, total, onPage, actions, ...list }: DataTableProps<Row>) {
  const { tCount } = useTexts();
  const { columns, selection, rows = [], keyOf } = list;
  const [storedKeys, storeHidden] = usePreferenceText(`columns.${name}`);
  const hidden = hiddenIn(storedKeys, columns);
  const visibleColumns = columns.filter(({ key }) => !hidden.has(key));
  // Selected rows that have disappeared do not count.
  const count = selection ? rows.filter((row) => selection.keys.includes(keyOf(row))).length : 0;
  return (
    <div className={styles.table}>
      <div className={styles.tools}>
        <span className={styles.count} role="status">
          {count > 0 ? tCount('table.selected', count) : tCount('table.total', total)}
        </span>
        {actions}
        <ColumnChoice columns={columns} hidden={hidden} onChange={(next) => storeHidden(hiddenColumnsText(next))} />
      </div>
      <Rows<Row> {...list} columns={visibleColumns} />
      {total > 0 && <Pager {...paging} list={list.label} total={total} navigation={{ by: 'hand', onPage }} />}
    </div>
  );
}
