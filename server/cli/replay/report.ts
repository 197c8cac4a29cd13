/** Counts of a replay, and the comparison of its trades with recorded ones. */
import { decimalOf } from '../../../shared/rules/units';
import type { Batch, EventOf } from '../../core/event';

export interface ReplayReport {
  /** Accepted recorded orders. */
  orders: number;
  /** Cancels that found a resting order. */
  cancels: number;
  trades: number;
  /** Traded base quantity, a decimal string. */
  volume: string;
  recordedTrades: number;
  /** Recorded trades with an equal price and amount in the replay, each matched once. */
  matchedTrades: number;
  events: number;
  /** Rejected commands. */
  refused: number;
  /** Rejections by type and code, the most frequent first. */
  refusals: RefusalCount[];
  seconds: number;
  stateHash: string;
  /** Version of the hashed canonical lines. */
  stateForm: number;
}

export interface RefusalCount {
  type: string;
  code: string;
  count: number;
  /** Line of its first rejection in the file, from 1. */
  line: number;
}

/** Rejections by command type and code. */
export class Refusals {
  private readonly counts = new Map<string, RefusalCount>();

  add(type: string, code: string, line: number): void {
    const existing = this.counts.get(`${type} ${code}`);
    if (existing) existing.count++;
    else this.counts.set(`${type} ${code}`, { type, code, count: 1, line });
  }

  /** Equally frequent ones are in file order. */
  list(): RefusalCount[] {
    return [...this.counts.values()].sort((one, other) => other.count - one.count);
  }
}

/** Counts by key, for comparing two lists in any order. */
export class Multiset {
  private readonly counts = new Map<string, number>();

  add(key: string): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Size of the intersection: each element of either side is matched at most once. */
  common(other: Multiset): number {
    let common = 0;
    for (const [key, count] of this.counts) common += Math.min(count, other.counts.get(key) ?? 0);
    return common;
  }
}

export function tradesOf(batch: Batch): EventOf<'TradeExecuted'>[] {
  return batch.events.filter((event) => event.type === 'TradeExecuted');
}

/** A trade as price and amount in canonical decimals, for comparison with recorded ones. */
export function tradeKey(price: number, quantity: number, tickScale: number, lotScale: number): string {
  return `${decimalOf(BigInt(price), tickScale)} ${decimalOf(BigInt(quantity), lotScale)}`;
}
