/** Staff calls for second contracts: products and their reserves. No call sets a price or an outcome. */
import { z } from 'zod';
import { assetName, clientId, decimal, marketName, minPosition, reason, staffAnswer, userId } from '../../wire/fields';
import { optionProduct } from './wire';
import { openOptions } from './stream';
import type { Route } from '../../wire/route';

const ppb = z.int().min(0).max(1_000_000_000);

/** All terms of a product; the core validates them. */
const terms = {
  /** Name of the index, and of the product. */
  symbol: marketName,
  asset: assetName,
  amountMin: decimal,
  amountMax: decimal,
  sideMax: decimal,
  totalMax: decimal,
  userMax: decimal,
  /** `0`: take-profit and stop-loss are not offered. */
  levelsUserMax: decimal,
  durations: z
    .array(
      z.strictObject({
        durationMs: z.int().min(1).max(86_400_000),
        payoutPpb: ppb,
        feePpb: ppb.default(0),
        feeAmount: decimal.default('0'),
      }),
    )
    .min(1)
    .max(16),
};
export const setOptionTermsRequest = z.strictObject({ clientId, ...terms, reason });
export type SetOptionTermsRequest = z.infer<typeof setOptionTermsRequest>;
export const setOptionStateRequest = z.strictObject({
  clientId,
  symbol: marketName,
  state: z.enum(['open', 'closed']),
  reason,
});
export type SetOptionStateRequest = z.infer<typeof setOptionStateRequest>;
/** Transfers between the owners' money and the reserves for payouts. */
export const fundOptionsRequest = z.strictObject({
  clientId,
  asset: assetName,
  act: z.enum(['fund', 'release']),
  amount: decimal,
  reason,
});
export type FundOptionsRequest = z.infer<typeof fundOptionsRequest>;

export type OptionTermsRecord = Omit<SetOptionTermsRequest, 'clientId' | 'reason'>;

export const optionExposure = z.strictObject({
  position: z.int(),
  /** With the contracts that are open now, and their maximum cost beyond their stakes. */
  products: z.array(optionProduct.extend({ contracts: z.int() })),
  /** Reserves for payouts, the promised part, and the part that may be released. */
  cover: z.array(z.strictObject({ asset: z.string(), held: decimal, promised: decimal, free: decimal })),
});
export type OptionExposure = z.infer<typeof optionExposure>;

const admin = { method: 'POST', access: 'admin', answer: staffAnswer } as const;

export const OPTION_STAFF_ROUTES = {
  optionExposure: {
    method: 'GET',
    path: '/exchange/admin/option/exposure',
    summary: 'Second contracts: terms, open stakes and what stands behind them',
    access: 'admin',
    right: 'markets',
    query: z.strictObject({ minPosition }),
    answer: optionExposure,
  },
  optionsOf: {
    method: 'GET',
    path: '/exchange/admin/option/contracts',
    summary: 'Open second contracts of a user, as they are now',
    access: 'admin',
    right: 'users',
    query: z.strictObject({ userId: z.coerce.number().pipe(userId), minPosition }),
    answer: openOptions,
  },
  setOptionTerms: {
    ...admin,
    path: '/exchange/admin/option/setTerms',
    summary: 'Terms of a second contract; takes two',
    right: 'markets',
    body: setOptionTermsRequest,
    failure: 'save.failed',
  },
  setOptionState: {
    ...admin,
    path: '/exchange/admin/option/setState',
    summary: 'Take a second contract off sale, by one, or put it on sale, by two; open contracts go on',
    right: 'markets',
    body: setOptionStateRequest,
  },
  fundOptions: {
    ...admin,
    path: '/exchange/admin/option/fund',
    summary: "Put the owners' money behind second contracts, or take back what is not promised",
    right: 'recharges',
    body: fundOptionsRequest,
  },
} as const satisfies Record<string, Route>;
