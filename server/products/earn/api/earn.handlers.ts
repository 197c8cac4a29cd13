/** From a request about financial products or mining to a command of the core. */
import { FINANCIAL_ROUTES, MINING_ROUTES } from '../../../../shared/products/earn/wire';
import type * as Core from '../core/commands';
import type { Reference } from '../../../engine/port';
import { Refusal } from '../../../platform/errors/refusal';
import { amountOf, idOf } from '../../../features/shared/orders/convert';
import { submits } from '../../../features/shared/endpoints/submits';

const renewalOf = (renew: boolean): Core.Renewal => (renew ? 'on' : 'off');

/** @param asset of the product; undefined where there is none */
function unitsOf(amount: string, asset: string | undefined, reference: Reference): bigint {
  if (asset === undefined) throw new Refusal('earn.unknown');
  return amountOf(amount, reference.scaleOf(asset) ?? 0, asset);
}

export const BuySavings = submits(
  FINANCIAL_ROUTES.buy,
  ({ user, request: { product, amount, renew } }, { reference }) => {
    const units = unitsOf(amount, reference.assetOfSavings(product), reference);
    return { type: 'BuyFinancial', user, product, amount: units, renew: renewalOf(renew) };
  },
  'purchase',
);

export const StartMining = submits(
  MINING_ROUTES.buy,
  ({ user, request: { product, amount } }, { reference }) => {
    const units = unitsOf(amount, reference.assetOfMining(product), reference);
    return { type: 'BuyMining', user, product, amount: units };
  },
  'purchase',
);

/** Before it earns. */
export const CancelSavings = submits(FINANCIAL_ROUTES.cancel, ({ user, request: { purchase } }) => {
  return { type: 'CancelFinancial', user, purchase: idOf(purchase) };
});

/** Before its end. */
export const LeaveSavings = submits(FINANCIAL_ROUTES.leave, ({ user, request: { purchase } }) => {
  return { type: 'LeaveFinancial', user, purchase: idOf(purchase) };
});

export const RenewSavings = submits(FINANCIAL_ROUTES.renew, ({ user, request: { purchase, renew } }) => {
  return { type: 'SetFinancialRenewal', user, purchase: idOf(purchase), renew: renewalOf(renew) };
});
