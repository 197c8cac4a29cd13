import type { LiquidationDetail } from '../../../../../../shared/products/perpetual/liquidations';
import { outcomeTermsOf, type OutcomeTerms } from '../../../../kit/entities/contract/outcomes';
import { LIQUIDATION as DETAIL } from '../../../../testing/liquidation';
import { PERPETUAL, TAKER_PPB } from '../../../../testing/perpetual';
import { inputsOf, isAsRecorded, recompute, standingAtPrice, type Recomputed } from './recompute';

const TERMS = outcomeTermsOf(PERPETUAL, TAKER_PPB) as OutcomeTerms;

test('recorded inputs give the recorded result, to the unit', () => {
  expect(recompute(DETAIL, inputsOf(DETAIL), TERMS)).toEqual({
    ...{ mark: '57229', value: '28614.5', unrealised: '-1385.5', cover: '130.175' },
    ...{ requirement: '130.195975', bankruptcy: '57000', isLiquidated: true },
  });
});

test.each<[string, object, boolean]>([
  ['a tick higher in the middle', { p2: '57229.1' }, false],
  ['a last price that is far away moves nothing', { last: '1' }, true],
  ['a last price on the other side takes the next one', { last: '70000' }, false],
  ['a unit more of margin than it took', { collateral: '1515.695976' }, false],
  ['as much margin as it took', { collateral: '1515.695975' }, true],
])('changed input: %s', (_, changed, isLiquidated) => {
  expect(recompute(DETAIL, { ...inputsOf(DETAIL), ...changed }, TERMS)?.isLiquidated).toBe(isLiquidated);
});

test.each([{ p1: '57229.05' }, { p2: '0' }, { last: '' }, { cost: 'x' }, { collateral: '1.123456789' }])(
  '%j is rejected as input',
  (changed) => {
    expect(recompute(DETAIL, { ...inputsOf(DETAIL), ...changed }, TERMS)).toBeNull();
  },
);

test.each<[string, Partial<LiquidationDetail['inputs']>, string]>([
  ['stays as near to the index as it must', { p2: '57400', last: '57400' }, '57332'],
  ['on either side', { p2: '57000', last: '57000' }, '57126'],
  ['has no bound by the first rule', { p2: '57400', last: '57400', bound: null }, '57400'],
  ['may be bound to the index itself', { p2: '57400', last: '57400', bound: '0' }, '57229'],
])('mark %s', (_, changed, mark) => {
  const detail = { ...DETAIL, inputs: { ...DETAIL.inputs, ...changed } };
  expect(recompute(detail, inputsOf(detail), TERMS)?.mark).toBe(mark);
});

test('short is judged on its own side', () => {
  const short = { ...DETAIL, side: 'short' as const };
  expect(recompute(short, inputsOf(short), TERMS)).toMatchObject({ unrealised: '1385.5', isLiquidated: false });
});

test('more margin moves the bankruptcy price', () => {
  // The worked example with 500 more: 55,999.449697, rounded up to the tick.
  expect(recompute(DETAIL, { ...inputsOf(DETAIL), collateral: '2015.675' }, TERMS)?.bankruptcy).toBe('55999.5');
  expect(recompute(DETAIL, { ...inputsOf(DETAIL), collateral: '30000' }, TERMS)?.bankruptcy).toBeNull();
});

describe('record', () => {
  const again = recompute(DETAIL, inputsOf(DETAIL), TERMS) as Recomputed;
  const recorded = (inputs: Partial<LiquidationDetail['inputs']>) => ({
    ...DETAIL,
    inputs: { ...DETAIL.inputs, ...inputs },
  });

  it('is confirmed regardless of trailing zeros', () => {
    expect(isAsRecorded(DETAIL, again)).toBe(true);
    expect(isAsRecorded({ ...DETAIL, mark: '57229.0' }, again)).toBe(true);
  });

  it.each<[string, LiquidationDetail]>([
    ['the mark', { ...DETAIL, mark: '57229.1' }],
    ['the requirement, by a unit', recorded({ requirement: '130.19597501' })],
    ['what was lost', recorded({ unrealised: '-1385.50000001' })],
  ])('is not confirmed if %s differs', (_, detail) => {
    expect(isAsRecorded(detail, again)).toBe(false);
  });

  it('is not confirmed if the position would not be liquidated', () => {
    const covered = recorded({ collateral: '1600' });
    expect(isAsRecorded(covered, recompute(covered, inputsOf(covered), TERMS) as Recomputed)).toBe(false);
  });
});

test('another mark gives another standing of the same position', () => {
  // The worked example one tick earlier: not liquidated.
  expect(standingAtPrice(DETAIL, '57229.1', TERMS)).toMatchObject({
    ...{ unrealised: '-1385.45', cover: '130.225', requirement: '130.1962025', isLiquidated: false },
  });
  expect(standingAtPrice(DETAIL, '57229.05', TERMS)).toBeNull();
});
