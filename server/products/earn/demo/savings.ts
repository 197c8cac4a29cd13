/** Fixed-term products of the demo, and their funding. */
import type { SetFinancialTermsRequest } from '../../../../shared/products/earn/staff';

type Listing = Omit<SetFinancialTermsRequest, 'clientId'>;

export const DEMO_SAVINGS: readonly Listing[] = [
  {
    ...{ product: 'USDT-7', name: 'USDT 7D', asset: 'USDT', termDays: 7, annualRatePpb: 50_000_000 },
    ...{ quota: '5000000', amountMin: '10', userMax: '200000', reason: 'demo' },
  },
  {
    ...{ product: 'USDT-30', name: 'USDT 30D', asset: 'USDT', termDays: 30, annualRatePpb: 80_000_000 },
    ...{ quota: '10000000', amountMin: '100', userMax: '500000', reason: 'demo' },
  },
  {
    ...{ product: 'BTC-90', name: 'BTC 90D', asset: 'BTC', termDays: 90, annualRatePpb: 30_000_000 },
    ...{ quota: '100', amountMin: '0.001', userMax: '10', reason: 'demo' },
  },
];

/** From the owners' money: the incomes of everything on sale. And the initial balances of visitors. */
export const SAVINGS_FUNDS = {
  house: [
    { asset: 'USDT', amount: '80000' },
    { asset: 'BTC', amount: '1' },
  ],
  visitor: [
    { asset: 'USDT', amount: '50000' },
    { asset: 'BTC', amount: '1' },
    { asset: 'ETH', amount: '5' },
  ],
} as const;
