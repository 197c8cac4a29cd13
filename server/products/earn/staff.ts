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
  SetFinancialTerms: async ({ clientId: _, ...asked }, { scaleOf }) => {
    const scale = await scaleOf(asked.asset);
    return {
      type: 'SetFinancialTerms',
      ...asked,
      quota: amountOf(asked.quota, scale, asked.asset),
      amountMin: amountOf(asked.amountMin, scale, asked.asset),
      userMax: amountOf(asked.userMax, scale, asked.asset),
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
  SetMiningTerms: async ({ clientId: _, rebate, ...asked }, { scaleOf }) => {
    const scale = await scaleOf(asked.asset);
    return {
      type: 'SetMiningTerms',
      ...asked,
      rebate: rebate?.type ?? 'none',
      rebatePpb: rebate?.ratioPpb ?? 0,
      quota: amountOf(asked.quota, scale, asked.asset),
      amountMin: amountOf(asked.amountMin, scale, asked.asset),
      amountMax: amountOf(asked.amountMax, scale, asked.asset),
    };
  },
  SetMiningState: ({ product, state, reason }) => ({ type: 'SetMiningState', product, state, reason }),
};
