/** What staff see of the exchange as a whole, and of what users have in the market now. */
import { z } from 'zod';
import { HOUSE_ACCOUNTS } from '../rules/entry-kinds';
import { positionSide, signedDecimal } from './contract-stream';
import { decimal, minPosition, userId } from './fields';
import { orderSnapshot } from './market-data';
import type { Route } from './route';

/** What the exchange itself has, over all markets. Custody is what lies outside for everybody, and so is never above zero. */
export const houseFunds = z.strictObject({
  position: z.int(),
  records: z.array(z.strictObject({ account: z.enum(HOUSE_ACCOUNTS), asset: z.string(), balance: signedDecimal })),
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
      value: decimal,
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
  progress: z.strictObject({ live: z.int(), stored: z.int(), records: z.int() }),
});
export type RiskBoard = z.infer<typeof riskBoard>;

export const DESK_ROUTES = {
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
