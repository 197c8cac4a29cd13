/** Table rows, or their placeholder. Cards on a phone. */
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useTexts } from '../../i18n/use-texts';
import { useIsVisible } from '../../lib/hooks/use-is-visible';
import { useNarrow } from '../../lib/hooks/use-media';
import { Note } from '../page/note';
import { Cards } from './cards';
import { sortAfter, type Column, type RowsProps, type Selection, type Sorted } from './columns';
import styles from './data-table.module.css';
import { RowCheckbox } from './row-checkbox';
import { useHideCutColumns } from './hide-cut-columns';

/**
 * Maximum of rows drawn without virtualisation. A change of one row lays out and paints all drawn rows, so longer lists draw only visible
 * ones.
 */
const AT_ONCE = 30;

export function Rows<Row extends object>(properties: RowsProps<Row>) {
  const { t } = useTexts();
  const isNarrow = useNarrow();
  const { rows, empty } = properties;
  if (rows === undefined) return <Note kind="loading" text={t('page.loading')} />;
  if (rows.length === 0) return empty;
  return isNarrow ? <Cards {...properties} rows={rows} /> : <Wide {...properties} rows={rows} />;
}

type Shown<Row> = RowsProps<Row> & { rows: readonly Row[] };

function Wide<Row>({ label, columns, rows, keyOf, isFetching, selection, sorted, density = 'page' }: Shown<Row>) {
  const box = useRef<HTMLDivElement>(null);
  useHideCutColumns(box);
  return (
    <div
      ref={box}
      className={styles.wide}
      data-busy={isFetching}
      data-density={density}
      tabIndex={0}
      role="group"
      aria-label={label}
    >
      <table aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th className={styles.tick}>
                <SelectAll keys={rows.map(keyOf)} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} sorted={sorted} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => {
            const isLater = density === 'panel' && place >= AT_ONCE;
            return <Line key={keyOf(row)} name={keyOf(row)} {...{ row, columns, selection, isLater }} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps<Row> {
  name: string;
  row: Row;
  columns: readonly Column<Row>[];
  selection: Selection | undefined;
}

/** Skips rendering if row and columns are unchanged. */
const Line = memo(LineOf) as typeof LineOf;

/**
 * A row out of view renders a placeholder, except while focused. It stays mounted when others push it down, so that a focused button keeps
 * the focus.
 */
function LineOf<Row>({ isLater, ...line }: LineProps<Row> & { isLater: boolean }) {
  const element = useRef<HTMLTableRowElement>(null);
  const isSeen = useIsVisible(element, isLater);
  const [hasFocus, setFocus] = useState(false);
  return (
    <tr ref={element} onFocus={() => setFocus(true)} onBlur={() => setFocus(false)}>
      {!isLater || isSeen || hasFocus ? (
        <Cells {...line} />
      ) : (
        <td colSpan={line.columns.length + (line.selection ? 1 : 0)} />
      )}
    </tr>
  );
}

function Cells<Row>({ name, row, columns, selection }: LineProps<Row>) {
  return (
    <>
      {selection && (
        <td className={styles.tick}>
          <RowCheckbox rowKey={name} selection={selection} />
        </td>
      )}
      {columns.map((column) => (
        // Figures change without being rendered anew by a page translator.
        <td key={column.key} className={classOf(column)} translate={column.isEnd ? 'no' : undefined}>
          {column.render(row)}
        </td>
      ))}
    </>
  );
}

const Heading = memo(HeadingOf) as typeof HeadingOf;

function HeadingOf<Row>({ column, sorted }: { column: Column<Row>; sorted: Sorted | undefined }) {
  const { t } = useTexts();
  const { title, sortBy } = column;
  if (title === '') {
    return (
      <th scope="col" className={styles.stay}>
        <span className="spoken">{t('table.actions')}</span>
      </th>
    );
  }
  if (sortBy === undefined || sorted === undefined) {
    return (
      <th scope="col" className={classOf(column)}>
        {title}
      </th>
    );
  }
  const order = sorted.sort?.by === sortBy ? sorted.sort.order : null;
  const Arrow = order === null ? ArrowUpDown : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={classOf(column)}
      aria-sort={order === null ? 'none' : order === 'asc' ? 'ascending' : 'descending'}
    >
      <button type="button" onClick={() => sorted.onSort(sortAfter(sorted.sort, sortBy))}>
        {title}
        <Arrow size={12} aria-hidden="true" />
      </button>
    </th>
  );
}

/** The column of actions stays visible in rows of any width. */
function classOf<Row>({ title, isEnd, isMinor }: Column<Row>): string | undefined {
  return title === '' ? styles.stay : isMinor ? styles.minor : isEnd ? styles.end : undefined;
}

function SelectAll({ keys, selection }: { keys: readonly string[]; selection: Selection }) {
  const { t } = useTexts();
  const free = keys.filter((key) => !selection.isBarred?.(key));
  const count = free.filter((key) => selection.keys.includes(key)).length;
  const isAll = count > 0 && count === free.length;
  return (
    <input
      type="checkbox"
      aria-label={t('table.select_all')}
      checked={isAll}
      disabled={free.length === 0}
      ref={(input) => {
        if (input) input.indeterminate = count > 0 && !isAll;
      }}
      onChange={() => selection.onChange(isAll ? [] : free)}
    />
  );
}
