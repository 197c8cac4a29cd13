import { dayOf } from '../../../../../shared/rules/days';
import { columnsOf } from './day-columns';

const DAY = dayOf(Date.parse('2026-02-28T00:00:00+08:00'));
const day = (name: string, asset: string, level1: string) => ({ day: name, asset, level1, level2: '1', rebates: 1 });

test('each day has a column of one coin', () => {
  const days = [day('2026-02-28', 'USDT', '2'), day('2026-02-28', 'BTC', '3'), day('2026-03-02', 'USDT', '4')];
  expect(columnsOf(days, 'USDT', DAY, DAY + 2)).toEqual([
    { day: DAY, level1: '2', level2: '1' },
    { day: DAY + 1, level1: '0', level2: '0' },
    { day: DAY + 2, level1: '4', level2: '1' },
  ]);
});
