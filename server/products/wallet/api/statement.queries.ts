/**
 * The statement of a user's accounts as a file that reconciles: opening + changes = closing, for each account and asset, in each column.
 * Streamed page by page, up to one position of the journal, so that later events are excluded.
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
import { messageHandler } from '../../../features/shared/endpoints/handlers';
import { Reader } from '../../../features/shared/endpoints/reader';

const PAGE = 500;
const START: Place = { eventPosition: -1, entryIndex: -1 };

export class Statement extends FileOf(VALUATION_ROUTES.export, () => 'asset-records.csv') {}

type Row = Partial<Record<(typeof EXPORT_COLUMNS)[number], string | number | undefined>>;

/** The changes between the opening and the closing balance. */
interface BucketAmounts {
  available: bigint;
  frozen: bigint;
  locked: bigint;
}

export const StatementHandler = messageHandler(
  Statement,
  [Reader, AssetTerms],
  async ({ user, request }, reader, assets): Promise<AsyncIterable<string>> => {
    const stored = await reader.at(request.minPosition);
    const database = await reader.recordsAt(request.minPosition);
    // The balances include every record up to here.
    const position = reader.commonPosition();
    const rows = await balances(stored, user, request.account);
    const keys = rows
      .filter(({ asset }) => request.asset === undefined || asset === request.asset)
      .sort((one, other) => ACCOUNT_KINDS.indexOf(one.account) - ACCOUNT_KINDS.indexOf(other.account))
      .map(({ account, asset }): AccountKey => ({ user, account, asset }));
    const scales = await assets.scalesOf(keys);
    return writeStatement(database, keys, scales, request, position);
  },
);

async function* writeStatement(
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
  const opening = from === undefined ? NOTHING : balanceAfter(await lastRecordBefore(records, key, from, position));
  yield csvLine({ row: 'opening', time: from, ...accountFields(key), ...balanceFields(opening, 'After', scale) });
  let place = START;
  let closing = opening;
  let otherChanges: BucketAmounts = NOTHING;
  for (;;) {
    const rows = await recordsAfter(records, key, { from, to }, place, position, PAGE);
    let text = '';
    for (const row of rows) {
      if (label === undefined || row.label === label) text += csvLine(recordRow(row, scale));
      else otherChanges = sum(otherChanges, changeAmounts(row));
      closing = balanceAfter(row);
      place = row;
    }
    if (text !== '') yield text;
    if (rows.length < PAGE) break;
  }
  if (label !== undefined)
    yield csvLine({ row: 'other', ...accountFields(key), ...balanceFields(otherChanges, 'Change', scale) });
  yield csvLine({ row: 'closing', time: to, ...accountFields(key), ...balanceFields(closing, 'After', scale) });
}

function recordRow(row: LedgerRecordRow, scale: number): Row {
  return {
    row: 'record',
    time: row.at,
    ...accountFields(row),
    label: row.label,
    ...balanceFields(changeAmounts(row), 'Change', scale),
    ...balanceFields(balanceAfter(row), 'After', scale),
    order: row.orderId?.toString(),
    trade: row.tradeId?.toString(),
    withdrawal: row.withdrawalId?.toString(),
    record: `${row.eventPosition}.${row.entryIndex}.${row.account}`,
  };
}

const NOTHING: BucketAmounts = { available: 0n, frozen: 0n, locked: 0n };

function changeAmounts(row: LedgerRecordRow): BucketAmounts {
  return { available: row.availableChange, frozen: row.frozenChange, locked: row.lockedChange };
}

function balanceAfter(row: LedgerRecordRow | undefined): BucketAmounts {
  return row ? { available: row.availableAfter, frozen: row.frozenAfter, locked: row.lockedAfter } : NOTHING;
}

function sum(one: BucketAmounts, other: BucketAmounts): BucketAmounts {
  return {
    available: one.available + other.available,
    frozen: one.frozen + other.frozen,
    locked: one.locked + other.locked,
  };
}

function balanceFields({ available, frozen, locked }: BucketAmounts, suffix: 'Change' | 'After', scale: number): Row {
  return {
    [`available${suffix}`]: decimalOf(available, scale),
    [`frozen${suffix}`]: decimalOf(frozen, scale),
    [`locked${suffix}`]: decimalOf(locked, scale),
  };
}

function accountFields({ account: kind, asset }: Pick<AccountKey, 'account' | 'asset'>): Row {
  return { account: kind, asset };
}

function csvLine(row: Row): string {
  return recordLine(EXPORT_COLUMNS, row);
}
