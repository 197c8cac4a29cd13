/** Converts staff requests about small balances to commands. */
import type { FundDustRequest, SetDustTermsRequest } from '../../../shared/products/convert/staff';
import { VALUE_ASSET } from '../../../shared/rules/valuation';
import { amountOf } from '../../features/shared/orders/convert';
import type { StaffConverters } from '../../features/shared/staff-knowledge';

interface Requests {
  SetDustTerms: SetDustTermsRequest;
  FundDust: FundDustRequest;
}

export const CONVERT_STAFF: StaffConverters<Requests> = {
  SetDustTerms: async ({ state, dailyMax, reason }, { scaleOf }) => ({
    type: 'SetDustTerms',
    state,
    dailyMax: amountOf(dailyMax, await scaleOf(VALUE_ASSET), VALUE_ASSET),
    reason,
  }),
  FundDust: async ({ asset, act, amount, reason }, { scaleOf }) => ({
    type: 'FundDust',
    asset,
    act,
    amount: amountOf(amount, await scaleOf(asset), asset),
    reason,
  }),
};
