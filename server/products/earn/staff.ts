/** Converts staff requests about financial products and mining to commands. */
import type {
  FundEarnRequest,
  SetEarnStateRequest,
  SetFinancialTermsRequest,
  SetMiningTermsRequest,
} from '../../../shared/products/earn/staff';
import { amountOf } from '../../features/shared/orders/convert';
import type { StaffConverters } from '../../features/shared/staff-knowledge';

interface Requests {
  SetFinancialTerms: SetFinancialTermsRequest;
  SetFinancialState: Omit<SetEarnStateRequest, 'kind'>;
  FundFinancial: FundEarnRequest;
  SetMiningTerms: SetMiningTermsRequest;
  SetMiningState: Omit<SetEarnStateRequest, 'kind'>;
}

export const EARN_STAFF: StaffConverters<Requests> = {
  SetFinancialTerms: async ({ clientId: _, ...terms }, { scaleOf }) => {
    const scale = await scaleOf(terms.asset);
    return {
      type: 'SetFinancialTerms',
      ...terms,
      quota: amountOf(terms.quota, scale, terms.asset),
      amountMin: amountOf(terms.amountMin, scale, terms.asset),
      userMax: amountOf(terms.userMax, scale, terms.asset),
    };
  },
  SetFinancialState: ({ product, state, reason }) => ({ type: 'SetFinancialState', product, state, reason }),
  FundFinancial: async ({ asset, act, amount, reason }, { scaleOf }) => ({
    type: 'FundFinancial',
    asset,
    act,
    amount: amountOf(amount, await scaleOf(asset), asset),
    reason,
  }),
  SetMiningTerms: async ({ clientId: _, rebate, ...terms }, { scaleOf }) => {
    const scale = await scaleOf(terms.asset);
    return {
      type: 'SetMiningTerms',
      ...terms,
      rebate: rebate?.type ?? 'none',
      rebatePpb: rebate?.ratioPpb ?? 0,
      quota: amountOf(terms.quota, scale, terms.asset),
      amountMin: amountOf(terms.amountMin, scale, terms.asset),
      amountMax: amountOf(terms.amountMax, scale, terms.asset),
    };
  },
  SetMiningState: ({ product, state, reason }) => ({ type: 'SetMiningState', product, state, reason }),
};
