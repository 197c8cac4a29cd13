/**
 * Lists, each declared once: table, order, filters and sorts. The pages of a list and the parts of a file are derived
 * from the declaration. Filters have the names and formats of the wire.
 */
import { sql as raw, type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { LIST_LENGTH_MAX, type Page, type SortWay } from '../../../../shared/wire/fields';
import type { Column } from './table';
import { TABLES } from '../all-tables';
import type { AllTables } from '../tables';
import type { ReadModels, RecordsDatabase, ViewsDatabase } from '../views-database';

export const ROWS_MAX = 200;

export interface PageRequest {
  /** From 1. */
  pageIndex: number;
  pageSize: number;
}

/** Epoch milliseconds: `from` is inclusive, `to` exclusive. */
export interface TimeRange {
  from?: number | undefined;
  to?: number | undefined;
}

type SortDirection = 'asc' | 'desc';
type ColumnsOf<Table extends keyof AllTables> = keyof AllTables[Table] & string;
type DatabaseOf<Table extends keyof AllTables> = Table extends 'ledgerRecords' ? RecordsDatabase : ViewsDatabase;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyQuery<Row> = SelectQueryBuilder<any, any, Row>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyExpression = ExpressionBuilder<any, any>;
type CountMode = 'up to the maximum' | 'all';

type Conditions = Readonly<Record<string, (eb: never, value: never, filters: { now: number }) => Expression<SqlBool>>>;
type ValueOf<Condition> = Condition extends (eb: never, value: infer Value, filters: never) => unknown ? Value : never;

interface Declaration<Table extends keyof AllTables, Equal, At, Where, Sort extends string, Row> {
  /**
   * In order of precedence; together these columns identify a row. Its name on the wire has their values in this order,
   * separated by points.
   */
  order: { readonly [Column in ColumnsOf<Table>]?: SortDirection };
  /** Filters named as their columns: one value, or a list of values. */
  equal?: Equal;
  /** Other filters by name. */
  where?: Where;
  /** Column filtered by `from` and `to`. */
  at?: At;
  /** Columns of each sort; the last one follows the requested direction, within the others. */
  sorts?: Readonly<Record<Sort, readonly ColumnsOf<Table>[]>>;
  /** Column by which a file ends at one position of the journal. */
  position?: ColumnsOf<Table>;
  /** Columns of a row, if they differ from the table's. */
  select?: (found: AnyQuery<unknown>) => AnyQuery<Row>;
  /** Adds data of other tables to the rows of a page. */
  complete?: (database: DatabaseOf<Table>, rows: AllTables[Table][]) => Promise<Row[]>;
}

/** `now` is the time for time-dependent states; `before` is the last row of the previous page, as on the wire. */
interface AnyFilters<Sort extends string> {
  now?: number | undefined;
  before?: string | undefined;
  sort?: SortWay<Sort> | undefined;
}

type Filters<Table extends keyof AllTables, Equal extends string, At, Where, Sort extends string> = AnyFilters<Sort> &
  (At extends string ? TimeRange : unknown) & {
    [Column in Equal & ColumnsOf<Table>]?: AllTables[Table][Column] | readonly AllTables[Table][Column][] | undefined;
  } & { [Name in keyof Where]?: ValueOf<Where[Name]> | undefined };

export interface List<Database, Row, Asked> {
  /** Whether the table is among the records behind balances. */
  isOfRecords: boolean;
  /** Rows of one user, or of all users if null. */
  page(
    database: Database,
    user: number | null,
    filters: Asked,
    page: PageRequest,
    counting?: CountMode,
  ): Promise<Page<Row>>;
  /** Rows oldest first, after `last`, as of a journal position. Each part begins at the end of the previous one. */
  part(
    database: Database,
    user: number,
    filters: Asked,
    until: number,
    last: Partial<Row> | undefined,
    limit: number,
  ): Promise<Row[]>;
}

export function listOf<
  Table extends keyof AllTables,
  const Equal extends ColumnsOf<Table> = never,
  const At extends ColumnsOf<Table> | undefined = undefined,
  Where extends Conditions = Record<never, never>,
  const Sort extends string = never,
  Row = AllTables[Table],
>(
  table: Table,
  declared: Declaration<Table, readonly Equal[], At, Where, Sort, Row>,
): List<DatabaseOf<Table>, Row, Filters<Table, Equal, At, Where, Sort>> {
  const { select = (found) => found.selectAll() as AnyQuery<Row>, complete, position = 'position', sorts } = declared;
  const order = Object.entries(declared.order) as [string, SortDirection][];
  const columns: Readonly<Record<string, Column>> = TABLES[table].columns;
  const qualified = (column: string): string => `${table}.${column}`;
  const rowsOf = ({ sql }: ReadModels): AnyQuery<unknown> => sql.selectFrom(table);

  function matching(user: number | null, filters: AnyFilters<Sort> & TimeRange) {
    const { now = 0, from, to, before } = filters;
    const values = filters as Readonly<Record<string, unknown>>;
    return (eb: AnyExpression): Expression<SqlBool> => {
      const found: Expression<SqlBool>[] = [];
      if (user !== null) found.push(eb(qualified('userId'), '=', user));
      for (const column of declared.equal ?? []) {
        const value = values[column];
        if (value !== undefined) found.push(eb(qualified(column), Array.isArray(value) ? 'in' : '=', value));
      }
      for (const [name, condition] of Object.entries(declared.where ?? {})) {
        if (values[name] !== undefined) found.push(condition(eb as never, values[name] as never, { now }));
      }
      if (declared.at !== undefined && from !== undefined) found.push(eb(qualified(declared.at), '>=', from));
      if (declared.at !== undefined && to !== undefined) found.push(eb(qualified(declared.at), '<', to));
      if (before !== undefined) found.push(rowsAfter(eb, order, placeNamed(before)));
      return eb.and(found);
    };
  }

  function placeNamed(name: string): (string | number)[] {
    return name.split('.').map((part, index) => (columns[order[index][0]].kind === 'text' ? part : Number(part)));
  }

  /**
   * Rows after a place of the list. The first column's condition is repeated so that a store can begin at the place.
   */
  function rowsAfter(eb: AnyExpression, columns: typeof order, place: readonly unknown[]): Expression<SqlBool> {
    const [[column, direction], ...remainingColumns] = columns;
    const [value, ...values] = place;
    const later = eb(qualified(column), direction === 'asc' ? '>' : '<', value);
    if (remainingColumns.length === 0) return later;
    const notBefore = eb(qualified(column), direction === 'asc' ? '>=' : '<=', value);
    return eb.and([notBefore, eb.or([later, rowsAfter(eb, remainingColumns, values)])]);
  }

  function inOrder(rows: AnyQuery<Row>, columns: typeof order, nameOf: (column: string) => string): AnyQuery<Row> {
    return columns.reduce((ordered, [column, direction]) => ordered.orderBy(raw.ref(nameOf(column)), direction), rows);
  }

  /** Sorts all rows of a list, at most `LIST_LENGTH_MAX`; equal rows keep the list's order. A missing value is the smallest. */
  function sorted({ sql }: ReadModels, orderedRows: AnyQuery<Row>, sort: SortWay<Sort>): AnyQuery<Row> {
    const [name, direction] = sort.split('.') as [Sort, SortDirection];
    const columns = sorts?.[name] ?? [];
    let rows = sql
      .selectFrom(orderedRows.limit(LIST_LENGTH_MAX).as('listed'))
      .selectAll()
      .$castTo<Row>() as AnyQuery<Row>;
    for (const column of columns.slice(0, -1)) rows = rows.orderBy(raw.ref(column), 'asc');
    const last = raw.ref(columns[columns.length - 1]);
    rows = rows.orderBy(last, (item) => (direction === 'asc' ? item.asc().nullsFirst() : item.desc().nullsLast()));
    return inOrder(rows, order, (column) => column);
  }

  async function completed(database: DatabaseOf<Table>, rows: Row[]): Promise<Row[]> {
    return complete ? complete(database, rows as AllTables[Table][]) : rows;
  }

  return {
    isOfRecords: table === 'ledgerRecords',
    async page(database, user, filters, { pageIndex, pageSize }, counting = 'up to the maximum') {
      const models = database as ReadModels;
      const found = rowsOf(models).where(matching(user, filters));
      const { total } = await count(models, found, counting);
      const size = Math.min(pageSize, ROWS_MAX);
      const first = (pageIndex - 1) * size;
      const page = { total, pageIndex, pageSize: size };
      if (first >= total) return { records: [], ...page };
      const orderedRows = inOrder(select(found), order, qualified);
      const rows = filters.sort === undefined ? orderedRows : sorted(models, orderedRows, filters.sort);
      return { records: await completed(database, await rows.limit(size).offset(first).execute()), ...page };
    },
    async part(database, user, filters, until, last, limit) {
      const forward = order.map(([column]): [string, SortDirection] => [column, 'asc']);
      const start = (column: string) => (columns[column].kind === 'text' ? '' : -1);
      const place = forward.map(([column]) => (last ? (last as Record<string, unknown>)[column] : start(column)));
      const found = rowsOf(database as ReadModels)
        .where(matching(user, filters))
        .where(qualified(position), '<=', until)
        .where((eb) => rowsAfter(eb, forward, place));
      return completed(database, await inOrder(select(found), forward, qualified).limit(limit).execute());
    },
  };
}

/** A user's list counts up to its maximum; staff process all rows, so theirs are counted completely. */
function count({ sql }: ReadModels, found: AnyQuery<unknown>, counting: CountMode): Promise<{ total: number }> {
  const one = found.select(raw<number>`1`.as('found')).limit(LIST_LENGTH_MAX);
  const rows: AnyQuery<unknown> = counting === 'all' ? found : sql.selectFrom(one.as('listed'));
  return rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
}

type DayTable = 'contractDays' | 'optionDays' | 'referralDays';

/** A user's figures from the first to the last day, oldest first, and within a day by a column. */
export function dayRowsOf<Table extends DayTable>(table: Table, sortColumn: ColumnsOf<Table>) {
  return async (
    { sql }: ViewsDatabase,
    user: number,
    firstDay: number,
    lastDay: number,
  ): Promise<AllTables[Table][]> => {
    const found = (sql as ReadModels['sql'])
      .selectFrom(table as string)
      .selectAll()
      .where('userId', '=', user);
    const days = found.where('day', '>=', firstDay).where('day', '<=', lastDay);
    return (await days.orderBy('day').orderBy(sortColumn).execute()) as AllTables[Table][];
  };
}
