import { numberFormats } from '../../lib/numbers/format';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { announcedChanges, changesBetween, type Terms } from './term-changes';

const TERMS: Terms = {
  quantityMin: '0.0001',
  quantityMax: '100',
  notionalMin: '5',
  priceLowest: '0.01',
  priceHighest: '1000000',
  makerFeesPpb: [1_000_000, 900_000, 900_000],
  takerFeesPpb: [2_000_000],
  makerFeesFixed: [],
  takerFeesFixed: [],
  openOrdersMax: 200,
  referencePrice: '65000',
  bandPpb: 100_000_000,
};
const writing = { numbers: numberFormats('en'), base: 'BTC', quote: 'USDT', level: null };

describe('difference of market terms', () => {
  it('is empty for equal terms, even if the last level is repeated', () => {
    expect(changesBetween(TERMS, { ...TERMS, makerFeesPpb: [1_000_000, 900_000] }, writing)).toEqual([]);
  });

  it('shows old and new values with units', () => {
    const after = {
      ...TERMS,
      notionalMin: '1500.5',
      bandPpb: 50_000_000,
      openOrdersMax: 1_000,
      referencePrice: '70000',
    };
    expect(changesBetween(TERMS, after, writing)).toEqual([
      { term: 'notionalMin', before: '5 USDT', after: '1,500.5 USDT' },
      { term: 'bandPpb', before: '10.00%', after: '5.00%' },
      { term: 'openOrdersMax', before: '200', after: '1,000' },
      { term: 'referencePrice', before: '65,000 USDT', after: '70,000 USDT' },
    ]);
  });

  it('shows fees per level, in percent or as an amount', () => {
    const after = { ...TERMS, makerFeesPpb: [800_000], takerFeesFixed: ['2', '1.5'] };
    expect(changesBetween(TERMS, after, writing)).toEqual([
      { term: 'makerFees', before: '0.10% / 0.09%', after: '0.08%' },
      { term: 'takerFees', before: '0.20%', after: '2 USDT / 1.5 USDT' },
    ]);
  });
});

describe('announced market changes', () => {
  const market = (...pending: object[]) => {
    const { referencePrice: _, ...terms } = TERMS;
    return { ...terms, base: 'BTC', quote: 'USDT', pending } as unknown as MarketRecord;
  };

  it('are relative to the previous change and omit those without effect on the level', () => {
    const cheaper = { ...TERMS, makerFeesPpb: [1_000_000, 500_000] };
    const announced = announcedChanges(
      market({ from: 10, ...cheaper }, { from: 20, ...cheaper, quantityMin: '0.001', referencePrice: '1' }),
      { numbers: writing.numbers, level: 0 },
    );
    expect(announced).toEqual([
      { from: 20, changes: [{ term: 'quantityMin', before: '0.0001 BTC', after: '0.001 BTC' }] },
    ]);
  });
});
