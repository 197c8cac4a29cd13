import { runningDemo } from '../../../test/tools/running-demo';
import { TRADING_PROFILES } from './trading-profiles';
import { marketStateOf } from './market-state';

const DAY_MINUTES = 1_440;
const MAKER = 10_000_006;

describe('the demo at work', () => {
  it('changes and takes quotes at the intended rate, none rejected, with at most 1.1 GB per day', async () => {
    const { stored, minutes, tally } = await runningDemo(2, 2);
    expect(Object.fromEntries(tally.rejected)).toEqual({});
    const quotes = stored.filter(({ batch }) => batch.command.type === 'QuoteMarket');
    const changes = quotes.reduce((sum, { batch }) => sum + batch.events.length, 0);
    expect(changes / minutes).toBeGreaterThan(650);
    // The busiest markets change at least three times in two seconds, and every market trades every minute.
    for (const { market } of TRADING_PROFILES.slice(0, 2)) {
      const its = quotes
        .flatMap(({ batch }) => batch.events)
        .filter((event) => 'market' in event && event.market === market);
      expect(its.length / minutes).toBeGreaterThan(90);
    }
    const trades = stored.flatMap(({ batch }) => batch.events.filter(({ type }) => type === 'TradeExecuted'));
    expect(trades.length / minutes).toBeGreaterThan(TRADING_PROFILES.length);
    // A third of it is index prices, published every second.
    const bytes = stored.reduce((sum, one) => sum + one.bytes, 0);
    expect((bytes / minutes) * DAY_MINUTES).toBeLessThan(1.1e9);
  });

  it('keeps twenty quotes per side, a few ticks apart on large markets', async () => {
    const spreads = new Map<string, number[]>();
    await runningDemo(2, 2, (_, __, state) => {
      for (const { market } of TRADING_PROFILES) {
        const { ask, bid, ownOrders: own } = marketStateOf(state, market, MAKER) ?? { ask: 0, bid: 0, ownOrders: [] };
        spreads.set(market, [...(spreads.get(market) ?? []), ask - bid]);
        for (const side of ['buy', 'sell']) {
          expect(own.filter((order) => order.side === side).length).toBeGreaterThanOrEqual(20);
        }
      }
    });
    for (const [market, all] of spreads) {
      const usual = all.sort((one, other) => one - other)[Math.floor(all.length / 2)];
      expect([market, usual <= 10]).toEqual([market, true]);
    }
  });
});
