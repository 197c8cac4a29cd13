/**
 * Trading of the demo: several times a second the maker updates the quotes and the takers trade, until it is stopped.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { randomAt, randomFrom, keyOf } from '../../platform/prices/noise';
import type { Clock } from '../../platform/tokens';
import { TradingDesk, type TradingContext } from '../past/trading-desk';
import type { LadderShape } from './ladder';
import { ALL_TRADING_PROFILES, type TradingProfile } from './trading-profiles';
import { Sender, type SendCounts } from '../sender';
import { activityAt, takesDue } from './takes';

export interface Trading {
  readonly tally: SendCounts;
  /** Resolves when the last command is answered; nothing is sent afterwards. */
  stop(): Promise<void>;
}

export const TICK_MS = 250;
const LEVELS = 24;
const MINUTE_TICKS = 60_000 / TICK_MS;
const PAUSE_MS_MIN = 10;
/** Real users come first: above this fraction of the queue, the demo waits. */
const BUSY = 0.25;

/** Fills all books at once, with every quote of every market. */
export function fillBooks(desk: TradingDesk, at: number): void {
  for (const profile of ALL_TRADING_PROFILES) desk.quote(profile.market, shapeOf(profile), Infinity, at);
}

export function startTrading(context: TradingContext, clock: Clock, printLine: (line: string) => void): Trading {
  const { engine } = context;
  const sender = new Sender(engine);
  const desk = new TradingDesk(context, sender);
  const stopping = new AbortController();
  const completion = trade().catch((error: Error) => {
    if (!stopping.signal.aborted) printLine(`demo: trading has stopped: ${error.message}`);
  });

  async function trade(): Promise<void> {
    while (!stopping.signal.aborted) {
      const tick = Math.floor(clock() / TICK_MS);
      const { pending, pendingMax } = engine.figures();
      if (pending < pendingMax * BUSY) tradeTick(desk, context.seed, tick);
      await sender.settled();
      const pause = Math.max((tick + 1) * TICK_MS - clock(), PAUSE_MS_MIN);
      await delay(Math.min(pause, TICK_MS), undefined, { signal: stopping.signal });
    }
  }

  return {
    tally: sender.tally,
    async stop() {
      stopping.abort();
      await completion;
    },
  };
}

/** One tick for all markets together, so that it is stored in one group. */
export function tradeTick(desk: TradingDesk, seed: number, tick: number): void {
  const at = tick * TICK_MS;
  if (tick % MINUTE_TICKS === 0) desk.topUp(at);
  for (const [profileIndex, profile] of ALL_TRADING_PROFILES.entries()) {
    const { market, quoteTicks, changesMax, turnoverPerMinute, takesPerMinute } = profile;
    // Calm markets take turns.
    if ((tick + profileIndex) % quoteTicks === 0) desk.quote(market, shapeOf(profile), changesMax, at);
    const takeCount = takesIn(market, takesPerMinute, seed, tick);
    for (let takeIndex = 0; takeIndex < takeCount; takeIndex++)
      desk.take(market, turnoverPerMinute / takesPerMinute, at + takeIndex);
  }
}

/** One take per minute at a random tick, so that no candle is missing; the others by the market's activity. */
function takesIn(market: string, perMinute: number, seed: number, tick: number): number {
  const at = tick * TICK_MS;
  const minute = Math.floor(tick / MINUTE_TICKS);
  const guaranteedTick = Math.floor(randomAt(keyOf(seed, `minutes of ${market}`), minute) * MINUTE_TICKS);
  const expected = ((perMinute - 1) / MINUTE_TICKS) * activityAt(keyOf(seed, `bustle of ${market}`), at);
  const randomTakes = takesDue(expected, randomFrom(keyOf(seed, `arrivals of ${market}`), tick));
  return randomTakes + (tick % MINUTE_TICKS === guaranteedTick ? 1 : 0);
}

function shapeOf({ halfSpreadPpm, stepPpm, widening, levelNotional }: TradingProfile): LadderShape {
  return { levels: LEVELS, halfSpreadPpm, stepPpm, widening, levelNotional };
}
