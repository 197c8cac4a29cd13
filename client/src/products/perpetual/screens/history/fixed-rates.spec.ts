import { fixedRates } from './fixed-rates';

it('funding rates are in time order, without skipped intervals', () => {
  const records = [
    { dueAt: 30, rate: '-0.0003' },
    { dueAt: 20, rate: null },
    { dueAt: 10, rate: '0' },
  ];
  expect(fixedRates(records)).toEqual([
    { at: 10, rate: '0' },
    { at: 30, rate: '-0.0003' },
  ]);
});
