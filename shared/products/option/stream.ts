/** Second contracts in streams: the open ones, and the final state of settled ones. */
import { z } from 'zod';
import { decimal, id, marketName } from '../../wire/fields';
import { signedDecimal } from '../perpetual/stream';

export const optionDirection = z.enum(['up', 'down']);
/**
 * Pending: waits for its entry, immediately or after a set start. Holding: has its entry. Settling: ended or reached a level, payment
 * follows. `holding` becomes `settling` without a push when the server's time reaches `endsAt`.
 */
export const optionStatus = z.enum(['pending_now', 'pending_timed', 'holding', 'settling']);
export type OptionStatus = z.infer<typeof optionStatus>;
export const optionEnd = z.enum(['won', 'lost', 'tie', 'take_profit', 'stop_loss', 'refunded', 'cancelled']);
export type OptionEnd = z.infer<typeof optionEnd>;
/** Reason for a refunded stake: no entry in time, a stale index at the end, or an entry beyond a level. */
export const optionRefund = z.enum(['entry_missed', 'index_stale', 'level_passed']);
export type OptionRefund = z.infer<typeof optionRefund>;

/** A publication of the index. */
export const optionPublication = z.strictObject({
  price: decimal,
  at: z.int(),
  /** Journal position of its batch. */
  batch: z.int(),
});
export type OptionPublication = z.infer<typeof optionPublication>;

/** The purchase, with terms that stay fixed until its end. */
const purchaseFields = {
  contract: id,
  /** Name of the index, and of the product. */
  symbol: marketName,
  direction: optionDirection,
  asset: z.string(),
  stake: decimal,
  durationMs: z.int(),
  /** Payout of a win beyond the stake, as a fraction of the stake in parts per billion. */
  payoutPpb: z.int(),
  /** Computed on the stake at the purchase; the settled contract has the final charge. */
  charge: decimal,
  /** The set start; null for an immediate start. */
  startsAt: z.int().nullable(),
  /** The earliest time of a publication that may be its entry. */
  entryFrom: z.int(),
  takeProfit: decimal.nullable(),
  stopLoss: decimal.nullable(),
  /** If the last publication is older than this at the end, it does not settle the contract. */
  staleMs: z.int(),
  boughtAt: z.int(),
  /** Journal position of the purchase. */
  boughtPosition: z.int(),
  /** Null before the entry, and for a contract that never began. */
  entry: optionPublication.nullable(),
  /** Entry plus duration; null before the entry. */
  endsAt: z.int().nullable(),
  /** Payment of a win: stake plus payout; and the same less the charge. */
  payout: decimal,
  payoutNet: decimal,
  /** Rate of wins needed to break even, parts per billion. */
  breakEvenPpb: z.int(),
};

export const openOption = z.strictObject({
  ...purchaseFields,
  status: optionStatus,
  /** The publication that reached a level and ends it early; null before one has. */
  hit: optionPublication.nullable(),
});
export type OpenOption = z.infer<typeof openOption>;

export const settledOption = z.strictObject({
  ...purchaseFields,
  end: optionEnd,
  /** For a refunded stake. */
  reason: optionRefund.nullable(),
  /** Journal position of its entry; null if it never began. */
  enteredPosition: z.int().nullable(),
  /** The settling publication; null if its absence caused the refund. */
  settledBy: optionPublication.nullable(),
  /**
   * When payment was due: at its end, at the publication that reached a level, or when the entry was missed for good.
   */
  dueAt: z.int(),
  /** `paid`: to the user, after the fee. `income`: the part beyond the stake, before the fee. */
  paid: decimal,
  income: decimal,
  /** Charge: from the payment, or from the part that the house keeps. */
  fee: decimal,
  /** Paid less stake. */
  result: signedDecimal,
  settledAt: z.int(),
  /** Journal position of the settlement. */
  settledPosition: z.int(),
});
export type SettledOption = z.infer<typeof settledOption>;

/** A user's own limit per day (GMT+8) and asset. */
export const optionLimit = z.strictObject({
  asset: z.string(),
  /** Today's limit; null if there is none. */
  amount: decimal.nullable(),
  /** The limit from a later day on; null if no change is pending. */
  next: z.strictObject({ amount: decimal.nullable(), from: z.int() }).nullable(),
  /** Staked today. */
  staked: decimal,
});
export type OptionLimit = z.infer<typeof optionLimit>;

/** Snapshot of the private channel `option`. */
export const openOptions = z.strictObject({ position: z.int(), contracts: z.array(openOption) });
export type OpenOptions = z.infer<typeof openOptions>;
/** Effect of one batch: changed contracts, and settled ones, which are no longer open. */
export const optionUpdate = openOptions.extend({ at: z.int(), settled: z.array(settledOption) });
export type OptionUpdate = z.infer<typeof optionUpdate>;
/** Open second contracts and settled ones, in the form of all private pushes. */
export const optionPush = z.strictObject({
  from: z.int().min(-1),
  to: z.int().min(-1),
  at: z.int(),
  updates: z.array(optionUpdate),
});
export type OptionPush = z.infer<typeof optionPush>;

declare module '../../wire/market-data' {
  interface ProductSnapshots {
    option: OpenOptions;
  }
  interface ProductPushes {
    option: OptionPush;
  }
}
