/** Mining products of the demo, and their funding. */
import type { SetMiningTermsRequest } from '../../../../shared/products/earn/staff';

type Listing = Omit<SetMiningTermsRequest, 'clientId'>;

export const DEMO_MINING: readonly Listing[] = [
  {
    ...{ product: 'ETH-MINE-7', name: 'ETH 7D', asset: 'ETH', incomeAsset: 'ETH', termDays: 7, dailyRatePpb: 300_000 },
    ...{ payout: 'daily', rebate: null, quota: '500', amountMin: '0.01', amountMax: '20', reason: 'demo' },
  },
  {
    ...{ product: 'BTC-MINE-15', name: 'BTC 15D', asset: 'BTC', incomeAsset: 'USDT', termDays: 15 },
    ...{ dailyRatePpb: 200_000, payout: 'end', rebate: { type: 'purchase', ratioPpb: 1_000_000 } },
    ...{ quota: '20', amountMin: '0.001', amountMax: '2', reason: 'demo' },
  },
  {
    ...{ product: 'USDT-MINE-30', name: 'USDT 30D', asset: 'USDT', incomeAsset: 'USDT', termDays: 30 },
    ...{ dailyRatePpb: 400_000, payout: 'daily', rebate: { type: 'income', ratioPpb: 50_000_000 } },
    ...{ quota: '2000000', amountMin: '10', amountMax: '100000', reason: 'demo' },
  },
];

/** From the owners' money to the funding of financial products: incomes and rebates of everything on sale. */
export const MINING_FUNDS = [
  { asset: 'USDT', amount: '40000' },
  { asset: 'BTC', amount: '0.1' },
  { asset: 'ETH', amount: '2' },
] as const;
