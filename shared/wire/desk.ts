/** Staff views of the exchange as a whole, and of users' current orders and positions. */
import { z } from 'zod';
import { HOUSE_ACCOUNTS } from '../rules/entry-kinds';
import { positionSide, signedDecimal } from '../products/perpetual/stream';
import { decimal, epochMs, id, minPosition, userId } from './fields';
import { orderSnapshot } from './market-data';
import type { Route } from './route';

/**
 * The exchange's own balances over all markets. Custody mirrors the assets held outside for everybody, so its balance
 * is never above zero.
 */
export const houseFunds = z.strictObject({
  position: z.int(),
  records: z.array(z.strictObject({ account: z.enum(HOUSE_ACCOUNTS), asset: z.string(), balance: signedDecimal })),
  /** Deposit wallets of the owners, with the coins that each accepts. */
  wallets: z.array(z.strictObject({ chain: z.string(), address: z.string(), assets: z.array(z.string()) })),
});
export type HouseFunds = z.infer<typeof houseFunds>;

/** Reserves against promised payouts, by asset. */
const cover = z.array(z.strictObject({ asset: z.string(), held: decimal, promised: decimal }));

/** Risks of the exchange, at most some seconds old. */
export const riskBoard = z.strictObject({
  at: z.int(),
  /** Values at the mark; null before the first mark. */
  contracts: z.array(
    z.strictObject({
      market: z.string(),
      label: z.string(),
      quote: z.string(),
      long: decimal.nullable(),
      short: decimal.nullable(),
      /** Maximum total value of long positions. */
      openInterestMax: decimal,
      positions: z.int(),
      insurance: decimal,
    }),
  ),
  /** The largest positions of all contracts, by their value. */
  largest: z.array(
    z.strictObject({
      contract: z.string(),
      userId: z.int(),
      market: z.string(),
      label: z.string(),
      quote: z.string(),
      side: positionSide,
      /** Null before the first mark. */
      value: decimal.nullable(),
      /** Liquidation price, and its distance as a share of the mark; null if no price liquidates the position. */
      liquidationPrice: decimal.nullable(),
      distance: decimal.nullable(),
    }),
  ),
  /** Open stakes by direction, with the limits per direction and for both. */
  options: z.array(
    z.strictObject({
      symbol: z.string(),
      label: z.string(),
      asset: z.string(),
      up: decimal,
      down: decimal,
      sideMax: decimal,
      totalMax: decimal,
    }),
  ),
  optionCover: cover,
  earnCover: cover,
  feeds: z.array(
    z.strictObject({
      symbol: z.string(),
      price: decimal.nullable(),
      /** Time of publication. */
      at: z.int().nullable(),
      isStale: z.boolean(),
      sources: z.int(),
      sourcesMin: z.int(),
    }),
  ),
  /** Progress of the readers, as journal positions. */
  progress: z.strictObject({
    live: z.int(),
    stored: z.int(),
    records: z.int(),
    /** How long the oldest batch that the read models lack has been durable. */
    storedSeconds: z.number(),
    /** Duration of the journal's last append; null before the first. */
    appendSeconds: z.number().nullable(),
  }),
});
export type RiskBoard = z.infer<typeof riskBoard>;

/** Result of a comparison of the ledger with another source. */
const comparison = z.strictObject({
  comparison: z.string(),
  state: z.enum(['agrees', 'differs', 'unknown']),
  /** The compared source lags, is unreachable, has two nodes that disagree, is too large to sum at once, or does not exist. */
  why: z.enum(['behind', 'away', 'disagree', 'large', 'none']).nullable(),
  at: z.int().nullable(),
  position: z.int().nullable(),
});

/**
 * A difference that stops withdrawals: the ledger's value and the compared value, in decimals of the asset (lots for an
 * order). User and amounts are null for bounded auditors, and for admins with neither the markets right nor the
 * withdrawals right.
 */
const difference = z.strictObject({
  difference: id,
  comparison: z.string(),
  subject: z.string().nullable(),
  asset: z.string(),
  expected: signedDecimal.nullable(),
  found: signedDecimal.nullable(),
  at: epochMs,
});

/** A coin's balance on a chain, by the ledger and by the chain. */
const custody = z.strictObject({
  /** Null for holdings that are on no chain: entered by hand, or at banks. */
  chain: z.string().nullable(),
  asset: z.string(),
  expected: signedDecimal.nullable(),
  found: signedDecimal.nullable(),
  /**
   * Amounts on the chain that are not yet credited, and amounts handed to the chain whose payment is not yet recorded.
   * Neither is a difference.
   */
  uncredited: signedDecimal,
  underWay: signedDecimal,
  /** Real chains: fee income of the house. Its owners withdraw it, and it pays network fees. */
  fees: signedDecimal,
  /** Simulated chains: both are equal. Real chains: the balance is at least the expected one, except for fees and transfers in progress. */
  agrees: z.boolean(),
  why: z.enum(['behind', 'away', 'disagree', 'large', 'none']).nullable(),
});

export const driftBoard = z.strictObject({
  stopped: z.boolean(),
  differences: z.array(difference),
  /** Time of the last complete comparison. */
  lastRoundAt: epochMs.nullable(),
  comparisons: z.array(comparison),
  /** Empty for callers for whom the figures of differences are null. */
  custody: z.array(custody),
});
export type DriftBoard = z.infer<typeof driftBoard>;

export const DESK_ROUTES = {
  drift: {
    method: 'GET',
    path: '/exchange/audit/drift',
    summary: 'Whether the ledger agrees with all that should say the same, and what stops withdrawals',
    access: 'auditor',
    // Bounded auditors get the answer without figures.
    narrowed: 'open',
    query: z.strictObject({ minPosition }),
    answer: driftBoard,
  },
  risk: {
    method: 'GET',
    path: '/exchange/audit/risk',
    summary:
      'Exposure by product against its caps, cover, largest positions, index feeds and how far the read models are',
    access: 'auditor',
    right: 'markets',
    answer: riskBoard,
  },
  houseFunds: {
    method: 'GET',
    path: '/exchange/audit/house/funds',
    summary: 'What the exchange itself has, by account and asset',
    access: 'auditor',
    right: 'recharges',
    query: z.strictObject({ minPosition }),
    answer: houseFunds,
  },
  ordersOf: {
    method: 'GET',
    path: '/exchange/admin/spot/orders',
    summary: 'Open spot orders of a user, as they are now',
    access: 'admin',
    right: 'users',
    query: z.strictObject({ userId: z.coerce.number().pipe(userId), minPosition }),
    answer: orderSnapshot,
  },
} as const satisfies Record<string, Route>;
