/** Keeps the months before the demo's first trades, once a market. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Application } from '../../application';
import { MadeCandles } from '../../platform/made-candles';
import { SIMULATED_SYMBOLS } from '../../platform/prices/simulated/simulated-symbols';
import { firstCandle } from '../../views/stored/queries';
import type { Stage } from './desk';
import { ALL_LIVELINESS } from '../at-work/liveliness';
import { indexOf, sightOf } from '../at-work/market-sight';
import { pastCandles } from './past-candles';

/** Also at later starts: of a market that had not traded yet, or when the relational data was lost. */
export async function makePastCandles(
  { nest, exchange }: Application,
  { engine, seed, traders }: Stage,
): Promise<void> {
  const made = nest.get(MadeCandles);
  for (const { market, turnoverPerMinute } of ALL_LIVELINESS) {
    const sight = sightOf(engine.state(), market, traders.maker);
    const simulated = SIMULATED_SYMBOLS.find(({ symbol }) => symbol === indexOf(engine.state(), market));
    if (!sight || !simulated || (await made.has(market))) continue;
    const first = await firstCandle(exchange.stored, market);
    if (!first) continue;
    const { unitsPerTickLot, unitsPerQuote, priceLowest, priceHighest } = sight;
    await made.keep(
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
