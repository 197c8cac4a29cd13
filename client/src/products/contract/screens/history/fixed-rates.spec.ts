import { fixedRates } from './fixed-rates';

it('are drawn in the order of time, without intervals for which none was fixed', () => {
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
