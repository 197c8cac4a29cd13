import { ppbOf } from './referral-rates';

test.each([
  ['20', 200_000_000],
  ['0', 0],
  ['0.0000001', 1],
  ['50', 500_000_000],
  ['50.0000001', null],
  ['0.00000001', null],
  ['', null],
  ['x', null],
])('%s %% is %s parts per billion', (percent, ppb) => expect(ppbOf(percent)).toBe(ppb));
