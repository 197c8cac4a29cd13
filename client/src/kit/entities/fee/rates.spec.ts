import type { MarketRecord } from '../../../../../shared/wire/product';
import {
  announcedSchedules,
  feesAt,
  levelCharged,
  percentPlaces,
  progressOf,
  ratioOfPpb,
  schedulesOf,
  tiersOf,
  type Tier,
} from './rates';

const tier = (level: number, makerPpb: number, takerPpb: number, makerFixed: string | null = null): Tier => ({
  ...{ level, makerPpb, takerPpb, makerFixed },
  takerFixed: null,
});

describe('rate in parts per billion', () => {
  it.each([
    [1_000_000, '0.001000000'],
    [187_500, '0.000187500'],
    [1, '0.000000001'],
    [0, '0.000000000'],
    [-50_000, '-0.000050000'],
    [1_250_000_000, '1.250000000'],
  ])('%p is ratio %s', (ppb, ratio) => {
    expect(ratioOfPpb(ppb)).toBe(ratio);
  });
});

describe('decimals of percentages', () => {
  it('suffice for the finest rate, at least two', () => {
    expect(percentPlaces([1_000_000, 950_000])).toBe(3);
    expect(percentPlaces([1_000_000, -1])).toBe(7);
    expect(percentPlaces([1_000_000_000, 0])).toBe(2);
    expect(percentPlaces([])).toBe(2);
  });
});

describe('fee schedules', () => {
  it('group markets with equal fees in listing order', () => {
    const usual = [tier(0, 1_000_000, 1_000_000), tier(1, 800_000, 1_000_000)];
    const cheap = [tier(0, 0, 100_000)];
    const schedules = schedulesOf([
      { market: 'BTC-USDT', quote: 'USDT', tiers: usual },
      { market: 'USDT-USD', quote: 'USD', tiers: cheap },
      { market: 'ETH-USDT', quote: 'USDT', tiers: structuredCopy(usual) },
    ]);
    expect(schedules).toEqual([
      { markets: ['BTC-USDT', 'ETH-USDT'], quote: 'USDT', tiers: usual },
      { markets: ['USDT-USD'], quote: 'USD', tiers: cheap },
    ]);
  });
});

describe('fee schedules with fixed amounts', () => {
  const amount = [tier(0, 0, 1_000_000, '2')];

  it('are separate per quote asset', () => {
    const schedules = schedulesOf([
      { market: 'BTC-USDT', quote: 'USDT', tiers: amount },
      { market: 'ETH-USDT', quote: 'USDT', tiers: amount },
      { market: 'USDT-USD', quote: 'USD', tiers: amount },
    ]);
    expect(schedules.map(({ markets }) => markets)).toEqual([['BTC-USDT', 'ETH-USDT'], ['USDT-USD']]);
  });

  it('are derived from market terms; the last entry serves all higher levels', () => {
    const terms = { makerFeesPpb: [3], takerFeesPpb: [5, 4], makerFeesFixed: ['2', '1.5', '1'], takerFeesFixed: ['0'] };
    expect(tiersOf(terms)).toEqual([tier(0, 3, 5, '2'), tier(1, 3, 4, '1.5'), tier(2, 3, 4, '1')]);
    expect(feesAt(terms, 9)).toMatchObject({ takerPpb: 4, makerFixed: '1', takerFixed: null });
  });
});

describe('announced fee changes', () => {
  const terms = { makerFeesPpb: [3], takerFeesPpb: [5], makerFeesFixed: [], takerFeesFixed: [] };
  const market = (name: string, ...pending: object[]) => ({ name, ...terms, pending }) as unknown as MarketRecord;

  it('are ordered by time and group markets that change alike; other terms are ignored', () => {
    const cheaper = { ...terms, takerFeesPpb: [4] };
    const announced = announcedSchedules([
      market('BTC-USDT', { from: 10, ...terms, openOrdersMax: 9 }, { from: 30, ...cheaper }),
      market('ETH-USDT', { from: 20, ...terms, makerFeesPpb: [2] }),
      market('BNB-USDT', { from: 30, ...cheaper }, { from: 40, ...cheaper, bandPpb: 1 }),
    ]);
    expect(announced.map(({ from, markets }) => [from, markets])).toEqual([
      [20, ['ETH-USDT']],
      [30, ['BTC-USDT', 'BNB-USDT']],
    ]);
    expect(announced[1]?.tiers).toEqual([tier(0, 3, 4)]);
  });
});

describe('progress to a volume', () => {
  it.each([
    ['0', '50', 0],
    ['0.499999', '50', 0],
    ['49.99999999', '50', 99],
    ['50', '50', 100],
    ['60', '50', 100],
  ])('%s of %s is %i percent', (volume, needed, percent) => {
    expect(progressOf(volume, needed)).toBe(percent);
  });
});

describe('fee level charged', () => {
  const tiers = [tier(0, 1, 2), tier(1, 1, 1)];

  it('is the user’s own, at most the last one, and null for a visitor', () => {
    expect(levelCharged(tiers, 0)).toBe(0);
    expect(levelCharged(tiers, 5)).toBe(1);
    expect(levelCharged(tiers, null)).toBeNull();
    expect(levelCharged([], 0)).toBeNull();
  });
});

function structuredCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
