/** Cross margin: protection, free balance and liquidation prices. */
import fc from 'fast-check';
import { positions, RISK, riskTerms, usdt } from '../../../../test/tools/fixtures/perpetual-terms';
import { feeOf } from '../../../rules/arithmetic/rounding';
import { bankruptcyPrice } from './bankruptcy';
import {
  crossFreeBalance,
  crossLiquidationPrices,
  crossProfit,
  crossMaintenanceMargin,
  crossExcessMargin,
  safePairs,
  undermarginedPairs,
  takeoverCollateral,
  type CrossMarket,
  type CrossPosition,
} from './cross';
import { profitAt, valueAt, type Position, type PositionSide } from './position';
import { isolatedLiquidationPrice, isUndermargined } from './maintenance-margin';

/** In ticks of a millionth, so that prices show their decimals. One coin is 100 units per tick. */
function leg(side: PositionSide, coins: number, entry: number, locked: string): CrossPosition {
  const perTick = BigInt(coins) * 100n;
  return { side, perTick, cost: perTick * BigInt(entry) * 1_000_000n, leverage: 10, locked: usdt(locked) };
}
const at = (mark: number, ...legs: CrossPosition[]): CrossMarket<CrossPosition> => ({
  terms: RISK,
  mark: mark * 1_000_000,
  legs,
});

const wallet = usdt('10,000');
const account = [at(49_000, leg('long', 1, 50_000, '5,024.75')), at(3_100, leg('short', 10, 3_000, '3,018.15'))];

test('the example: a long in BTC and a short in ETH, both losing', () => {
  expect(crossProfit(account)).toBe(usdt('-2,000'));
  expect(crossMaintenanceMargin(account)).toBe(usdt('364'));
  expect(crossExcessMargin(wallet, account)).toBe(usdt('7,636'));
  expect(crossFreeBalance(usdt('1,957.10'), account)).toBe(usdt('-124.75'));
});

// TorchTrade/torchtrade#344
test('a cross price depends on the other positions: 41,329.097393 and 3,860.141357, each with the other mark fixed', () => {
  // (10,000 − 1,000 − 141.05 − 50,000) ÷ (0.00455 − 1) = 41,329.0973931…, and for ETH 3,860.1413568…
  expect(crossLiquidationPrices(wallet, account, 0)).toEqual({ below: 41_329_097_393, above: null });
  expect(crossLiquidationPrices(wallet, account, 1)).toEqual({ below: null, above: 3_860_141_357 });
});

test('unrealised profit protects and cannot be spent', () => {
  const winning = [at(60_000, leg('long', 1, 50_000, '6,000'))];
  expect(crossFreeBalance(usdt('3'), winning)).toBe(usdt('3'));
  expect(crossExcessMargin(usdt('6,003'), winning)).toBeGreaterThan(usdt('15,000'));
  // The increase of the initial margin with the value is not free.
  expect(crossFreeBalance(usdt('3'), [at(60_000, leg('long', 1, 50_000, '5,999'))])).toBe(usdt('2'));
  expect(crossFreeBalance(usdt('3'), [])).toBe(usdt('3'));
});

test('a long and a short of one market share the nearest prices below and above', () => {
  const both = [at(50_000, leg('long', 2, 50_000, '10,000'), leg('short', 1, 50_000, '5,000'))];
  const { below, above } = crossLiquidationPrices(wallet, both, 0);
  // Above, both requirements grow faster than the profit of the one extra coin, once the last tiers require half of
  // each value.
  for (const [price, hit] of [
    [below, true],
    [(below ?? 0) + 1, false],
    [(above ?? 0) - 1, false],
    [above, true],
  ] as const) {
    expect(isUndermargined(crossExcessMargin(wallet, [{ ...both[0], mark: price ?? 0 }]))).toBe(hit);
  }
});

test('an account without positions is never short of margin', () => {
  expect(safePairs(1n, [])).toEqual([]);
  expect(safePairs(0n, [])).toBeNull();
  expect(crossExcessMargin(5n, [])).toBe(5n);
});

interface Case {
  wallet: bigint;
  markets: CrossMarket[];
}
const accounts: fc.Arbitrary<Case> = fc.record({
  wallet: fc.bigInt(0n, 10n ** 16n),
  markets: fc.array(
    fc
      .record({
        terms: riskTerms,
        legs: fc.array(positions, { minLength: 1, maxLength: 2 }),
        off: fc.integer({ min: 700, max: 1_300 }),
      })
      .map(({ terms, legs, off }): CrossMarket => {
        const entry = Number(legs[0].cost / legs[0].perTick);
        return { terms, legs, mark: Math.max(1, Math.floor((entry * off) / 1_000)) };
      }),
    { minLength: 1, maxLength: 4 },
  ),
});

test('an account is not short while all marks stay inside their safe pairs, at corners and in between', () => {
  let lived = 0;
  fc.assert(
    fc.property(accounts, fc.infiniteStream(fc.integer({ min: 0, max: 100 })), ({ wallet: has, markets }, draws) => {
      const pairs = safePairs(has, markets);
      expect(pairs === null).toBe(isUndermargined(crossExcessMargin(has, markets)));
      if (!pairs) return;
      lived++;
      for (let round = 0; round < 8; round++) {
        const moved = markets.map((market, place) => {
          const { low, high } = pairs[place];
          expect(low <= market.mark && market.mark <= high).toBe(true);
          const far = Math.min(high, market.mark * 3);
          const corner = [low, far, low + Math.floor(((far - low) * (draws.next().value as number)) / 100)];
          return { ...market, mark: corner[(draws.next().value as number) % 3] };
        });
        expect(isUndermargined(crossExcessMargin(has, moved))).toBe(false);
      }
    }),
    { seed: 1, numRuns: 200 },
  );
  expect(lived).toBeGreaterThan(50);
});

test('a short account stays short while all marks stay inside its pairs, at corners and in between', () => {
  let wide = 0;
  const tight = fc.tuple(accounts, fc.bigInt(0n, 10n ** 12n));
  fc.assert(
    fc.property(tight, fc.infiniteStream(fc.integer({ min: 0, max: 100 })), ([{ markets }, lack], draws) => {
      const has = -lack - crossExcessMargin(0n, markets);
      const pairs = undermarginedPairs(has, markets);
      for (let round = 0; round < 8; round++) {
        const moved = markets.map((market, place) => {
          const { low, high } = pairs[place];
          expect(low <= market.mark && market.mark <= high).toBe(true);
          if (low < market.mark) wide++;
          const far = Math.min(high, market.mark * 3);
          const corner = [low, far, low + Math.floor(((far - low) * (draws.next().value as number)) / 100)];
          return { ...market, mark: corner[(draws.next().value as number) % 3] };
        });
        expect(isUndermargined(crossExcessMargin(has, moved))).toBe(true);
      }
    }),
    { seed: 3, numRuns: 400 },
  );
  expect(wide).toBeGreaterThan(400);
});

test('a pair of a short account reaches at least half of the way to its recovery', () => {
  // A long of 1 coin that lacks 1,000 USDT at 49,000. One USDT of price brings one USDT of profit and raises the
  // requirement by less than half of one.
  const markets = [at(49_000, leg('long', 1, 50_000, '0'))];
  const has = -crossExcessMargin(0n, markets) - usdt('1,000');
  const [{ low, high }] = undermarginedPairs(has, markets);
  expect(high).toBeLessThan(50_000 * 1_000_000);
  expect(high).toBeGreaterThan(49_500 * 1_000_000);
  expect(49_000 * 1_000_000 - low).toBe(high - 49_000 * 1_000_000);
});

test('with one position the pair is exact, and its prices equal those of an isolated position with that collateral', () => {
  fc.assert(
    fc.property(riskTerms, positions, fc.bigInt(1n, 10n ** 14n), (terms, position, has) => {
      const entry = Number(position.cost / position.perTick);
      const markets: CrossMarket[] = [{ terms, mark: entry, legs: [position] }];
      const pairs = safePairs(has, markets);
      if (!pairs) return;
      const [{ low, high }] = pairs;
      const shown = isolatedLiquidationPrice(terms, position, has);
      const { below, above } = crossLiquidationPrices(has, markets, 0);
      expect(position.side === 'long' ? below : above).toBe(shown);
      if (position.side === 'long') expect(low).toBe((shown ?? 0) + 1);
      else expect(high).toBe((shown ?? Number.MAX_SAFE_INTEGER + 1) - 1);
    }),
    { seed: 2 },
  );
});

test('the covers of positions in takeover sum to the equity of the account, and no more', () => {
  fc.assert(
    fc.property(accounts, fc.bigInt(-(10n ** 12n), 10n ** 12n), ({ markets }, equity) => {
      const legs = markets.flatMap((market) => market.legs.map((position) => ({ ...market, legs: [position] })));
      const all = crossMaintenanceMargin(markets);
      if (all <= 0n) return;
      const shares = legs.map((one) => {
        const profit = crossProfit([one]);
        return takeoverCollateral(equity, crossMaintenanceMargin([one]), all, profit) + profit;
      });
      const given = shares.reduce((sum, share) => sum + share, 0n);
      expect(given).toBeLessThanOrEqual(equity);
      expect(equity - given).toBeLessThan(BigInt(legs.length));
    }),
    { seed: 3 },
  );
});

test('closing a position in takeover at its bankruptcy price uses up its share', () => {
  const long: Position = account[0].legs[0];
  const mark = account[0].mark;
  const cover = takeoverCollateral(usdt('300'), usdt('222.95'), usdt('364'), profitAt(long, mark));
  // 300 × 222.95 ÷ 364 = 183.75, and the 1,000 that the long has lost.
  expect(cover).toBe(usdt('1,183.75'));
  const price = bankruptcyPrice(long, cover, RISK.closePpb) as number;
  const left = (at: number) => cover + profitAt(long, at) - feeOf(valueAt(long, at), RISK.closePpb);
  expect(left(price)).toBeGreaterThanOrEqual(0n);
  expect(left(price - 1)).toBeLessThan(0n);
});
