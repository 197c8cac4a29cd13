/** State of timers. */
import { createRanked, type Ranked } from '../../../core/indexes/ranked-ids';

export interface Timer {
  id: number;
  user: number;
  market: string;
  /** Units of USDT. */
  price: bigint;
  startedAt: number;
  ringsAt: number;
  /** Latest index of the market since the start. */
  index: number | null;
}

export interface TimersState {
  /** Number of the next timer, from 1. */
  next: number;
  /** Units of USDT; 0: no timer is offered. */
  price: bigint;
  running: Map<number, Timer>;
  /** Running timers by the time at which they ring. Follows from `running`. */
  due: Ranked;
}

export function createTimersState(): TimersState {
  return { next: 1, price: 0n, running: new Map(), due: createRanked() };
}

declare module '../../../core/state' {
  interface ProductStates {
    timers: TimersState;
  }
}
