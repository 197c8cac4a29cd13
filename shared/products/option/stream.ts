/** Second contracts as streams tell them: those that are open, and the last word of those that were settled. */
import { z } from 'zod';
import { decimal, id, marketName } from '../../wire/fields';
import { signedDecimal } from '../perpetual/stream';

export const optionDirection = z.enum(['up', 'down']);
/**
 * Waits for its entry, which is to come at once or after a start that was set; has its entry; has ended or reached a level and is
 * being paid. What holds becomes `settling` when the server's time reaches `endsAt`: no push says so.
 */
export const optionStatus = z.enum(['pending_now', 'pending_timed', 'holding', 'settling']);
export type OptionStatus = z.infer<typeof optionStatus>;
export const optionEnd = z.enum(['won', 'lost', 'tie', 'take_profit', 'stop_loss', 'refunded', 'cancelled']);
export type OptionEnd = z.infer<typeof optionEnd>;
/** Why the stake went back: no entry in time, the index stale at the end, an entry beyond a level. */
export const optionRefund = z.enum(['entry_missed', 'index_stale', 'level_passed']);
export type OptionRefund = z.infer<typeof optionRefund>;

/** A publication of the index. */
export const optionPublication = z.strictObject({
  price: decimal,
  at: z.int(),
  /** Place in the journal of the batch that has it. */
  batch: z.int(),
});
export type OptionPublication = z.infer<typeof optionPublication>;

/** What was bought, on the terms that hold for it to its end. */
const bought = {
  contract: id,
  /** Of the index, and the product's name. */
  symbol: marketName,
  direction: optionDirection,
  asset: z.string(),
  stake: decimal,
  durationMs: z.int(),
  /** Of the stake, parts per billion: what is won beside it. */
  payoutPpb: z.int(),
  /** Reckoned on the stake at the purchase; what is charged in the end is in the settled contract. */
  charge: decimal,
  /** The start that was set; null: at once. */
  startsAt: z.int().nullable(),
  /** The publication that may be its entry is not before this. */
  entryFrom: z.int(),
  takeProfit: decimal.nullable(),
  stopLoss: decimal.nullable(),
  /** A last publication that is older than this at the end settles nothing. */
  staleMs: z.int(),
  boughtAt: z.int(),
  /** Place in the journal of the purchase. */
  boughtPosition: z.int(),
  /** Null as long as it has none, and for one that never began. */
  entry: optionPublication.nullable(),
  /** Entry and duration; null before there is an entry. */
  endsAt: z.int().nullable(),
  /** What is paid when it wins: stake and payout, and that less the charge. */
  payout: decimal,
  payoutNet: decimal,
  /** How often one has to be right for nothing to be lost, parts per billion. */
  breakEvenPpb: z.int(),
};

export const openOption = z.strictObject({
  ...bought,
  status: optionStatus,
  /** The publication that reached a level and ends it early; null as long as none has. */
  hit: optionPublication.nullable(),
});
export type OpenOption = z.infer<typeof openOption>;

export const settledOption = z.strictObject({
  ...bought,
  end: optionEnd,
  /** Of one whose stake went back. */
  reason: optionRefund.nullable(),
  /** Place in the journal where its entry was noted; null for one that never began. */
  enteredPosition: z.int().nullable(),
  /** What it was settled by; null where the stake went back for want of it. */
  settledBy: optionPublication.nullable(),
  /** When it was due: its end, the publication that reached a level, or when it was known that there will be no entry. */
  dueAt: z.int(),
  /** To the user, after the fee; of it beyond the stake and before the fee. */
  paid: decimal,
  income: decimal,
  /** Charged: out of what was paid, or out of what the house keeps. */
  fee: decimal,
  /** Paid less stake. */
  result: signedDecimal,
  settledAt: z.int(),
  /** Place in the journal of the settlement. */
  settledPosition: z.int(),
});
export type SettledOption = z.infer<typeof settledOption>;

/** A limit that a user set for themselves, by a day (GMT+8) and asset. */
export const optionLimit = z.strictObject({
  asset: z.string(),
  /** Today's; null: none. */
  amount: decimal.nullable(),
  /** What counts from a later day on; null: nothing changes. */
  next: z.strictObject({ amount: decimal.nullable(), from: z.int() }).nullable(),
  /** Staked today. */
  staked: decimal,
});
export type OptionLimit = z.infer<typeof optionLimit>;

/** Snapshot of the private channel `option`. */
export const openOptions = z.strictObject({ position: z.int(), contracts: z.array(openOption) });
export type OpenOptions = z.infer<typeof openOptions>;
/** What one batch did: contracts as they are after it, and those that it settled, which are open no more. */
export const optionUpdate = openOptions.extend({ at: z.int(), settled: z.array(settledOption) });
export type OptionUpdate = z.infer<typeof optionUpdate>;
