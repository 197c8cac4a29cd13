/** What a replay counts, and how its trades compare with the recorded ones. */
import { decimalOf } from '../../../shared/rules/units';
import type { Batch, EventOf } from '../../core/event';

export interface ReplayReport {
  /** Recorded orders accepted. */
  orders: number;
  /** Cancels that found a resting order. */
  cancels: number;
  trades: number;
  /** Base quantity traded, a decimal string. */
  volume: string;
  recordedTrades: number;
  /** Recorded trades that came out with the same price and amount, each matched once. */
  matchedTrades: number;
  events: number;
  /** Commands that the core refused. */
  refused: number;
  /** The same by type and code, the most frequent first. */
  refusals: Refused[];
  seconds: number;
  stateHash: string;
  /** The form of the canonical lines that are hashed. */
  stateForm: number;
}

export interface Refused {
  type: string;
  code: string;
  count: number;
  /** Of the file, counted from 1: where the first one stands. */
  line: number;
}

/** Refusals by type of command and code. */
export class Refusals {
  private readonly known = new Map<string, Refused>();

  add(type: string, code: string, line: number): void {
    const known = this.known.get(`${type} ${code}`);
    if (known) known.count++;
    else this.known.set(`${type} ${code}`, { type, code, count: 1, line });
  }

  /** As often: in the order of the file. */
  list(): Refused[] {
    return [...this.known.values()].sort((one, other) => other.count - one.count);
  }
}

/** Counts of things by key, for comparing two lists that may be in another order. */
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

/** The trades of a batch. */
export function tradesOf(batch: Batch): EventOf<'TradeExecuted'>[] {
  return batch.events.filter((event) => event.type === 'TradeExecuted');
}

/** A trade as price and amount in canonical decimals, for comparison with recorded ones. */
export function tradeKey(price: number, quantity: number, tickScale: number, lotScale: number): string {
  return `${decimalOf(BigInt(price), tickScale)} ${decimalOf(BigInt(quantity), lotScale)}`;
}
