/** Compares the order shown to staff with exact liquidation prices, which use whole units. */
import fc from 'fast-check';
import type { PositionSide } from '../../../../shared/products/perpetual/rules/position';
import { isolatedLiquidationPrice } from '../../../../shared/products/perpetual/rules/maintenance-margin';
import { riskTiers } from '../../../../shared/products/perpetual/rules/tiers';
import { NearestLiquidations } from './nearest-liquidations';
import type { CrossAccountValue } from './cross-accounts';
import type { LivePosition } from './positions';

const MARKET = 'BTC-USDT-PERP';
const OTHER = 'ETH-USDT-PERP';
const PER_TICK_LOT = 10_000n;
const MARK = 500_000;
const ONE_TIER = [{ cap: 10n ** 24n, leverageMax: 100, ratePpb: 4_000_000 }];
const TERMS = { tiers: riskTiers(ONE_TIER), closePpb: 600_000 };

type Told = Pick<LivePosition, 'id' | 'side' | 'lots' | 'cost' | 'margin'> & { market?: string };

function nearestOf(
  told: readonly Told[],
  { listedMax = 100, mark = MARK, tiers = TERMS.tiers, accounts = new Map<number, CrossAccountValue>() } = {},
) {
  const all = told.map((one) => ({ market: MARKET, user: one.id, ...one }) as LivePosition);
  const positions = {
    position: 1,
    all: jest.fn(() => all),
    inMarket: (market: string, side: PositionSide) => all.filter((one) => one.market === market && one.side === side),
  };
  const contract = { terms: { ...TERMS, tiers } };
  const marks = { markOf: () => mark };
  const worths = { accountValueOf: ({ id }: { id: number }) => accounts.get(id) ?? null };
  const markets = { get: () => ({ contract, units: { quotePerTickLot: PER_TICK_LOT, basePerLot: 1n } }) as never };
  return { nearest: new NearestLiquidations(positions, marks, markets, worths, listedMax), positions };
}

const at = (price: number, lots = 10): bigint => BigInt(price) * BigInt(lots) * PER_TICK_LOT;
const held = (id: number, side: PositionSide, price: number, margin: bigint): Told => {
  return { id, side, lots: 10, cost: at(price), margin };
};

describe('positions by distance to liquidation', () => {
  it('come nearest first, long and short together, in order of opening if equal', () => {
    const { nearest } = nearestOf([
      held(1, 'long', MARK, at(20_000)),
      held(2, 'short', MARK, at(5_000)),
      held(3, 'long', MARK, at(10_000)),
      held(4, 'short', MARK, at(5_000)),
    ]);
    expect(nearest.list({}, 0)).toEqual([2, 4, 3, 1]);
    expect(nearest.list({ side: 'long' }, 0)).toEqual([3, 1]);
  });

  it('of one market exclude other markets', () => {
    const { nearest } = nearestOf([
      { ...held(1, 'long', MARK, at(20_000)), market: OTHER },
      held(2, 'short', MARK, at(9_000)),
      held(3, 'long', MARK, at(5_000)),
    ]);
    expect(nearest.list({ market: MARKET }, 0)).toEqual([3, 2]);
    expect(nearest.list({ market: MARKET, side: 'short' }, 0)).toEqual([2]);
    expect(nearest.list({ market: OTHER }, 0)).toEqual([1]);
  });

  it('of a cross account rank by the account’s equity above its requirement', () => {
    const accounts = new Map([[1, { equity: 1_000, requirement: 900, value: 10_000 }]]);
    const { nearest } = nearestOf([held(1, 'long', MARK, 1n), held(2, 'long', MARK, at(5_000))], { accounts });
    expect(nearest.list({}, 0)).toEqual([2, 1]);
  });

  it('are limited to the nearest ones, also among many equal ones', () => {
    const alike = [5, 4, 3, 2].map((id) => held(id, 'long', MARK, at(20_000)));
    const { nearest } = nearestOf([...alike, held(9, 'short', MARK, at(5_000))], { listedMax: 3 });
    expect(nearest.list({}, 0)).toEqual([9, 2, 3]);
  });

  it('are ranked once per few seconds for all callers, unless a newer position is required', () => {
    const { nearest, positions } = nearestOf([held(1, 'long', MARK, at(20_000))]);
    for (const now of [0, 1_000, 4_999]) nearest.list({}, now);
    expect(positions.all).toHaveBeenCalledTimes(1);
    nearest.list({}, 4_999, 1);
    expect(positions.all).toHaveBeenCalledTimes(1);
    positions.position = 2;
    nearest.list({}, 4_999, 2);
    expect(positions.all).toHaveBeenCalledTimes(2);
    nearest.list({}, 9_999);
    expect(positions.all).toHaveBeenCalledTimes(3);
  });

  it('come in order of opening before the first mark', () => {
    const { nearest } = nearestOf([held(2, 'long', MARK, at(1)), held(1, 'short', MARK, at(9_000))], { mark: 0 });
    expect(nearest.list({}, 0)).toEqual([1, 2]);
  });

  it('have the distance of the mark to the liquidation price, exact to a tick while the tier stays', () => {
    const position = fc.record({
      side: fc.constantFrom<PositionSide>('long', 'short'),
      lots: fc.integer({ min: 1, max: 1_000_000 }),
      price: fc.integer({ min: 400_000, max: 600_000 }),
      part: fc.integer({ min: 1, max: 90 }),
    });
    fc.assert(
      fc.property(position, ({ side, lots, price, part }) => {
        const cost = at(price, lots);
        const told = { id: 1, user: 1, market: MARKET, side, lots, cost, margin: (cost * BigInt(part)) / 100n };
        const { nearest } = nearestOf([]);
        const exact = isolatedLiquidationPrice(
          TERMS,
          { side, perTick: BigInt(lots) * PER_TICK_LOT, cost },
          told.margin,
        );
        fc.pre(exact !== null);
        const away = side === 'long' ? MARK - Number(exact) : Number(exact) - MARK;
        expect(Math.abs(nearest.scoreOf(told) * MARK - away)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500, seed: 12 },
    );
  });

  it('use the tier of the value at the mark', () => {
    const tiers = riskTiers([
      { cap: at(MARK), leverageMax: 100, ratePpb: 4_000_000 },
      { cap: at(MARK) * 100n, leverageMax: 50, ratePpb: 100_000_000 },
    ]);
    const { nearest } = nearestOf([], { tiers });
    const small = { ...held(1, 'long', MARK, at(20_000)), user: 1, market: MARKET };
    const large = { ...small, lots: 100, cost: small.cost * 10n, margin: small.margin * 10n };
    expect(nearest.scoreOf(large)).toBeLessThan(nearest.scoreOf(small));
  });
});
