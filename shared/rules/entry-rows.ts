/** Parts of a ledger movement: the accounts of both sides, and the reasons of holds. */

export type Bucket = 'available' | 'frozen' | 'locked';

/**
 * The house's own accounts. `custody` is the world outside: its negative balance is the total owed. `clearing`, one per
 * perpetual market, passes profits and losses between positions. `funding`, also one per market, passes funding
 * payments and is empty after each run. `insurance` pays losses that positions cannot cover. `option` pays the winnings
 * of second contracts. `financial` pays the incomes of financial products and mining. `referral` passes rebates on from
 * fees. `dust` pays for small balances and holds the coins that it received for them.
 */
export const HOUSE_ACCOUNTS = [
  'custody',
  'treasury',
  'fees',
  'clearing',
  'insurance',
  'funding',
  'option',
  'financial',
  'referral',
  'dust',
] as const;
export type HouseAccount = (typeof HOUSE_ACCOUNTS)[number];

/** −1: never above zero, 1: never below zero, 0: either sign. */
export const HOUSE_SIGNS: Readonly<Record<HouseAccount, -1 | 0 | 1>> = {
  custody: -1,
  treasury: 0,
  fees: 1,
  clearing: 0,
  insurance: 1,
  funding: 0,
  option: 1,
  financial: 1,
  referral: 1,
  dust: 1,
};

/** The reason of a hold, which also decides how it can end. */
export type HoldReason = 'order' | 'withdrawal' | 'admin' | 'position' | 'purchase' | 'robot';

/** One side of a movement: a bucket of a user, or one account of the house. */
export type Side = { user: Bucket } | { house: HouseAccount };

export interface EntryKindRow {
  debit: Side;
  credit: Side;
  /**
   * The reason of the hold that the movement creates, increases, spends or releases; absent if neither side is held.
   */
  hold?: HoldReason;
  /** If both sides are held: the reason of the hold that is created or increased on the credit side. `hold` is the debit side's. */
  into?: HoldReason;
  /** The new hold is split from the debit side's hold; its unspent part returns there. */
  splits?: true;
  debitLabel: string | null;
  creditLabel: string | null;
}

export const available: Side = { user: 'available' };
export const frozen: Side = { user: 'frozen' };
export const custody: Side = { house: 'custody' };
export const treasury: Side = { house: 'treasury' };
export const locked: Side = { user: 'locked' };
export const fees: Side = { house: 'fees' };
export const clearing: Side = { house: 'clearing' };
export const insurance: Side = { house: 'insurance' };
export const funding: Side = { house: 'funding' };
export const option: Side = { house: 'option' };
export const financial: Side = { house: 'financial' };
export const referral: Side = { house: 'referral' };

/** A move between two buckets of one user: one record, shown once. */
export function betweenBuckets(debit: Side, credit: Side, hold: HoldReason, label: string): EntryKindRow {
  return { debit, credit, hold, debitLabel: label, creditLabel: null };
}
