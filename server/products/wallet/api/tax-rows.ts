/**
 * Converts a user's records of one event to rows of the universal tax file: for each asset Received − Sent − Fee = change by the records.
 */
import type { EntryLabel } from '../../../../shared/rules/entry-kinds';
import { decimalOf } from '../../../../shared/rules/units';
import type { TAX_COLUMNS } from '../../../../shared/products/wallet/valuation';
import type { LedgerRecordRow } from '../../../views/stored/tables';
import { PRODUCTS } from '../../all';
import type { TaxTag } from '../../product';

export type TaxRow = Partial<Record<(typeof TAX_COLUMNS)[number], string>>;

export interface TaxFacts {
  scaleOf: (asset: string) => number;
  /** Hash on the chain; undefined for records without one. */
  hashOf: (record: LedgerRecordRow) => string | undefined;
}

/** The kind of record that a fee belongs to; if the event has no such record, the fee is a row of its own. */
const FEES: ReadonlyMap<EntryLabel, 'trade' | 'withdrawal'> = new Map([
  ['spot_fee', 'trade'],
  ['withdrawal_fee', 'withdrawal'],
]);
const GROUP_OF_LABEL: Partial<Record<EntryLabel, string>> = {
  buy_coin: 'trade',
  sell_coin: 'trade',
  transfer_in: 'transfer',
  transfer_out: 'transfer',
  ...Object.fromEntries(PRODUCTS.flatMap(({ taxTrade }) => taxTrade ?? []).map((label) => [label, 'trade'])),
};
/** Koinly's tags, if any. */
const TAGS = Object.assign({ spot_fee: { sent: 'cost' } }, ...PRODUCTS.map(({ taxTags }) => taxTags)) as Readonly<
  Partial<Record<string, TaxTag>>
>;

/** One group of an event: its change of each asset, and its fees. */
interface TaxEvent {
  name: string;
  first: LedgerRecordRow;
  changes: Map<string, bigint>;
  fees: Map<string, bigint>;
}

export function taxRows(records: readonly LedgerRecordRow[], lookups: TaxFacts): TaxRow[] {
  const groups = new Map<string, TaxEvent>();
  const groupOf = (name: string, first: LedgerRecordRow): TaxEvent => {
    const group = groups.get(name) ?? { name, first, changes: new Map(), fees: new Map() };
    groups.set(name, group);
    return group;
  };
  const groupNames = new Set(records.map(({ label }) => GROUP_OF_LABEL[label] ?? label));
  for (const record of records) {
    const change = record.availableChange + record.frozenChange + record.lockedChange;
    if (change === 0n) continue;
    const feeOf = FEES.get(record.label);
    const isFee = feeOf !== undefined && groupNames.has(feeOf) && change < 0n;
    const group = groupOf(isFee ? feeOf : (GROUP_OF_LABEL[record.label] ?? record.label), record);
    if (isFee) add(group.fees, record.asset, -change);
    else add(group.changes, record.asset, change);
  }
  return [...groups.values()].flatMap((group) => rowsOf(group, lookups));
}

function add(sums: Map<string, bigint>, asset: string, amount: bigint): void {
  sums.set(asset, (sums.get(asset) ?? 0n) + amount);
}

type Amount = [asset: string, units: bigint];

/** A row has at most one asset per side, and a fee only with one of them. */
function rowsOf({ name, first, changes, fees }: TaxEvent, lookups: TaxFacts): TaxRow[] {
  const received = [...changes].filter(([, units]) => units > 0n);
  const sent = [...changes].filter(([, units]) => units < 0n).map(([asset, units]): Amount => [asset, -units]);
  const paidFees = [...fees];
  const rows: TaxRow[] = [];
  while (received.length + sent.length > 0) {
    rows.push(rowOf(name, first, lookups, { received: received.shift(), sent: sent.shift(), fee: paidFees.shift() }));
  }
  for (const fee of paidFees) rows.push(rowOf('spot_fee', first, lookups, { sent: fee }));
  return rows;
}

interface TaxAmounts {
  received?: Amount | undefined;
  sent?: Amount | undefined;
  fee?: Amount | undefined;
}

function rowOf(name: string, first: LedgerRecordRow, lookups: TaxFacts, { received, sent, fee }: TaxAmounts): TaxRow {
  const tags = TAGS[name];
  const tag = received && sent ? undefined : received ? tags?.received : tags?.sent;
  const amountOf = (amount: Amount | undefined) => amount && decimalOf(amount[1], lookups.scaleOf(amount[0]));
  const { orderId, tradeId, withdrawalId } = first;
  const descriptionParts = [
    [name.replaceAll('_', ' '), first.eventPosition],
    ...[['order', orderId] as const, ['trade', tradeId] as const, ['withdrawal', withdrawalId] as const],
  ].filter(([, id]) => id !== null);
  return {
    Date: `${new Date(first.at).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    'Sent Amount': amountOf(sent),
    'Sent Currency': sent?.[0],
    'Received Amount': amountOf(received),
    'Received Currency': received?.[0],
    'Fee Amount': amountOf(fee),
    'Fee Currency': fee?.[0],
    Label: tag,
    Description: descriptionParts.map((part) => part.join(' ')).join('; '),
    TxHash: lookups.hashOf(first),
  };
}
