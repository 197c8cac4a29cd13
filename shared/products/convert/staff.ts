/** Staff acts about the exchange of small balances to USDT: terms and reserves. */
import { z } from 'zod';
import { assetName, clientId, decimal, minPosition, reason, staffAnswer } from '../../wire/fields';
import type { Route } from '../../wire/route';

export const dustTerms = z.strictObject({
  /** Closed: no balance is accepted any more. */
  state: z.enum(['open', 'closed']),
  /** Maximum USDT for all users together per day (UTC). */
  dailyMax: decimal,
});
export type DustTerms = z.infer<typeof dustTerms>;
export const setDustTermsRequest = dustTerms.extend({ clientId, reason });
export type SetDustTermsRequest = z.infer<typeof setDustTermsRequest>;

/**
 * Transfers between the owners' money and the reserve for small balances. Coins that it received go back to the owners.
 */
export const fundDustRequest = z.strictObject({
  clientId,
  /** Only USDT can be added. */
  asset: assetName,
  act: z.enum(['fund', 'release']),
  amount: decimal,
  reason,
});
export type FundDustRequest = z.infer<typeof fundDustRequest>;

export const dustDesk = z.strictObject({
  position: z.int(),
  /** Null before the first terms were set, which means closed. */
  terms: dustTerms.nullable(),
  /** USDT paid today (UTC), and the number of users who received some. */
  paidToday: decimal,
  usersToday: z.int(),
  /** Balances of the house account for small balances. */
  held: z.array(z.strictObject({ asset: assetName, amount: decimal })),
});
export type DustDesk = z.infer<typeof dustDesk>;

const PATH = '/exchange/admin/convert';
const admin = { method: 'POST', access: 'admin', answer: staffAnswer } as const;

export const CONVERT_STAFF_ROUTES = {
  dustDesk: {
    method: 'GET',
    path: `${PATH}/desk`,
    summary: 'Small balances for USDT: terms, what was paid today, and what stands behind it',
    access: 'admin',
    right: 'markets',
    query: z.strictObject({ minPosition }),
    answer: dustDesk,
  },
  setDustTerms: {
    ...admin,
    path: `${PATH}/setDustTerms`,
    summary: 'Take no more small balances, by one; open them or change the maximum of a day, by two',
    right: 'markets',
    body: setDustTermsRequest,
    failure: 'save.failed',
  },
  fundDust: {
    ...admin,
    path: `${PATH}/fund`,
    summary: "Put the owners' money behind small balances, or take back what lies there",
    right: 'recharges',
    body: fundDustRequest,
  },
} as const satisfies Record<string, Route>;
