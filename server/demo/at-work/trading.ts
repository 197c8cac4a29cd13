/** The demo at work: a few times a second the maker looks after the quotes and the takers trade, until it is stopped. */
import { setTimeout as delay } from 'node:timers/promises';
import { chanceAt, chanceFrom, keyOf } from '../../platform/prices/noise';
import type { Clock } from '../../platform/tokens';
import { Desk, type Stage } from '../past/desk';
import type { LadderShape } from './ladder';
import { ALL_LIVELINESS, type Liveliness } from './liveliness';
import { Sender, type Tally } from '../sender';
import { bustleAt, takesDue } from './takes';

export interface Trading {
  readonly tally: Tally;
  /** Resolves when the last command sent is answered; nothing is sent any more. */
  stop(): Promise<void>;
}

export const TICK_MS = 250;
const LEVELS = 24;
const MINUTE_TICKS = 60_000 / TICK_MS;
const PAUSE_MS_MIN = 10;
/** Others come first: with more than this part of the queue taken, the demo waits. */
const BUSY = 0.25;

/** Fills the books at once: every quote of every market in one go. */
export function fillBooks(desk: Desk, at: number): void {
  for (const lively of ALL_LIVELINESS) desk.quote(lively.market, shapeOf(lively), Infinity, at);
}

export function startTrading(stage: Stage, clock: Clock, say: (line: string) => void): Trading {
  const { engine } = stage;
  const sender = new Sender(engine);
  const desk = new Desk(stage, sender);
  const stopping = new AbortController();
  const ended = trade().catch((error: Error) => {
    if (!stopping.signal.aborted) say(`demo: trading has stopped: ${error.message}`);
  });

  async function trade(): Promise<void> {
    while (!stopping.signal.aborted) {
      const tick = Math.floor(clock() / TICK_MS);
      const { pending, pendingMax } = engine.figures();
      if (pending < pendingMax * BUSY) actIn(desk, stage.seed, tick);
      await sender.settled();
      const pause = Math.max((tick + 1) * TICK_MS - clock(), PAUSE_MS_MIN);
      await delay(Math.min(pause, TICK_MS), undefined, { signal: stopping.signal });
    }
  }

  return {
    tally: sender.tally,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** What happens in one tick, all markets together, so that it is stored together. */
export function actIn(desk: Desk, seed: number, tick: number): void {
  const at = tick * TICK_MS;
  if (tick % MINUTE_TICKS === 0) desk.topUp(at);
  for (const [turn, lively] of ALL_LIVELINESS.entries()) {
    const { market, quoteTicks, changesMax, turnoverPerMinute, takesPerMinute } = lively;
    // Calm markets take turns.
    if ((tick + turn) % quoteTicks === 0) desk.quote(market, shapeOf(lively), changesMax, at);
    const due = takesIn(market, takesPerMinute, seed, tick);
    for (let take = 0; take < due; take++) desk.take(market, turnoverPerMinute / takesPerMinute, at + take);
  }
}

/** One a minute at some tick of it, so that no candle is missing, and the others as busy as the market is. */
function takesIn(market: string, perMinute: number, seed: number, tick: number): number {
  const at = tick * TICK_MS;
  const minute = Math.floor(tick / MINUTE_TICKS);
  const sure = Math.floor(chanceAt(keyOf(seed, `minutes of ${market}`), minute) * MINUTE_TICKS);
  const expected = ((perMinute - 1) / MINUTE_TICKS) * bustleAt(keyOf(seed, `bustle of ${market}`), at);
  const due = takesDue(expected, chanceFrom(keyOf(seed, `arrivals of ${market}`), tick));
  return due + (tick % MINUTE_TICKS === sure ? 1 : 0);
}

function shapeOf({ halfSpreadPpm, stepPpm, widening, levelNotional }: Liveliness): LadderShape {
  return { levels: LEVELS, halfSpreadPpm, stepPpm, widening, levelNotional };
}
