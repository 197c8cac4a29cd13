import type { ReactNode } from 'react';

/** A column of a table, which is a line of a card where there is no room for tables. */
export interface Column<Row> {
  key: string;
  title: string;
  /** Figures. */
  isEnd?: boolean;
  render: (row: Row) => ReactNode;
  /** Sorts the rows of the page. */
  compare?: (a: Row, b: Row) => number;
  /** Always shown: what the row is, or what can be done with it. */
  isFixed?: boolean;
}

export interface Paging {
  pageIndex: number;
  pageSize: number;
}

/** Keys of the rows that the user has ticked. */
export interface Selection {
  keys: readonly string[];
  onChange: (keys: string[]) => void;
}

/** Keys that the user has hidden, as they are kept: of columns that exist and may be hidden. */
export function hiddenIn<Row>(kept: string, columns: readonly Column<Row>[]): Set<string> {
  const choosable = new Set(columns.filter(({ isFixed }) => !isFixed).map(({ key }) => key));
  return new Set(kept.split(',').filter((key) => choosable.has(key)));
}

export function keptText(hidden: ReadonlySet<string>): string {
  return [...hidden].join(',');
}

export const PAGE_SIZES = [10, 30, 50, 70, 100, 200];
export const PAGE_SIZE_DEFAULT = 20;

/** The sizes offered, with the one that is in use. */
export function sizesWith(size: number): number[] {
  return [...new Set([...PAGE_SIZES, size])].sort((a, b) => a - b);
}
