import fc from 'fast-check';
import { isCanonicalPositive } from '../../../shared/rules/units';
import { createSimulatedPrices, REACH_MAX, simulatedPrice, type SimulatedMarket } from './simulated-prices';

const SEED = 20_260_101;
const START = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BTC: SimulatedMarket = { market: 'BTC-USDT', center: '65000', volatility: 0.025 };
const XRP: SimulatedMarket = { market: 'XRP-USDT', center: '0.52', volatility: 0.04 };

/** Logarithms of the moves from one moment to the next. */
function moves(market: SimulatedMarket, stepMs: number, count: number, seed = SEED): number[] {
  const prices = Array.from({ length: count + 1 }, (_, step) =>
    Number(simulatedPrice(seed, market, START + step * stepMs)),
  );
  return prices.slice(1).map((price, step) => Math.log(price / prices[step]));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => Math.sqrt(mean(values.map((value) => value ** 2)));

describe('simulated index prices', () => {
  it('are the same for the same seed and moment, whatever was asked before', () => {
    const later = simulatedPrice(SEED, BTC, START + DAY_MS);
    simulatedPrice(SEED, XRP, START);
    expect(simulatedPrice(SEED, BTC, START + DAY_MS)).toBe(later);
    expect(simulatedPrice(SEED + 1, BTC, START + DAY_MS)).not.toBe(later);
  });

  it('are positive decimals within the reach of their centre, at any time and seed', () => {
    const anyTime = fc.integer({ min: 0, max: 4_000_000_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), anyTime, (seed, at) => {
        const price = simulatedPrice(seed, XRP, at);
        expect(isCanonicalPositive(price)).toBe(true);
        expect(Math.abs(Math.log(Number(price) / 0.52))).toBeLessThanOrEqual(REACH_MAX * XRP.volatility + 1e-9);
      }),
    );
  });

  it.each([BTC, XRP])('move in a day by about the volatility of $market, and drift nowhere', (market) => {
    const days = [1, 2, 3, 4, 5].flatMap((seed) => moves(market, DAY_MS, 200, seed));
    expect(deviation(days) / market.volatility).toBeGreaterThan(0.8);
    expect(deviation(days) / market.volatility).toBeLessThan(1.25);
    expect(Math.abs(mean(days))).toBeLessThan(market.volatility / 20);
  });

  it('move like a random walk: twice as far in four times the time', () => {
    for (const step of [60_000, 15 * 60_000, HOUR_MS]) {
      const ratio = deviation(moves(BTC, 4 * step, 1_500)) / deviation(moves(BTC, step, 1_500));
      expect(ratio).toBeGreaterThan(1.6);
      expect(ratio).toBeLessThan(2.5);
    }
  });

  it('never jump', () => {
    expect(Math.max(...moves(BTC, 250, 5_000).map(Math.abs))).toBeLessThan(0.001);
  });

  it('move partly together', () => {
    const [btc, xrp] = [moves(BTC, HOUR_MS, 1_500), moves(XRP, HOUR_MS, 1_500)];
    const correlation = mean(btc.map((move, hour) => move * xrp[hour])) / (deviation(btc) * deviation(xrp));
    expect(correlation).toBeGreaterThan(0.35);
    expect(correlation).toBeLessThan(0.65);
  });

  it('are told for known markets with their time', () => {
    const prices = createSimulatedPrices(SEED, [BTC], () => START);
    expect(prices.latest('BTC-USDT')).toEqual({
      market: 'BTC-USDT',
      price: simulatedPrice(SEED, BTC, START),
      at: START,
    });
    expect(prices.latest('ETH-USDT')).toBeNull();
  });
});
