import type { MarketTermsAnswer, MarketTermsRecord } from '../../../../shared/wire/terms';
import { EMPTY, readTyped, typedOf } from '../../kit/lib/numbers/typed';
import { changeIn, chargeOf, feeField, levelsOf, shownIn, termsAt, UNTOUCHED, type MarketDraft } from './market-draft';

const TERMS: MarketTermsRecord = {
  quantityMin: '0.0001',
  quantityMax: '100',
  notionalMin: '5',
  priceLowest: '0.01',
  priceHighest: '1000000',
  makerFeesPpb: [1_000_000, 900_000],
  takerFeesPpb: [2_000_000],
  makerFeesFixed: [],
  takerFeesFixed: [],
  openOrdersMax: 200,
  referencePrice: '65000',
  bandPpb: 100_000_000,
};
const STEPS = { tick: '0.01', lot: '0.0001' };

const entered = (fields: Record<string, string>, of: Partial<MarketDraft> = {}): MarketDraft => ({
  ...UNTOUCHED,
  ...of,
  inputs: Object.fromEntries(Object.entries(fields).map(([name, decimal]) => [name, typedOf(decimal)])),
});
const faultsOf = (draft: MarketDraft, base = TERMS) => changeIn(draft, base, STEPS).errors;

describe('untouched market draft', () => {
  it('has no changes and no faults', () => {
    const { change, errors: faults } = changeIn(UNTOUCHED, TERMS, STEPS);
    expect([change, faults]).toEqual([{}, {}]);
  });

  it('shows rates in percent', () => {
    expect(shownIn(UNTOUCHED, TERMS, 'bandPpb')).toEqual(typedOf('10'));
    expect(shownIn(UNTOUCHED, TERMS, feeField('maker', 'percent', 1))).toEqual(typedOf('0.09'));
    // The last listed rate serves all higher levels.
    expect(shownIn(UNTOUCHED, TERMS, feeField('taker', 'percent', 1))).toEqual(typedOf('0.2'));
    expect([levelsOf(UNTOUCHED, TERMS), chargeOf(UNTOUCHED, TERMS, 'maker')]).toEqual([2, 'percent']);
  });
});

describe('changes of a market draft', () => {
  it('contain only terms that differ', () => {
    const draft = entered({ notionalMin: '10', quantityMax: '100', [feeField('taker', 'percent', 1)]: '0.15' });
    expect(changeIn(draft, TERMS, STEPS).change).toEqual({ notionalMin: '10', takerFeesPpb: [2_000_000, 1_500_000] });
  });

  it('are relative to the terms in effect at their time', () => {
    const later = { ...TERMS, notionalMin: '10' };
    const pending = [{ ...later, from: 50, reason: 'why', changed: ['notionalMin'] }];
    const answer: MarketTermsAnswer = { market: 'BTC-USDT', present: TERMS, pending };
    expect([termsAt(answer, null), termsAt(answer, 49), termsAt(answer, 50)]).toEqual([TERMS, TERMS, later]);
    expect(changeIn(entered({ notionalMin: '5' }), later, STEPS).change).toEqual({ notionalMin: '5' });
  });

  it('send amounts for fixed fees, and 0 to return to percentages', () => {
    const amounts = { [feeField('maker', 'fixed', 0)]: '2', [feeField('maker', 'fixed', 1)]: '1.5' };
    expect(changeIn(entered(amounts, { charges: { maker: 'fixed' } }), TERMS, STEPS).change).toEqual({
      makerFeesFixed: ['2', '1.5'],
    });
    const fixed = { ...TERMS, makerFeesFixed: ['2', '1.5'] };
    expect(chargeOf(UNTOUCHED, fixed, 'maker')).toBe('fixed');
    expect(changeIn({ ...UNTOUCHED, charges: { maker: 'percent' } }, fixed, STEPS).change).toEqual({
      makerFeesFixed: ['0'],
    });
  });

  it('of the number of levels truncate or extend both fee lists', () => {
    expect(changeIn({ ...UNTOUCHED, levels: 1 }, TERMS, STEPS).change).toEqual({ makerFeesPpb: [1_000_000] });
    expect(changeIn({ ...UNTOUCHED, levels: 3 }, TERMS, STEPS).change).toEqual({});
  });
});

describe('faults of a market draft', () => {
  it.each([
    ['rates that rise with the level', entered({ 'maker.percent.1': '0.11' }), 'maker.percent.1', { kind: 'rising' }],
    ['more than everything', entered({ 'maker.percent.0': '101' }), 'maker.percent.0', { code: 'out.of.range' }],
    ['finer than a rate is', entered({ 'maker.percent.1': '0.00000001' }), 'maker.percent.1', { code: 'out.of.range' }],
    [
      'no amount',
      entered({ 'maker.fixed.1': '1' }, { charges: { maker: 'fixed' } }),
      'maker.fixed.0',
      { code: 'required' },
    ],
    [
      'an amount of nothing',
      entered({ 'maker.fixed.0': '1', 'maker.fixed.1': '0' }, { charges: { maker: 'fixed' } }),
      'maker.fixed.1',
      { code: 'amount.not.positive' },
    ],
    ['half a lot', entered({ quantityMin: '0.00005' }), 'quantityMin', { code: 'quantity.off.lot' }],
    ['half a tick', entered({ priceLowest: '0.005' }), 'priceLowest', { code: 'price.off.tick' }],
    ['nothing at least', entered({ quantityMin: '0' }), 'quantityMin', { code: 'out.of.range' }],
    ['most below least', entered({ quantityMax: '0.0001', quantityMin: '1' }), 'quantityMax', { code: 'out.of.range' }],
    [
      'highest below lowest',
      entered({ priceHighest: '0.01', priceLowest: '5' }),
      'priceHighest',
      { code: 'out.of.range' },
    ],
    ['a reference outside', entered({ referencePrice: '1000001' }), 'referencePrice', { code: 'out.of.range' }],
    ['no open order', entered({ openOrdersMax: '0' }), 'openOrdersMax', { code: 'out.of.range' }],
    ['a band beyond everything', entered({ bandPpb: '100.1' }), 'bandPpb', { code: 'out.of.range' }],
  ])('%s', (_, draft, field, fault) => {
    expect(faultsOf(draft)[field]).toMatchObject(fault);
  });

  it('include empty fields and fields without a valid number', () => {
    const draft: MarketDraft = {
      ...UNTOUCHED,
      inputs: { notionalMin: EMPTY, quantityMax: readTyped('1e5', { tag: 'en', scale: 30, beyond: 'refused' }) },
    };
    expect(faultsOf(draft)).toMatchObject({ notionalMin: { code: 'required' }, quantityMax: { code: 'decimal' } });
  });
});
