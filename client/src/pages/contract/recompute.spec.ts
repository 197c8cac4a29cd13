/** The worked long of 0.5 BTC at 60,000, 20x, which is liquidated at 57,229.0 and lives at 57,229.1. */
import type { LiquidationDetail } from '../../../../shared/wire/contract';
import { outcomeTermsOf, type OutcomeTerms } from '../../entities/contract/outcomes';
import { PERPETUAL, TAKER_PPB } from '../../testing/perpetual';
import { inputsOf, judged } from './recompute';

const TERMS = outcomeTermsOf(PERPETUAL, TAKER_PPB) as OutcomeTerms;
const DETAIL: LiquidationDetail = {
  ...{ liquidation: '9', contract: '7', market: PERPETUAL.name, side: 'long', mode: 'isolated', quantity: '0.5' },
  ...{ bankruptcyPrice: '57000', mark: '57229', insurance: '0', at: 1, steps: [], path: [] },
  inputs: {
    ...{ cost: '30000', lots: 500, leverage: 20, collateral: '1515.675', unrealised: '-1385.5' },
    ...{ requirement: '130.195975', tierRatePpb: 4_000_000, tierAmount: '0', closeFeePpb: TAKER_PPB },
    ...{ index: '57229', sources: [], p1: '57230', p2: '57229', last: '57000', markPosition: 5 },
  },
};

test('what was recorded comes out again, to the unit', () => {
  expect(judged(DETAIL, inputsOf(DETAIL), TERMS)).toEqual({
    ...{ mark: '57229', value: '28614.5', unrealised: '-1385.5', cover: '130.175' },
    ...{ requirement: '130.195975', isLiquidated: true },
  });
});

test.each<[string, object, boolean]>([
  ['a tick higher in the middle', { p2: '57229.1' }, false],
  ['a last price that is far away moves nothing', { last: '1' }, true],
  ['a last price on the other side takes the next one', { last: '70000' }, false],
  ['a unit more of margin than it took', { collateral: '1515.695976' }, false],
  ['as much margin as it took', { collateral: '1515.695975' }, true],
])('%s', (_, changed, isLiquidated) => {
  expect(judged(DETAIL, { ...inputsOf(DETAIL), ...changed }, TERMS)?.isLiquidated).toBe(isLiquidated);
});

test.each([{ p1: '57229.05' }, { p2: '0' }, { last: '' }, { cost: 'x' }, { collateral: '1.123456789' }])(
  '%j is no input',
  (changed) => {
    expect(judged(DETAIL, { ...inputsOf(DETAIL), ...changed }, TERMS)).toBeNull();
  },
);

test('a short is judged on its own side', () => {
  const short = { ...DETAIL, side: 'short' as const };
  expect(judged(short, inputsOf(short), TERMS)).toMatchObject({ unrealised: '1385.5', isLiquidated: false });
});
