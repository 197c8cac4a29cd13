import type { ReactNode } from 'react';
import { dateAndTime } from '../../lib/numbers/format';

/** A column of a table, which is a line of a card where there is no room for tables. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Figures. */
  isEnd?: boolean;
  render: (row: Row) => ReactNode;
  /** By what the server sorts the whole list when the heading is pressed; absent: it cannot. */
  sortBy?: string;
  /** Always shown: what the row is, or what can be done with it. */
  isFixed?: boolean;
  /** Left out of a panel that is narrow. */
  isMinor?: boolean;
}

type Options = Pick<Column<never>, 'sortBy' | 'isFixed' | 'isMinor'>;

export function column<Row>(key: string, title: string, render: Column<Row>['render'], options?: Options): Column<Row> {
  return { key, title, render, ...options };
}

/** A column that is always shown. */
export function fixed<Row>(key: string, title: string, render: Column<Row>['render'], options?: Options): Column<Row> {
  return { key, title, render, isFixed: true, ...options };
}

/** A column of figures. */
export function figure<Row>(key: string, title: string, render: Column<Row>['render'], options?: Options): Column<Row> {
  return { key, title, render, isEnd: true, ...options };
}

/** A column of times, with a dash where there is none yet. */
export function timeColumn<Row>(
  key: string,
  title: string,
  timeOf: (row: Row) => number | null,
  options?: Options,
): Column<Row> {
  const render = (row: Row) => {
    const time = timeOf(row);
    return time === null ? '—' : dateAndTime(time);
  };
  return { key, title, render, ...options };
}

export interface Sort {
  by: string;
  order: 'asc' | 'desc';
}

/** How the list is sorted; null: as it comes, newest first. */
export interface Sorted {
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}

/** Keys of the rows that the user has ticked. */
export interface Selection {
  keys: readonly string[];
  onChange: (keys: string[]) => void;
  /** Those that cannot be ticked. */
  isBarred?: (key: string) => boolean;
}

export interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined until they come. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** They are being asked for again; what is shown stays. */
  isFetching?: boolean;
  /** In place of rows: why there are none. */
  empty: ReactNode;
  selection?: Selection;
  sorted?: Sorted;
  /** As they stand on a page, or close together in a panel that scrolls by itself. */
  density?: 'page' | 'panel';
}

/** Each press goes on: largest first, smallest first, as it comes. */
export function sortAfter(sort: Sort | null, by: string): Sort | null {
  if (sort?.by !== by) return { by, order: 'desc' };
  return sort.order === 'desc' ? { by, order: 'asc' } : null;
}

/** Keys that the user has hidden, as they are kept: of columns that exist and may be hidden. */
export function hiddenIn<Row>(kept: string, columns: readonly Column<Row>[]): Set<string> {
  const choosable = new Set(columns.filter(({ isFixed }) => !isFixed).map(({ key }) => key));
  return new Set(kept.split(',').filter((key) => choosable.has(key)));
}

export function keptText(hidden: ReadonlySet<string>): string {
  return [...hidden].join(',');
}
