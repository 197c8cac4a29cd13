/** Rows with the specification's table options: choice of columns, sorting, selection, pages. Cards on a phone. */
import Pagination from 'antd/es/pagination';
import Table from 'antd/es/table';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { useKeptText } from '../../lib/kept';
import { useNarrow } from '../../lib/use-narrow';
import { Note } from '../note';
import { Cards } from './cards';
import { ColumnChoice } from './column-choice';
import { hiddenIn, keptText, sizesWith, type Column, type Paging, type Selection } from './columns';
import styles from './data-table.module.css';

export interface DataTableProps<Row> {
  /** Under which the choice of columns is kept. */
  name: string;
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until they come. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  isFetching: boolean;
  /** In place of rows: why there are none. */
  empty: ReactNode;
  selection?: Selection;
  paging: Paging;
  total: number;
  onPage: (paging: Paging) => void;
  /** Beside the choice of columns: what can be done with all of it. */
  actions?: ReactNode;
}

export function DataTable<Row extends object>(properties: DataTableProps<Row>) {
  const { say, sayCount } = useTexts();
  const { name, columns, rows, empty, selection, paging, total, onPage, actions } = properties;
  const isNarrow = useNarrow();
  const [kept, keepHidden] = useKeptText(`columns.${name}`);
  const hidden = hiddenIn(kept, columns);
  const shown = columns.filter(({ key }) => !hidden.has(key));
  const count = selection?.keys.length ?? 0;
  return (
    <div className={styles.table}>
      <div className={styles.tools}>
        <span className={styles.count} role="status">
          {count > 0 ? sayCount('table.selected', count) : sayCount('table.total', total)}
        </span>
        {actions}
        <ColumnChoice columns={columns} hidden={hidden} onChange={(next) => keepHidden(keptText(next))} />
      </div>
      {rows === undefined ? (
        <Note kind="loading" text={say('page.loading')} />
      ) : rows.length === 0 ? (
        empty
      ) : isNarrow ? (
        <Cards {...properties} rows={rows} columns={shown} />
      ) : (
        <Wide {...properties} rows={rows} columns={shown} />
      )}
      {total > 0 && (
        <Pagination
          className={styles.pages}
          current={paging.pageIndex}
          pageSize={paging.pageSize}
          total={total}
          showSizeChanger
          pageSizeOptions={sizesWith(paging.pageSize)}
          showLessItems={isNarrow}
          size="small"
          onChange={(pageIndex, pageSize) =>
            // Another size is another first page.
            onPage({ pageIndex: pageSize === paging.pageSize ? pageIndex : 1, pageSize })
          }
        />
      )}
    </div>
  );
}

function Wide<Row extends object>({
  columns,
  rows,
  keyOf,
  isFetching,
  selection,
}: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { say } = useTexts();
  return (
    <div className={styles.wide} data-busy={isFetching}>
      <Table<Row>
        size="small"
        tableLayout="auto"
        pagination={false}
        showSorterTooltip={{ title: say('table.sort_page') }}
        dataSource={[...rows]}
        rowKey={keyOf}
        columns={columns.map(({ key, title, isEnd, render, compare }) => ({
          key,
          // What can be done with a row stays in sight, however wide the row is.
          ...(title === ''
            ? { title: <span className="spoken">{say('table.actions')}</span>, className: styles.stay }
            : { title }),
          align: isEnd ? 'end' : 'start',
          render: (_, row) => render(row),
          ...(compare ? { sorter: compare } : {}),
        }))}
        rowSelection={
          selection && {
            selectedRowKeys: [...selection.keys],
            onChange: (keys) => selection.onChange(keys.map(String)),
            getCheckboxProps: (row) => ({ 'aria-label': `${say('table.select_row')} ${keyOf(row)}` }),
            getTitleCheckboxProps: () => ({ 'aria-label': say('table.select_all') }),
          }
        }
      />
    </div>
  );
}
