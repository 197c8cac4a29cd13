/** Staff acts about financial products and mining: terms, sale, and reserves for incomes. */
import { z } from 'zod';
import { assetName, clientId, decimal, minPosition, plainLine, reason, staffAnswer } from '../../wire/fields';
import { earnProductName, financialProduct, miningProduct } from './wire';
import type { Route } from '../../wire/route';

const NAME_LENGTH_MAX = 60;
const TERM_DAYS_MAX = 3_650;

/** All terms of a product; the core validates them. Creates the product if it does not exist. */
export const financialTerms = z.strictObject({
  product: earnProductName,
  name: plainLine.pipe(z.string().min(1).max(NAME_LENGTH_MAX)),
  asset: assetName,
  termDays: z.int().min(1).max(TERM_DAYS_MAX),
  annualRatePpb: z.int().min(1).max(1_000_000_000),
  quota: decimal,
  amountMin: decimal,
  userMax: decimal,
});
export type FinancialTerms = z.infer<typeof financialTerms>;
const REBATE_PPB_MAX = 500_000_000;
const miningTerms = miningProduct.omit({ scale: true, incomeScale: true, remaining: true, state: true }).extend({
  name: plainLine.pipe(z.string().min(1).max(NAME_LENGTH_MAX)),
  termDays: z.int().min(1).max(TERM_DAYS_MAX),
  dailyRatePpb: z.int().min(1).max(1_000_000_000),
  rebate: z
    .strictObject({ type: z.enum(['purchase', 'income']), ratioPpb: z.int().min(1).max(REBATE_PPB_MAX) })
    .nullable(),
});
export type MiningTerms = z.infer<typeof miningTerms>;

export const setFinancialTermsRequest = financialTerms.extend({ clientId, reason });
export type SetFinancialTermsRequest = z.infer<typeof setFinancialTermsRequest>;
export const setMiningTermsRequest = miningTerms.extend({ clientId, reason });
export type SetMiningTermsRequest = z.infer<typeof setMiningTermsRequest>;

export const setEarnStateRequest = z.strictObject({
  clientId,
  kind: z.enum(['financial', 'mining']),
  product: earnProductName,
  state: z.enum(['open', 'closed']),
  reason,
});
export type SetEarnStateRequest = z.infer<typeof setEarnStateRequest>;

/** Transfers between the owners' money and the reserves for incomes and rebates. */
export const fundEarnRequest = z.strictObject({
  clientId,
  asset: assetName,
  act: z.enum(['fund', 'release']),
  amount: decimal,
  reason,
});
export type FundEarnRequest = z.infer<typeof fundEarnRequest>;

export const earnDesk = z.strictObject({
  position: z.int(),
  financial: z.array(financialProduct),
  mining: z.array(miningProduct),
  /** Reserves for incomes, the promised part, and the part that may be released. */
  cover: z.array(z.strictObject({ asset: assetName, held: decimal, promised: decimal, free: decimal })),
});
export type EarnDesk = z.infer<typeof earnDesk>;

const PATH = '/exchange/admin/earn';
const admin = { method: 'POST', access: 'admin', answer: staffAnswer } as const;

export const EARN_STAFF_ROUTES = {
  earnDesk: {
    method: 'GET',
    path: `${PATH}/desk`,
    summary: 'Financial products and mining: terms and what stands behind incomes',
    access: 'admin',
    right: 'markets',
    query: z.strictObject({ minPosition }),
    answer: earnDesk,
  },
  setFinancialTerms: {
    ...admin,
    path: `${PATH}/setFinancialTerms`,
    summary: 'Terms of a financial product; takes two',
    right: 'markets',
    body: setFinancialTermsRequest,
    failure: 'save.failed',
  },
  setMiningTerms: {
    ...admin,
    path: `${PATH}/setMiningTerms`,
    summary: 'Terms of mining; takes two',
    right: 'markets',
    body: setMiningTermsRequest,
    failure: 'save.failed',
  },
  setState: {
    ...admin,
    path: `${PATH}/setState`,
    summary: 'Take a product off sale, by one, or put it on sale, by two; what was bought goes on',
    right: 'markets',
    body: setEarnStateRequest,
  },
  fund: {
    ...admin,
    path: `${PATH}/fund`,
    summary: "Put the owners' money behind incomes, or take back what is not promised",
    right: 'recharges',
    body: fundEarnRequest,
  },
} as const satisfies Record<string, Route>;
