/** What is stored of second contracts. As in the events: ticks of the index, units of the stake's asset, rates in parts of 10^9. */
import type { OptionDirection } from '../../../../shared/rules/option/settlement';
import type { OptionEnd, OptionRefund } from '../../../../shared/wire/option-stream';
import type { Table } from '../table';

export interface OptionContractRow {
  id: number;
  userId: number;
  symbol: string;
  direction: OptionDirection;
  asset: string;
  stake: bigint;
  durationMs: number;
  payoutPpb: number;
  /** The fee as it was reckoned at the purchase. */
  charge: bigint;
  /** Null: at once. */
  startsAt: number | null;
  entryFrom: number;
  takeProfit: number | null;
  stopLoss: number | null;
  staleMs: number;
  boughtAt: number;
  /** Name batches: those of purchase, entry and settlement, and those that have the publications. */
  boughtPosition: number;
  enteredPosition: number | null;
  entryPrice: number | null;
  entryAt: number | null;
  entryBatch: number | null;
  open: number;
  outcome: OptionEnd | null;
  reason: OptionRefund | null;
  dueAt: number | null;
  endPrice: number | null;
  endAt: number | null;
  endBatch: number | null;
  /** To the user; of it beyond the stake, before the fee. */
  paid: bigint | null;
  income: bigint | null;
  fee: bigint | null;
  /** Paid less stake. */
  gain: bigint | null;
  settledAt: number | null;
  settledPosition: number | null;
  position: number;
}

/** What came of a user's contracts of one product that were settled on a day (GMT+8). Those that were cancelled do not count. */
export interface OptionDayRow {
  userId: number;
  symbol: string;
  /** As `dayOf` counts them. */
  day: number;
  asset: string;
  settled: number;
  won: number;
  lost: number;
  stakes: bigint;
  payments: bigint;
  fees: bigint;
  result: bigint;
  position: number;
}

export interface OptionTables {
  optionContracts: OptionContractRow;
  optionDays: OptionDayRow;
}

export const OPTION_TABLES: { readonly [Name in keyof OptionTables]: Table<OptionTables[Name]> } = {
  optionContracts: {
    name: 'option_contracts',
    key: ['id'],
    fixed: [
      'userId',
      'symbol',
      'direction',
      'asset',
      'stake',
      'durationMs',
      'payoutPpb',
      'charge',
      'startsAt',
      'entryFrom',
      'takeProfit',
      'stopLoss',
      'staleMs',
      'boughtAt',
      'boughtPosition',
    ],
    shared: ['symbol', 'direction', 'asset', 'durationMs', 'payoutPpb', 'staleMs', 'open', 'outcome', 'reason'],
    kept: ({ open }) => open === 1,
    columns: {
      id: 'integer',
      userId: 'integer',
      symbol: 'text',
      direction: 'text',
      asset: 'text',
      stake: 'amount',
      durationMs: 'integer',
      payoutPpb: 'integer',
      charge: 'amount',
      startsAt: 'integer',
      entryFrom: 'integer',
      takeProfit: 'integer',
      stopLoss: 'integer',
      staleMs: 'integer',
      boughtAt: 'integer',
      boughtPosition: 'integer',
      enteredPosition: 'integer',
      entryPrice: 'integer',
      entryAt: 'integer',
      entryBatch: 'integer',
      open: 'integer',
      outcome: 'text',
      reason: 'text',
      dueAt: 'integer',
      endPrice: 'integer',
      endAt: 'integer',
      endBatch: 'integer',
      paid: 'amount',
      income: 'amount',
      fee: 'amount',
      gain: 'amount',
      settledAt: 'integer',
      settledPosition: 'integer',
      position: 'integer',
    },
  },
  optionDays: {
    name: 'option_days',
    key: ['userId', 'symbol', 'day'],
    columns: {
      userId: 'integer',
      symbol: 'text',
      day: 'integer',
      asset: 'text',
      settled: 'integer',
      won: 'integer',
      lost: 'integer',
      stakes: 'total',
      payments: 'total',
      fees: 'total',
      result: 'total',
      position: 'integer',
    },
  },
};
