/** Fixtures of options: an open option, a product and a settled option. */
import type { OptionProduct, OptionRules } from '../../../shared/products/option/wire';
import type { OpenOption, SettledOption } from '../../../shared/products/option/stream';

export const OPTION_RULES: OptionRules = {
  entryDelayMs: 500,
  entryWaitMs: 15_000,
  cancelBeforeMs: 5_000,
  startAheadMaxMs: 86_400_000,
};

export const OPTION_PRODUCT: OptionProduct = {
  ...{ symbol: 'BTC-USDT', label: 'BTC/USDT', base: 'BTC', quote: 'USDT', state: 'open', asset: 'USDT', scale: 8 },
  ...{ tick: '0.01', staleMs: 30_000, amountMin: '1000', amountMax: '9999999' },
  ...{ sideMax: '1000000', totalMax: '1500000', userMax: '250000', levelsUserMax: '20000', offersLevels: true },
  open: { up: '0', down: '0' },
  promised: '0',
  durations: [
    { durationMs: 60_000, payoutPpb: 800_000_000, feePpb: 0, feeAmount: '0' },
    { durationMs: 300_000, payoutPpb: 850_000_000, feePpb: 10_000_000, feeAmount: '0' },
  ],
};

const BOUGHT = {
  ...{ contract: '7', symbol: 'BTC-USDT', asset: 'USDT', stake: '1000', durationMs: 60_000, payoutPpb: 800_000_000 },
  ...{ charge: '10', startsAt: null, entryFrom: 10_500, takeProfit: null, stopLoss: null, staleMs: 30_000 },
  ...{ boughtAt: 10_000, boughtPosition: 3, payout: '1800', payoutNet: '1790', breakEvenPpb: 558_659_218 },
} as const;

/** Up, bought at second 10, entry 50,000 at second 11, expiry at second 71. */
export function openOption(overrides: Partial<OpenOption> = {}): OpenOption {
  const entry = { price: '50000', at: 11_000, batch: 4 };
  return { ...BOUGHT, direction: 'up', entry, endsAt: 71_000, status: 'holding', hit: null, ...overrides };
}

/** The same option, won. */
export function settledOption(overrides: Partial<SettledOption> = {}): SettledOption {
  const entry = { price: '50000', at: 11_000, batch: 4 };
  return {
    ...BOUGHT,
    ...{ direction: 'up', entry, endsAt: 71_000, end: 'won', reason: null, enteredPosition: 4 },
    ...{ settledBy: { price: '50001', at: 70_000, batch: 9 }, dueAt: 71_000, paid: '1790', income: '800' },
    ...{ fee: '10', result: '790', settledAt: 71_020, settledPosition: 10 },
    ...overrides,
  };
}
