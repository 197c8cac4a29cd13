/** Stores the months before the demo's first trades, once per market. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Application } from '../../application';
import { SyntheticCandles } from '../../platform/synthetic-candles';
import { SIMULATED_SYMBOLS } from '../../platform/prices/simulated/simulated-symbols';
import { firstCandle } from '../../views/stored/queries';
import type { TradingContext } from './trading-desk';
import { ALL_TRADING_PROFILES } from '../at-work/trading-profiles';
import { indexOf, marketStateOf } from '../at-work/market-state';
import { pastCandles } from './past-candles';

/** Also runs at later starts: for a market without trades so far, or after a loss of the relational data. */
export async function makePastCandles(
  { nest, exchange }: Application,
  { engine, seed, traders }: TradingContext,
): Promise<void> {
  const syntheticCandles = nest.get(SyntheticCandles);
  for (const { market, turnoverPerMinute } of ALL_TRADING_PROFILES) {
    const marketState = marketStateOf(engine.state(), market, traders.maker);
    const simulated = SIMULATED_SYMBOLS.find(({ symbol }) => symbol === indexOf(engine.state(), market));
    if (!marketState || !simulated || (await syntheticCandles.has(market))) continue;
    const first = await firstCandle(exchange.stored, market);
    if (!first) continue;
    const { unitsPerTickLot, unitsPerQuote, priceLowest, priceHighest } = marketState;
    await syntheticCandles.keep(
      pastCandles({
        market,
        seed,
        price: first.open,
        until: first.openedAt,
        volatility: simulated.volatility,
        turnoverPerMinute: turnoverPerMinute * unitsPerQuote,
        unitsPerTickLot,
        priceLowest,
        priceHighest,
      }),
    );
    await nextTurn();
  }
}
