/** Figures from the specification’s worked examples. */
import { outcomeTermsOf, type OutcomeTerms } from '../../../../kit/entities/contract/outcomes';
import { MARKET } from '../../../../testing/market';
import { calculated, type CalculatorInput } from './calculated';

const TIERS = [
  { cap: '50000', leverageMax: 125, ratePpb: 4_000_000, amount: '0' },
  { cap: '250000', leverageMax: 100, ratePpb: 5_000_000, amount: '50' },
];
const TERMS = outcomeTermsOf(
  {
    ...{ ...MARKET, tick: '0.1' },
    contract: {
      ...{ index: 'BTC-USDT', multiplier: '0.001', tiers: TIERS, orderTiers: TIERS, positionsFrom: null, endsAt: null },
      ...{ closeFeePpb: 550_000, fundingIntervalMs: 28_800_000, fundingCapPpb: 3_000_000 },
      openInterestMax: '10000000',
    },
  },
  550_000,
) as OutcomeTerms;

const WISH: CalculatorInput = {
  ...{ side: 'long', leverage: '20', quantity: '0.5', entry: '60000' },
  ...{ exit: '61000', wanted: '100' },
};
const figures = (...asked: [Parameters<typeof calculated>[0], Partial<CalculatorInput>?]) => {
  const answer = calculated(asked[0], TERMS, { ...WISH, ...asked[1] });
  return answer.kind === 'figures' ? Object.fromEntries(answer.figures.map((one) => [one.name, one.figure])) : answer;
};

describe('calculator', () => {
  it('shows cost and liquidation price', () => {
    expect(figures('cost')).toEqual({
      value: '30000',
      margin: '1500',
      open_fee: '16.5',
      close_fee: '15.675',
      total: '1532.175',
    });
    expect(figures('liquidation')).toEqual({ liquidation: '57229', bankruptcy: '57000' });
    expect(figures('liquidation', { leverage: '1' })).toEqual({ liquidation: null, bankruptcy: null });
  });

  it('shows profit and yield on margin', () => {
    expect(figures('profit')).toEqual({
      ...{ margin: '1500', before_fees: '500', open_fee: '16.5', close_fee: '16.775' },
      // 466.725 / 1,500.
      ...{ result: '466.725', yield: '0.31115' },
    });
    expect(figures('profit', { side: 'short' })).toMatchObject({ before_fees: '-500', result: '-533.275' });
  });

  it('shows the price for a target result, independent of leverage', () => {
    // At 60,266.1 closing costs 16.57 and gains 133.05 less 16.5: 99.97. One tick more gives 100.02.
    expect(figures('target', { leverage: '' })).toEqual({ price: '60266.2' });
  });

  it('asks for missing or off-step values and reports limits', () => {
    expect(figures('cost', { quantity: '' })).toEqual({ kind: 'fault', reason: 'fill_in' });
    expect(figures('cost', { entry: '60000.05' })).toEqual({ kind: 'fault', reason: 'fill_in' });
    expect(figures('profit', { exit: '' })).toEqual({ kind: 'fault', reason: 'fill_in' });
    expect(figures('cost', { leverage: '' })).toEqual({ kind: 'fault', reason: 'fill_in' });
    expect(figures('cost', { quantity: '5' })).toEqual({ kind: 'fault', reason: 'too_large' });
    expect(figures('cost', { quantity: '4', leverage: '125' })).toEqual({
      kind: 'fault',
      reason: 'leverage_max',
      maximum: 100,
    });
  });
});
