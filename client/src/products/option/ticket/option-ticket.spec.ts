import fc from 'fast-check';
import { unitsOf } from '../../../../../shared/rules/units';
import { EMPTY, typedOf, type Typed } from '../../../kit/lib/numbers/typed';
import { OPTION_PRODUCT, OPTION_RULES } from '../../../testing/option';
import {
  LEVEL_MOMENTS,
  paidAtLevel,
  faultsOf,
  durationOf,
  emptyDraft,
  stakeMax,
  previewOf,
  quickAmounts,
  requestOf,
  type OptionDraft,
  type OptionContext,
} from './option-ticket';

const NOW = 1_000_000;
const AROUND: OptionContext = {
  ...{ product: OPTION_PRODUCT, rules: OPTION_RULES, price: '50000', available: '100000' },
  ...{ ownOpen: '0', ownOpenWithLevels: '0', limit: null, now: NOW },
};
const around = (known: Partial<OptionContext>): OptionContext => ({ ...AROUND, ...known });
const draft = (known: Partial<OptionDraft> = {}): OptionDraft => ({
  ...emptyDraft(60_000),
  stake: typedOf('1000'),
  ...known,
});
const UNREAD: Typed = { kind: 'refused', text: 'x', fault: 'no_number', isUnfinished: false, meant: null };
const limitOf = (amount: string, staked: string) => ({ asset: 'USDT', amount, next: null, staked });
const codes = (known: Partial<OptionDraft>, changed: Partial<OptionContext> = {}, direction = 'up' as 'up' | 'down') =>
  faultsOf(draft(known), direction, around(changed)).map(({ field, code }) => `${field} ${code}`);

describe('payout preview', () => {
  it('is stake plus gain less the fee, with the break-even win rate', () => {
    const wanted = { payout: '1800', profit: '800', fee: '0', breakEvenPpb: 555_555_556 };
    expect(previewOf(OPTION_PRODUCT, 60_000, '1000')).toEqual(wanted);
    expect(previewOf(OPTION_PRODUCT, 300_000, '1000')).toMatchObject({ payout: '1840', profit: '840', fee: '10' });
  });

  it('may be below the stake with a fixed fee', () => {
    const durations = [{ durationMs: 60_000, payoutPpb: 1_000_000, feePpb: 0, feeAmount: '5' }];
    expect(previewOf({ ...OPTION_PRODUCT, durations }, 60_000, '1000')).toMatchObject({ payout: '996', profit: '-4' });
  });

  it('rounds the gain down and the fee up to the unit', () => {
    const durations = [{ durationMs: 60_000, payoutPpb: 333_333_333, feePpb: 1, feeAmount: '0' }];
    const product = { ...OPTION_PRODUCT, durations };
    expect(previewOf(product, 60_000, '0.00000001')).toEqual({
      ...{ payout: '0', profit: '-0.00000001', fee: '0.00000001', breakEvenPpb: null },
    });
  });

  it('is 0 if the fee exceeds it', () => {
    const durations = [{ durationMs: 60_000, payoutPpb: 800_000_000, feePpb: 0, feeAmount: '5' }];
    const product = { ...OPTION_PRODUCT, durations };
    expect(previewOf(product, 60_000, '2')).toEqual({ payout: '0', profit: '-2', fee: '3.6', breakEvenPpb: null });
  });

  it('never exceeds stake times rate', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (units) => {
        const stake = `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;
        const { payout } = previewOf(OPTION_PRODUCT, 300_000, stake);
        const exact = (unitsOf(stake, 8) as bigint) * 184n;
        return (unitsOf(payout, 8) as bigint) * 100n <= exact;
      }),
    );
  });

  it('uses the first duration if the chosen one is no longer offered', () => {
    expect(durationOf(OPTION_PRODUCT, 45_000).durationMs).toBe(60_000);
  });
});

describe('payout of a level', () => {
  const paid = (level: 'take_profit' | 'stop_loss', durationMs: number) =>
    LEVEL_MOMENTS.map(([, part]) => paidAtLevel(OPTION_PRODUCT, durationMs, '1000', level, part));

  it('for a stop-loss is half the stake times the remaining time share', () => {
    expect(paid('stop_loss', 60_000)).toEqual(['500', '250', '0']);
    expect(paid('stop_loss', 300_000)).toEqual(['500', '250', '0']);
  });
  it('for a take-profit is the stake plus gain for the elapsed time, less the fee', () => {
    expect(paid('take_profit', 60_000)).toEqual(['1000', '1400', '1800']);
    expect(paid('take_profit', 300_000)).toEqual(['990', '1415', '1840']);
  });
});

describe('purchase check', () => {
  it('passes at the bounds and fails one unit beyond', () => {
    expect(codes({ stake: typedOf('1000') })).toEqual([]);
    expect(codes({ stake: typedOf('999.99999999') })).toEqual(['stake option.amount.minimum']);
    const rich = { available: '99999999', product: { ...OPTION_PRODUCT, userMax: '99999999' } };
    expect(codes({ stake: typedOf('9999999') }, rich)).toEqual([]);
    expect(codes({ stake: typedOf('9999999.00000001') }, rich)).toEqual(['stake option.amount.maximum']);
  });

  it('reports the room left under a limit', () => {
    expect(faultsOf(draft({}), 'up', around({ ownOpen: '249000.01' }))).toEqual([
      { field: 'stake', code: 'option.cap.user', figures: { maximum: '250000', room: '999.99' } },
    ]);
    expect(faultsOf(draft({}), 'up', around({ ownOpen: '250001' }))).toMatchObject([{ figures: { room: '0' } }]);
  });

  it('reports the minimum; an empty or zero amount is not positive', () => {
    expect(faultsOf(draft({ stake: typedOf('1') }), 'up', AROUND)).toEqual([
      { field: 'stake', code: 'option.amount.minimum', figures: { minimum: '1000' } },
    ]);
    expect(codes({ stake: EMPTY })).toEqual(['stake amount.not.positive']);
    expect(codes({ stake: typedOf('0') })).toEqual(['stake amount.not.positive']);
    expect(codes({ stake: UNREAD })).toEqual(['stake null']);
  });

  it('includes open contracts, today’s stakes and the balance', () => {
    expect(codes({}, { ownOpen: '249000' })).toEqual([]);
    expect(codes({}, { ownOpen: '249000.01' })).toEqual(['stake option.cap.user']);
    expect(codes({}, { limit: limitOf('3000', '2000') })).toEqual([]);
    expect(codes({}, { limit: limitOf('2999', '2000') })).toEqual(['stake option.limit.own']);
    expect(codes({}, { available: '1000' })).toEqual([]);
    expect(codes({}, { available: '999' })).toEqual(['stake balance.insufficient']);
    // Unknown values pass; the exchange checks them.
    expect(codes({}, { available: null })).toEqual([]);
  });

  it('rejects a start in the past, now, or more than a day ahead', () => {
    const at = (startsAt: number | null) => codes({ timing: 'timed', startsAt });
    expect(at(NOW + 1)).toEqual([]);
    expect(at(NOW + 86_400_000)).toEqual([]);
    expect(at(NOW + 86_400_001)).toEqual(['startsAt option.start.invalid']);
    expect(at(NOW)).toEqual(['startsAt option.start.invalid']);
    expect(at(null)).toEqual(['startsAt option.start.invalid']);
    // With "now", an earlier chosen start is ignored.
    expect(codes({ timing: 'now', startsAt: NOW - 1 })).toEqual([]);
  });

  it('rejects a level that is less than one step on its side of the index', () => {
    const up = (takeProfit: string, stopLoss: string, direction: 'up' | 'down' = 'up') =>
      codes({ hasLevels: true, takeProfit: typedOf(takeProfit), stopLoss: typedOf(stopLoss) }, {}, direction);
    expect(up('50000.01', '49999.99')).toEqual([]);
    expect(up('50000', '49999.99')).toEqual(['takeProfit option.levels.invalid']);
    expect(up('50000.01', '50000')).toEqual(['stopLoss option.levels.invalid']);
    expect(up('50000.01', '49999.99', 'down')).toHaveLength(2);
    expect(up('49999.99', '50000.01', 'down')).toEqual([]);
    expect(up('50000.015', '0')).toEqual(['takeProfit option.levels.invalid', 'stopLoss option.levels.invalid']);
  });

  it('rejects enabled levels without a value', () => {
    expect(codes({ hasLevels: true })).toEqual(['takeProfit missing']);
    expect(codes({ hasLevels: true, stopLoss: typedOf('49900') })).toEqual([]);
    expect(codes({ hasLevels: true, stopLoss: UNREAD })).toEqual(['stopLoss null']);
    expect(codes({ hasLevels: true, timing: 'timed', startsAt: NOW + 9 })).toEqual([]);
  });

  it('rejects more open stakes with levels than a user may have', () => {
    const levels = { hasLevels: true, takeProfit: typedOf('50100') };
    expect(codes(levels, { ownOpenWithLevels: '19000' })).toEqual([]);
    expect(codes(levels, { ownOpenWithLevels: '19000.01' })).toEqual(['stake option.cap.levels']);
    // With a set start, earlier typed levels are ignored.
    expect(codes({ ...levels, timing: 'timed', startsAt: NOW + 9 }, { ownOpenWithLevels: '20000' })).toEqual([]);
  });
});

describe('offered stakes', () => {
  it('have the smallest bound as maximum, at least 0', () => {
    expect(stakeMax(AROUND)).toBe('100000');
    expect(stakeMax(around({ ownOpen: '240000' }))).toBe('10000');
    expect(stakeMax(around({ limit: limitOf('5000', '1000') }))).toBe('4000');
    expect(stakeMax(around({ limit: limitOf('500', '1000') }))).toBe('0');
    expect(stakeMax(around({ available: null }))).toBe('250000');
  });

  it('range from the minimum to the maximum amount', () => {
    expect(quickAmounts(OPTION_PRODUCT)).toEqual(['1000', '2000', '5000', '10000']);
    expect(quickAmounts({ amountMin: '0.5', amountMax: '1' })).toEqual(['0.5', '1']);
  });
});

describe('request', () => {
  it('contains start or levels only where they apply', () => {
    const plain = { symbol: 'BTC-USDT', direction: 'down', stake: '1000', durationMs: 60_000 };
    const levels = { hasLevels: true, takeProfit: typedOf('49000'), stopLoss: EMPTY };
    expect(requestOf(draft(), 'down', OPTION_PRODUCT)).toEqual(plain);
    expect(requestOf(draft(levels), 'down', OPTION_PRODUCT)).toEqual({ ...plain, takeProfit: '49000' });
    expect(requestOf(draft({ ...levels, timing: 'timed', startsAt: 5 }), 'down', OPTION_PRODUCT)).toEqual({
      ...plain,
      startsAt: 5,
    });
    expect(requestOf(draft(levels), 'down', { ...OPTION_PRODUCT, offersLevels: false })).toEqual(plain);
  });
});
