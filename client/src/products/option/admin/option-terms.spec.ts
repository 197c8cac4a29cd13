import { OPTION_PRODUCT } from '../../../testing/option';
import { newTerms, termsOf, withDuration, withLimits, withoutDuration, wrongInDuration } from './option-terms';

const LIMITS = {
  ...{ amountMin: '10', amountMax: '20', userMax: '30', levelsUserMax: '0', sideMax: '40', totalMax: '50' },
};

it('product terms contain all terms and no display fields', () => {
  expect(Object.keys(termsOf(OPTION_PRODUCT))).toEqual([
    ...['symbol', 'asset', 'amountMin', 'amountMax', 'sideMax', 'totalMax', 'userMax', 'levelsUserMax', 'durations'],
  ]);
  expect(withLimits(OPTION_PRODUCT, LIMITS)).toEqual({ ...termsOf(OPTION_PRODUCT), ...LIMITS });
});

it('durations are added in order, replaced or removed', () => {
  const added = { durationMs: 120_000, payoutPpb: 825_000_000, feePpb: 0, feeAmount: '1.5' };
  const entered = { seconds: '120', payout: '82.5', feeRate: '', feeAmount: '1.5' };
  const [short, long] = OPTION_PRODUCT.durations;
  expect(withDuration(OPTION_PRODUCT, null, entered).durations).toEqual([short, added, long]);
  expect(withDuration(OPTION_PRODUCT, 300_000, entered).durations).toEqual([short, added]);
  // A duration of the same length replaces the existing one.
  expect(withDuration(OPTION_PRODUCT, null, { ...entered, seconds: '60' }).durations).toHaveLength(2);
  expect(withoutDuration(OPTION_PRODUCT, 60_000).durations).toEqual([long]);
});

it('new product starts with one duration; a fee rate excludes a fee amount', () => {
  const entered = { symbol: 'eth-usdt', asset: 'usdt', ...LIMITS, seconds: '60', payout: '80', feeRate: '0.5' };
  expect(newTerms(entered)).toEqual({
    ...{ symbol: 'ETH-USDT', asset: 'USDT', ...LIMITS },
    durations: [{ durationMs: 60_000, payoutPpb: 800_000_000, feePpb: 5_000_000, feeAmount: '0' }],
  });
});

it.each([
  [{ seconds: '86400', payout: '99.9999999' }, []],
  [{ seconds: '86401', payout: '80' }, ['seconds']],
  [{ seconds: '0', payout: '100' }, ['seconds', 'payout']],
  [{ seconds: '60', payout: '0' }, ['payout']],
  [{ seconds: '60', payout: '0.00000001' }, ['payout']],
  [{ seconds: '60', payout: '80', feeRate: '100' }, ['feeRate']],
  [{ seconds: '60', payout: '80', feeRate: '0.1', feeAmount: '0.000000000000000001' }, ['feeAmount']],
  [{ seconds: '60', payout: '80', feeRate: '0.1', feeAmount: '0' }, []],
])('%j has faults in %j', (entered, fields) => {
  expect(wrongInDuration(entered).map(([field]) => field)).toEqual(fields);
});
