import fc from 'fast-check';
import { dayOf, dayStart } from '../../../../shared/rules/days';
import { isCanonicalPositive } from '../../../../shared/rules/units';
import { DayWalk, SIMULATED_SOURCES, type SeededDay } from './day-walk';
import { SIMULATED_SYMBOLS, type SimulatedSymbol } from './simulated-symbols';

const DAY = 20_600;
const START = dayStart(DAY);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [BTC, , , , XRP] = SIMULATED_SYMBOLS;
const SOURCES = SIMULATED_SOURCES.map(({ name }) => name);
const FORMER = ['sim-a', 'sim-b', 'sim-c'];

function walkOf(seed: string, more: Partial<SeededDay> = {}): DayWalk {
  return new DayWalk({ day: DAY, seed, anchors: {}, ...more });
}

/** Logarithms of a source's moves between consecutive times of the day. */
function moves(walk: DayWalk, simulated: SimulatedSymbol, stepMs: number, source = SOURCES[0]): number[] {
  const prices = Array.from({ length: Math.floor((DAY_MS - 1) / stepMs) + 1 }, (_, step) =>
    Number(walk.priceAt(simulated, source, START + step * stepMs).price),
  );
  return prices.slice(1).map((price, step) => Math.log(price / prices[step]));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => Math.sqrt(mean(values.map((value) => value ** 2)));

describe('prices of simulated sources in a day', () => {
  it('never change: an old day can be recomputed from its seed', () => {
    const walk = walkOf('f'.repeat(64), { anchors: { 'BTC-USDT': { price: '65432.1', at: START + HOUR_MS } } });
    const seen = [0, 2 * HOUR_MS, DAY_MS - 1].flatMap((after) =>
      FORMER.map((source) => walk.priceAt(BTC, source, START + after)),
    );
    expect(seen.map(({ price, at }) => [price, at - START])).toMatchInlineSnapshot(`
      [
        [
          "65822.10243",
          0,
        ],
        [
          "65820.39437",
          0,
        ],
        [
          "65820.14513",
          0,
        ],
        [
          "65114.72612",
          7194282,
        ],
        [
          "65117.12129",
          7196282,
        ],
        [
          "65117.95465",
          7198282,
        ],
        [
          "67755.52155",
          86394282,
        ],
        [
          "67740.18001",
          86396282,
        ],
        [
          "67757.87273",
          86398282,
        ],
      ]
    `);
  });

  it('do not depend on earlier calls, and differ for every seed, day and symbol', () => {
    const times = fc.array(fc.integer({ min: 0, max: DAY_MS - 1 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.uuid(), times, (seed, after) => {
        const walk = walkOf(seed);
        const inOrder = after.map((moment) => walk.priceAt(XRP, SOURCES[1], START + moment));
        const alone = after.map((moment) => walkOf(seed).priceAt(XRP, SOURCES[1], START + moment));
        expect(inOrder).toEqual(alone);
      }),
    );
    const [one, other] = [walkOf('a'), walkOf('b')];
    const noon = START + 12 * HOUR_MS;
    expect(one.priceAt(BTC, SOURCES[0], noon).price).not.toBe(other.priceAt(BTC, SOURCES[0], noon).price);
    const renamed = { ...BTC, symbol: 'BTC-EUR' };
    expect(one.priceAt(BTC, SOURCES[0], noon).price).not.toBe(one.priceAt(renamed, SOURCES[0], noon).price);
  });

  it('are positive, reported by each source every half second, and never from the future', () => {
    const anyTime = fc.integer({ min: START, max: START + DAY_MS - 1 });
    fc.assert(
      fc.property(fc.uuid(), anyTime, fc.constantFrom(...SOURCES, ...FORMER), (seed, now, source) => {
        const walk = walkOf(seed);
        for (const simulated of SIMULATED_SYMBOLS) {
          const { price, at } = walk.priceAt(simulated, source, now);
          expect(isCanonicalPositive(price)).toBe(true);
          expect(at).toBeLessThanOrEqual(now);
          expect(now - at).toBeLessThan(SOURCES.includes(source) ? 500 : 6_000);
          expect(dayOf(at)).toBe(DAY);
          // Looked up at its own time a price is itself, so prices in the journal can be verified.
          expect(walkOf(seed).priceAt(simulated, source, at)).toMatchObject({ price, at });
        }
      }),
      { numRuns: 40 },
    );
  });

  it('begin at the symbol’s anchor, in all sources together', () => {
    const anchors = { 'BTC-USDT': { price: '70000', at: START - 5_000 } };
    for (const source of SOURCES) {
      const told = walkOf('any', { anchors }).priceAt(BTC, source, START);
      expect(told.at).toBe(START);
      expect(Math.abs(Number(told.price) / 70_000 - 1)).toBeLessThan(BTC.volatility / 400);
      expect(Math.abs(Number(walkOf('any').priceAt(BTC, source, START).price) / 65_000 - 1)).toBeLessThan(0.0001);
    }
  });

  it('continue from a publication in the middle of the day as from one at its beginning', () => {
    const at = START + 7 * HOUR_MS;
    const walk = walkOf('lost and begun again', { anchors: { 'BTC-USDT': { price: '70000', at } } });
    for (const source of SOURCES) {
      const { price } = walk.priceAt(BTC, source, at + 3_000);
      expect(Math.abs(Number(price) / 70_000 - 1)).toBeLessThan(0.002);
    }
  });

  it('are close together: within a twentieth of the core’s tolerance', () => {
    const walk = walkOf('together');
    for (const simulated of SIMULATED_SYMBOLS) {
      for (let after = 0; after < DAY_MS; after += 7 * 60_000) {
        const prices = SOURCES.map((source) => Number(walk.priceAt(simulated, source, START + after).price));
        expect(Math.max(...prices) / Math.min(...prices) - 1).toBeLessThan(0.0025);
      }
    }
  });

  it.each([BTC, XRP])('move per day by about the volatility of $symbol, without drift', (simulated) => {
    const days = Array.from({ length: 400 }, (_, seed) => {
      const { price } = walkOf(`day ${seed}`).priceAt(simulated, SOURCES[0], START + DAY_MS - 1);
      return Math.log(Number(price) / Number(simulated.opening));
    });
    expect(deviation(days) / simulated.volatility).toBeGreaterThan(0.9);
    expect(deviation(days) / simulated.volatility).toBeLessThan(1.1);
    expect(Math.abs(mean(days))).toBeLessThan(simulated.volatility / 10);
  });

  it('are a random walk: twice as far in four times the time, moves independent', () => {
    for (const step of [60_000, 300_000]) {
      const short = Array.from({ length: 6 }, (_, seed) => moves(walkOf(`day ${seed}`), BTC, step)).flat();
      const long = Array.from({ length: 6 }, (_, seed) => moves(walkOf(`day ${seed}`), BTC, 4 * step)).flat();
      expect(deviation(long) / deviation(short)).toBeGreaterThan(1.8);
      expect(deviation(long) / deviation(short)).toBeLessThan(2.2);
      const next = mean(short.slice(1).map((move, index) => move * short[index])) / deviation(short) ** 2;
      expect(Math.abs(next)).toBeLessThan(0.06);
    }
  });

  it('never jump', () => {
    expect(Math.max(...moves(walkOf('calm'), BTC, 6_000).map(Math.abs))).toBeLessThan(0.0015);
  });

  it('are partly correlated', () => {
    const walk = walkOf('together');
    const [btc, xrp] = [moves(walk, BTC, 60_000), moves(walk, XRP, 60_000)];
    const correlation = mean(btc.map((move, minute) => move * xrp[minute])) / (deviation(btc) * deviation(xrp));
    expect(correlation).toBeGreaterThan(0.35);
    expect(correlation).toBeLessThan(0.65);
  });
});
