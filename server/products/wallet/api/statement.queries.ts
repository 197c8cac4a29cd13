/**
 * The statement of a user's accounts as a file that foots: opening + changes = closing, for each account and asset, in each
 * column. Written as it is read, page by page, up to one position of the journal, so that what happens meanwhile is not in it.
 */
import { ACCOUNT_KINDS } from '../../../../shared/rules/account-kinds';
import { decimalOf } from '../../../../shared/rules/units';
import { EXPORT_COLUMNS, VALUATION_ROUTES, type ExportRequest } from '../../../../shared/products/wallet/valuation';
import { FileOf } from '../../../platform/http/route-messages';
import { balances } from '../../../views/stored/queries';
import type { LedgerRecordRow } from '../../../views/stored/tables';
import { lastRecordBefore, recordsAfter, type AccountKey, type Place } from '../../../views/stored/worth-queries';
import type { RecordsDatabase } from '../../../views/stored/views-database';
import { AssetTerms } from '../../../features/shared/asset-terms.queries';
import { BYTE_ORDER_MARK, headerLine, recordLine } from '../../../features/shared/endpoints/csv';
import { handles } from '../../../features/shared/endpoints/handles';
import { Reader } from '../../../features/shared/endpoints/reader';

const PAGE = 500;
const START: Place = { eventPosition: -1, entryIndex: -1 };

export class Statement extends FileOf(VALUATION_ROUTES.export, () => 'asset-records.csv') {}

type Row = Partial<Record<(typeof EXPORT_COLUMNS)[number], string | number | undefined>>;

/** What changes between opening and closing. */
interface Sides {
  available: bigint;
  frozen: bigint;
  locked: bigint;
}

export const StatementHandler = handles(
  Statement,
  [Reader, AssetTerms],
  async ({ user, request }, reader, assets): Promise<AsyncIterable<string>> => {
    const stored = await reader.at(request.minPosition);
    const database = await reader.recordsAt(request.minPosition);
    // Whatever has a record up to here is among the balances.
    const position = reader.commonPosition();
    const rows = await balances(stored, user, request.account);
    const keys = rows
      .filter(({ asset }) => request.asset === undefined || asset === request.asset)
      .sort((one, other) => ACCOUNT_KINDS.indexOf(one.account) - ACCOUNT_KINDS.indexOf(other.account))
      .map(({ account, asset }): AccountKey => ({ user, account, asset }));
    const scales = await assets.scalesOf(keys);
    return write(database, keys, scales, request, position);
  },
);

async function* write(
  records: RecordsDatabase,
  keys: readonly AccountKey[],
  scales: ReadonlyMap<string, number>,
  request: ExportRequest,
  position: number,
): AsyncIterable<string> {
  yield BYTE_ORDER_MARK + headerLine(EXPORT_COLUMNS);
  for (const key of keys) yield* account(records, key, scales.get(key.asset) as number, request, position);
}

async function* account(
  records: RecordsDatabase,
  key: AccountKey,
  scale: number,
  { label, from, to }: ExportRequest,
  position: number,
): AsyncIterable<string> {
  const opening = from === undefined ? NOTHING : afterOf(await lastRecordBefore(records, key, from, position));
  yield line({ row: 'opening', time: from, ...whose(key), ...sides(opening, 'After', scale) });
  let place = START;
  let closing = opening;
  let left: Sides = NOTHING;
  for (;;) {
    const rows = await recordsAfter(records, key, { from, to }, place, position, PAGE);
    let text = '';
    for (const row of rows) {
      if (label === undefined || row.label === label) text += line(recordRow(row, scale));
      else left = sum(left, changeOf(row));
      closing = afterOf(row);
      place = row;
    }
    if (text !== '') yield text;
    if (rows.length < PAGE) break;
  }
  if (label !== undefined) yield line({ row: 'other', ...whose(key), ...sides(left, 'Change', scale) });
  yield line({ row: 'closing', time: to, ...whose(key), ...sides(closing, 'After', scale) });
}

function recordRow(row: LedgerRecordRow, scale: number): Row {
  return {
    row: 'record',
    time: row.at,
    ...whose(row),
    label: row.label,
    ...sides(changeOf(row), 'Change', scale),
    ...sides(afterOf(row), 'After', scale),
    order: row.orderId?.toString(),
    trade: row.tradeId?.toString(),
    withdrawal: row.withdrawalId?.toString(),
    record: `${row.eventPosition}.${row.entryIndex}.${row.account}`,
  };
}

const NOTHING: Sides = { available: 0n, frozen: 0n, locked: 0n };

function changeOf(row: LedgerRecordRow): Sides {
  return { available: row.availableChange, frozen: row.frozenChange, locked: row.lockedChange };
}

function afterOf(row: LedgerRecordRow | undefined): Sides {
  return row ? { available: row.availableAfter, frozen: row.frozenAfter, locked: row.lockedAfter } : NOTHING;
}

function sum(one: Sides, other: Sides): Sides {
  return {
    available: one.available + other.available,
    frozen: one.frozen + other.frozen,
    locked: one.locked + other.locked,
  };
}

function sides({ available, frozen, locked }: Sides, of: 'Change' | 'After', scale: number): Row {
  return {
    [`available${of}`]: decimalOf(available, scale),
    [`frozen${of}`]: decimalOf(frozen, scale),
    [`locked${of}`]: decimalOf(locked, scale),
  };
}

function whose({ account: kind, asset }: Pick<AccountKey, 'account' | 'asset'>): Row {
  return { account: kind, asset };
}

function line(row: Row): string {
  return recordLine(EXPORT_COLUMNS, row);
}
