/** What staff see of the exchange as a whole, and of what users have in the market now. */
import { z } from 'zod';
import { HOUSE_ACCOUNTS } from '../rules/entry-kinds';
import { positionSide, signedDecimal } from '../products/perpetual/stream';
import { decimal, epochMs, id, minPosition, userId } from './fields';
import { orderSnapshot } from './market-data';
import type { Route } from './route';

/** What the exchange itself has, over all markets. Custody is what lies outside for everybody, and so is never above zero. */
export const houseFunds = z.strictObject({
  position: z.int(),
  records: z.array(z.strictObject({ account: z.enum(HOUSE_ACCOUNTS), asset: z.string(), balance: signedDecimal })),
  /** Where the owners' coins come in, with the coins that each takes. */
  wallets: z.array(z.strictObject({ chain: z.string(), address: z.string(), assets: z.array(z.string()) })),
});
export type HouseFunds = z.infer<typeof houseFunds>;

/** What stands behind what was promised, of one asset. */
const cover = z.array(z.strictObject({ asset: z.string(), held: decimal, promised: decimal }));

/** What could cost the exchange something, as of some seconds ago at most. */
export const riskBoard = z.strictObject({
  at: z.int(),
  /** Values at the mark; null before there is one. */
  contracts: z.array(
    z.strictObject({
      market: z.string(),
      label: z.string(),
      quote: z.string(),
      long: decimal.nullable(),
      short: decimal.nullable(),
      /** What the longs may be worth together. */
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
      /** Null before there is a mark. */
      value: decimal.nullable(),
      /** Where the mark would have to be, and by which part of itself it would have to move; null where nothing liquidates it. */
      liquidationPrice: decimal.nullable(),
      distance: decimal.nullable(),
    }),
  ),
  /** Stakes that are open, by direction, against what a direction and both may have. */
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
      /** When it was published. */
      at: z.int().nullable(),
      isStale: z.boolean(),
      sources: z.int(),
      sourcesMin: z.int(),
    }),
  ),
  /** How far what is read has come: positions of the journal. */
  progress: z.strictObject({
    live: z.int(),
    stored: z.int(),
    records: z.int(),
    /** For how long the oldest batch that the read models lack has been durable. */
    storedSeconds: z.number(),
    /** What the last append of the journal took; null before the first. */
    appendSeconds: z.number().nullable(),
  }),
});
export type RiskBoard = z.infer<typeof riskBoard>;

/** How a comparison of the ledger with something else stands. */
const comparison = z.strictObject({
  comparison: z.string(),
  state: z.enum(['agrees', 'differs', 'unknown']),
  /** What it is compared with is behind, away, told in two ways by two nodes, too large to be added up at once, or is not there. */
  why: z.enum(['behind', 'away', 'disagree', 'large', 'none']).nullable(),
  at: z.int().nullable(),
  position: z.int().nullable(),
});

/**
 * One that stops withdrawals: what the ledger says and what the other says, decimals of the asset (lots of an order). Whose it is, and
 * how much, are null for admins with neither the right to markets nor that to withdrawals, and for bounded auditors.
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

/** What of a coin lies on a chain, by the ledger and by the chain. */
const custody = z.strictObject({
  /** Null for what no chain carries: by hand, and at banks. */
  chain: z.string().nullable(),
  asset: z.string(),
  expected: signedDecimal.nullable(),
  found: signedDecimal.nullable(),
  /** Seen on the chain and not credited; handed to the chain and not recorded as paid: neither is a difference. */
  uncredited: signedDecimal,
  underWay: signedDecimal,
  /** Of a real chain: the house's income of fees, which its owners take and which pays the network. */
  fees: signedDecimal,
  /** Of a simulated chain: both are the same. Of a real one: there is no less than expected, but for what is under way and fees. */
  agrees: z.boolean(),
  why: z.enum(['behind', 'away', 'disagree', 'large', 'none']).nullable(),
});

export const driftBoard = z.strictObject({
  stopped: z.boolean(),
  differences: z.array(difference),
  /** When everything was last compared. */
  lastRoundAt: epochMs.nullable(),
  comparisons: z.array(comparison),
  /** Empty for whom the figures of differences are null. */
  custody: z.array(custody),
});
export type DriftBoard = z.infer<typeof driftBoard>;

export const DESK_ROUTES = {
  drift: {
    method: 'GET',
    path: '/exchange/audit/drift',
    summary: 'Whether the ledger agrees with all that should say the same, and what stops withdrawals',
    access: 'auditor',
    // Figures are left out for whom others bound.
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
