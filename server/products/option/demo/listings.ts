/** Second contracts of the demo: terms by index, and their funding. */
import type { OptionDuration } from '../../../../shared/products/option/wire';
import type { SetOptionTermsRequest } from '../../../../shared/products/option/staff';

type OptionListing = Omit<SetOptionTermsRequest, 'clientId'>;

const PRODUCTS = ['BTC', 'ETH', 'SOL', 'XRP', 'BNB', 'DOGE'] as const;

/** Longer durations pay more; never above 85 %, because of early exits. */
const DURATIONS: OptionDuration[] = [
  { durationMs: 30_000, payoutPpb: 800_000_000, feePpb: 10_000_000, feeAmount: '0' },
  { durationMs: 60_000, payoutPpb: 820_000_000, feePpb: 10_000_000, feeAmount: '0' },
  { durationMs: 120_000, payoutPpb: 840_000_000, feePpb: 10_000_000, feeAmount: '0' },
  { durationMs: 300_000, payoutPpb: 850_000_000, feePpb: 0, feeAmount: '5' },
];

export const DEMO_OPTIONS: readonly OptionListing[] = PRODUCTS.map((base) => ({
  symbol: `${base}-USDT`,
  asset: 'USDT',
  amountMin: '1000',
  // The maximum amount is buyable: no cap is below it, and the funding covers its payout.
  amountMax: '9999999',
  sideMax: '20000000',
  totalMax: '30000000',
  userMax: '10000000',
  levelsUserMax: '20000',
  durations: DURATIONS,
  reason: 'demo',
}));

/** From the owners' money, and the initial balances of visitors. */
export const OPTION_FUNDS = { house: '30000000', visitor: '50000' } as const;
