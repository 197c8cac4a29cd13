import { worthChange, worthPoints } from './worth-points';

const day = (name: string, usdt: string, btc: string | null) => ({ day: name, at: 0, usdt, btc });
const DAYS = [
  day('2026-01-01', '100.5', null),
  day('2026-01-02', '110', '0.002'),
  day('2026-01-03', '90.45', '0.0015'),
];

describe('the history of what there was', () => {
  it('is a point a day, of what was priced', () => {
    expect(worthPoints(DAYS, 'usdt').map(({ worth }) => worth)).toEqual(['100.5', '110', '90.45']);
    expect(worthPoints(DAYS, 'btc').map(({ day: name }) => name)).toEqual(['2026-01-02', '2026-01-03']);
  });

  it('begins on the day before there was anything', () => {
    const empty = ['a', 'b', 'c'].map((name) => day(name, '0', null));
    expect(worthPoints([...empty, ...DAYS], 'usdt').map(({ day: name }) => name)).toEqual([
      'c',
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
    ]);
    expect(worthPoints(empty, 'usdt')).toHaveLength(3);
  });

  it('tells what it came to, exactly', () => {
    expect(worthChange(worthPoints(DAYS, 'usdt'))).toEqual({ change: '-10.05', ratio: '-0.1' });
    expect(worthChange(worthPoints(DAYS.slice(0, 1), 'usdt'))).toBeNull();
    expect(
      worthChange([
        { day: 'a', worth: '0' },
        { day: 'b', worth: '5' },
      ]),
    ).toEqual({ change: '5', ratio: null });
  });
});
