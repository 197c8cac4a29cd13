import type { ReactNode } from 'react';
import { dateAndTime } from '../../lib/numbers/format';

/** A table column, or a line of a card on a phone. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Numbers. */
  isEnd?: boolean;
  render: (row: Row) => ReactNode;
  /** Server sort key for the heading; absent: not sortable. */
  sortBy?: string;
  /** Always shown, such as names and actions. */
  isFixed?: boolean;
  /** Hidden in a narrow panel. */
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

/** Column of times, with a dash if missing. */
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

/** Sort order; null: the default, newest first. */
export interface Sorted {
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}

/** Keys of the rows that the user has ticked. */
export interface Selection {
  keys: readonly string[];
  onChange: (keys: string[]) => void;
  /** Rows that cannot be selected. */
  isBarred?: (key: string) => boolean;
}

export interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  /** A refetch is in progress; current rows stay. */
  isFetching?: boolean;
  /** Replaces the rows: why there are none. */
  empty: ReactNode;
  selection?: Selection;
  sorted?: Sorted;
  /** `page`: rows on a page; `panel`: dense rows in a scroll panel. */
  density?: 'page' | 'panel';
}

/** Cycles through descending, ascending and unsorted. */
export function sortAfter(sort: Sort | null, by: string): Sort | null {
  if (sort?.by !== by) return { by, order: 'desc' };
  return sort.order === 'desc' ? { by, order: 'asc' } : null;
}

/** Stored keys of hidden columns, limited to columns that exist and may be hidden. */
export function hiddenIn<Row>(storedKeys: string, columns: readonly Column<Row>[]): Set<string> {
  const choosable = new Set(columns.filter(({ isFixed }) => !isFixed).map(({ key }) => key));
  return new Set(storedKeys.split(',').filter((key) => choosable.has(key)));
}

export function hiddenColumnsText(hidden: ReadonlySet<string>): string {
  return [...hidden].join(',');
}
