import { worthChange, worthPoints } from './worth-points';

const day = (name: string, usdt: string, btc: string | null, flow = '0') => ({
  ...{ day: name, at: 0, usdt, btc, flow: { usdt: flow, btc: btc === null ? null : '0' } },
});
const DAYS = [
  day('2026-01-01', '100.5', null),
  day('2026-01-02', '110', '0.002'),
  day('2026-01-03', '90.45', '0.0015'),
];

describe('worth history', () => {
  it('has one point per day with a price', () => {
    expect(worthPoints(DAYS, 'usdt').map(({ value: worth }) => worth)).toEqual(['100.5', '110', '90.45']);
    expect(worthPoints(DAYS, 'btc').map(({ day: name }) => name)).toEqual(['2026-01-02', '2026-01-03']);
  });

  it('starts on the day before the first value', () => {
    const empty = ['a', 'b', 'c'].map((name) => day(name, '0', null));
    expect(worthPoints([...empty, ...DAYS], 'usdt').map(({ day: name }) => name)).toEqual([
      'c',
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
    ]);
    expect(worthPoints(empty, 'usdt')).toHaveLength(3);
  });

  it('gives the exact change', () => {
    expect(worthChange(worthPoints(DAYS, 'usdt'))).toEqual({ flow: '0', result: '-10.05', ratio: '-0.1' });
    expect(worthChange(worthPoints(DAYS.slice(0, 1), 'usdt'))).toBeNull();
    expect(worthChange(worthPoints([day('a', '0', null), day('b', '5', null)], 'usdt'))).toMatchObject({ ratio: null });
  });

  it('separates deposits and withdrawals from profit', () => {
    const paid = [
      day('a', '0', null),
      day('b', '1000', null, '1000'),
      day('c', '730', null, '-300'),
      day('d', '780', null),
    ];
    expect(worthChange(worthPoints(paid, 'usdt'))).toEqual({ flow: '700', result: '80', ratio: '0.08' });
    // A deposit alone is no profit.
    expect(worthChange(worthPoints(paid.slice(0, 2), 'usdt'))).toEqual({ flow: '1000', result: '0', ratio: '0' });
  });
});
