/** Events of timers change the state. The live view folds by the functions without entries. */
import type { Batch, EventOf } from '../../../core/event';
import { getOrThrow, postEntries } from '../../../core/evolve-helpers';
import { rank, unrank } from '../../../core/indexes/ranked-ids';
import type { CoreState } from '../../../core/state';
import type { TimerRung, TimerStarted, TimerTermsSet } from './events';
import type { Timer, TimersState } from './state';

type OfTimers = Pick<CoreState, 'timers'>;

export function setTerms({ timers }: OfTimers, { price }: TimerTermsSet): void {
  timers.price = price;
}

export function start(state: CoreState, event: TimerStarted, batch: Batch): void {
  postEntries(state, event.entries);
  noteStarted(state, event, batch);
}

export function noteStarted({ timers }: OfTimers, event: TimerStarted, { at: startedAt }: Batch): Timer {
  const { timer: id, user, market, price, ringsAt } = event;
  const timer: Timer = { id, user, market, price, startedAt, ringsAt, index: null };
  timers.running.set(id, timer);
  timers.next = id + 1;
  noteRunning(timers, timer);
  return timer;
}

/** Updates derived state for a timer, as it is started and from a snapshot. */
export function noteRunning({ due }: TimersState, { id, ringsAt }: Timer): void {
  rank(due, id, ringsAt);
}

export function ring({ timers }: OfTimers, { timer }: TimerRung): Timer {
  const rung = getOrThrow(timers.running, timer);
  timers.running.delete(timer);
  unrank(timers.due, timer);
  return rung;
}

/** @returns the timers whose index it is */
export function noteIndex({ timers }: OfTimers, { prices }: EventOf<'IndexPublished'>): Timer[] {
  const published = new Map(prices.map(({ symbol, price }) => [symbol, price]));
  const touched = [...timers.running.values()].filter(({ market }) => published.has(market));
  for (const timer of touched) timer.index = getOrThrow(published, timer.market);
  return touched;
}
