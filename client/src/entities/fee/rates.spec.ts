import { levelCharged, percentPlaces, ratioOfPpb, schedulesOf } from './rates';

const tier = (level: number, makerPpb: number, takerPpb: number) => ({ level, makerPpb, takerPpb });

describe('a rate in parts per billion', () => {
  it.each([
    [1_000_000, '0.001000000'],
    [187_500, '0.000187500'],
    [1, '0.000000001'],
    [0, '0.000000000'],
    [-50_000, '-0.000050000'],
    [1_250_000_000, '1.250000000'],
  ])('%p is the ratio %s', (ppb, ratio) => {
    expect(ratioOfPpb(ppb)).toBe(ratio);
  });
});

describe('the places of percentages', () => {
  it('are as many as the finest rate needs, at least two', () => {
    expect(percentPlaces([1_000_000, 950_000])).toBe(3);
    expect(percentPlaces([1_000_000, -1])).toBe(7);
    expect(percentPlaces([1_000_000_000, 0])).toBe(2);
    expect(percentPlaces([])).toBe(2);
  });
});

describe('the schedules', () => {
  it('name markets that charge alike together, in their order', () => {
    const usual = [tier(0, 1_000_000, 1_000_000), tier(1, 800_000, 1_000_000)];
    const cheap = [tier(0, 0, 100_000)];
    const schedules = schedulesOf([
      { market: 'BTC-USDT', tiers: usual },
      { market: 'USDT-USD', tiers: cheap },
      { market: 'ETH-USDT', tiers: structuredCopy(usual) },
    ]);
    expect(schedules).toEqual([
      { markets: ['BTC-USDT', 'ETH-USDT'], tiers: usual },
      { markets: ['USDT-USD'], tiers: cheap },
    ]);
  });
});

describe('the level a user is charged by', () => {
  const tiers = [tier(0, 1, 2), tier(1, 1, 1)];

  it('is their own, at most the last, and nobody’s without a log-in', () => {
    expect(levelCharged(tiers, 0)).toBe(0);
    expect(levelCharged(tiers, 5)).toBe(1);
    expect(levelCharged(tiers, null)).toBeNull();
    expect(levelCharged([], 0)).toBeNull();
  });
});

function structuredCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
