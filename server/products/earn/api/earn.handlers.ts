/** Converts requests about financial products or mining to commands. */
import { FINANCIAL_ROUTES, MINING_ROUTES } from '../../../../shared/products/earn/wire';
import type * as Core from '../core/commands';
import type { ReferenceData } from '../../../engine/port';
import { Refusal } from '../../../platform/errors/refusal';
import { amountOf, idOf } from '../../../features/shared/orders/convert';
import { commandHandler } from '../../../features/shared/endpoints/command-handler';

const renewalOf = (renew: boolean): Core.Renewal => (renew ? 'on' : 'off');

/** @param asset the product's asset; undefined if there is no such product */
function unitsOf(amount: string, asset: string | undefined, reference: ReferenceData): bigint {
  if (asset === undefined) throw new Refusal('earn.unknown');
  return amountOf(amount, reference.scaleOf(asset) ?? 0, asset);
}

export const BuySavings = commandHandler(
  FINANCIAL_ROUTES.buy,
  ({ user, request: { product, amount, renew } }, { reference }) => {
    const units = unitsOf(amount, reference.assetOfSavings(product), reference);
    return { type: 'BuyFinancial', user, product, amount: units, renew: renewalOf(renew) };
  },
  'purchase',
);

export const StartMining = commandHandler(
  MINING_ROUTES.buy,
  ({ user, request: { product, amount } }, { reference }) => {
    const units = unitsOf(amount, reference.assetOfMining(product), reference);
    return { type: 'BuyMining', user, product, amount: units };
  },
  'purchase',
);

/** Before the purchase earns. */
export const CancelSavings = commandHandler(FINANCIAL_ROUTES.cancel, ({ user, request: { purchase } }) => {
  return { type: 'CancelFinancial', user, purchase: idOf(purchase) };
});

/** Before the end of the term. */
export const LeaveSavings = commandHandler(FINANCIAL_ROUTES.leave, ({ user, request: { purchase } }) => {
  return { type: 'LeaveFinancial', user, purchase: idOf(purchase) };
});

export const RenewSavings = commandHandler(FINANCIAL_ROUTES.renew, ({ user, request: { purchase, renew } }) => {
  return { type: 'SetFinancialRenewal', user, purchase: idOf(purchase), renew: renewalOf(renew) };
});
