/** The auditor's records of markets and orders, built from events, and helpers that name accounts and move amounts. */
import type { CancelReason, OrderSide } from '../../../server/core/market/order';
import type { AssetListed, Batch, MarketListed } from '../../../server/core/event';
import type { OrderPlaced } from '../../../server/products/spot/core/events';
import type { NaiveBook, NaivePlan } from '../naive-book';

/** A terms change as announced by its event. */
interface Change {
  from: number;
}
/** Terms in effect at a time: the listing's terms with every change due by then. */
export function termsOf<T extends object>(listed: T, changes: readonly Change[], at: number): T {
  const due = changes.filter(({ from }) => from <= at).sort((one, other) => one.from - other.from);
  const told = due.map((change) =>
    Object.entries(change).filter(([name, value]) => name in listed && value !== undefined),
  );
  return Object.assign({}, listed, ...told.map((entries) => Object.fromEntries(entries))) as T;
}

export interface AuditedAsset {
  listed: AssetListed;
  changes: Change[];
  trading: string;
  deposits: string;
  withdrawals: string;
}

export interface AuditedMarket {
  listed: MarketListed;
  changes: Change[];
  /** Terms in effect at the current batch. */
  terms: MarketListed;
  state: string;
  /** `unit`: units of quote per lot and tick. `lot`: units of base per lot. */
  unit: bigint;
  lot: bigint;
  last: number;
  /** All trades since listing. */
  trades: { at: number; quantity: number; paid: bigint }[];
  book: NaiveBook;
}

export interface AuditedOrder {
  id: number;
  user: number;
  market: string;
  side: OrderSide;
  kind: OrderPlaced['kind'];
  timeInForce: OrderPlaced['timeInForce'];
  selfTrade: OrderPlaced['selfTrade'];
  phase: 'resting' | 'waiting' | 'reached' | 'taking';
  price: number;
  quantity: number;
  filled: number;
  quoteAmount: bigint;
  filledQuote: bigint;
  trigger: number;
  /** True if the trigger was above the last price when the order was placed. */
  triggerAbove: boolean;
  hold: number | null;
  /** Rule 2 of fixed fees: the amount owed (0 until the first fill sets it) and the amount paid. Null under rule 1. */
  fixed: { owed: bigint; paid: bigint } | null;
  /** Robot that placed the order. */
  robot: number | null;
}

export interface AuditedPosition {
  id: number;
  user: number;
  market: string;
  side: 'long' | 'short';
  lots: number;
  cost: bigint;
  hold: number;
}

/** A taker's matching run, with the steps that the naive book predicts. */
export interface Walk {
  order: AuditedOrder;
  plan: NaivePlan;
  step: number;
  end: 'filled' | 'rests' | CancelReason;
  /** A fill-or-kill that cannot fill executes none of its plan. */
  killed: boolean;
}

/** Signed units by account. */
export type Deltas = Map<string, bigint>;

export function isPatient({ timeInForce }: AuditedOrder): boolean {
  return timeInForce === 'gtc' || timeInForce === 'post_only';
}

export function latest({ last, terms }: AuditedMarket): number {
  return last === 0 ? terms.referencePrice : last;
}

export function account(user: number, asset: string, bucket: 'available' | 'frozen', kind = 'spot'): string {
  return `${user}/${kind}/${asset}/${bucket}`;
}

export function kindOf(name: string): string {
  return name.split('/')[1] ?? '';
}

export function assetOf(name: string): string {
  const parts = name.split('/');
  return parts[2] ?? '';
}

export function add(map: Deltas, key: string, amount: bigint): void {
  map.set(key, (map.get(key) ?? 0n) + amount);
}

export function move(map: Deltas, from: string, to: string, amount: bigint): void {
  add(map, from, -amount);
  add(map, to, amount);
}

export function freeze(map: Deltas, user: number, asset: string, amount: bigint, kind = 'spot'): void {
  move(map, account(user, asset, 'available', kind), account(user, asset, 'frozen', kind), amount);
}

export function text(value: unknown): string {
  const shown = (key: string, inner: unknown): unknown => {
    if (typeof inner === 'bigint') return `${inner}n`;
    // An account and its twin refer to each other; JSON has no cycles.
    return key === 'twin' ? undefined : inner;
  };
  return JSON.stringify(value, shown) ?? 'nothing';
}

/** True for a staff act, an applied two-person decision, or the automatic undo of a one-person act. */
export function isByStaff({ actor, events }: Batch): boolean {
  return actor.startsWith('admin/') || events[0].type === 'StaffApplied' || events[0].type === 'StaffActUndone';
}

/** Staff member who requested it; for a two-person decision the proposer. */
export function askedBy({ actor, events }: Batch): number | null {
  const applied = events.find((event) => event.type === 'StaffApplied');
  if (applied?.by !== undefined) return applied.by;
  return actor.startsWith('admin/') ? Number(actor.slice('admin/'.length)) : null;
}
