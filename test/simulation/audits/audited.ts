/** What an auditor keeps of markets and orders, told from events, and how it names and moves accounts. */
import type { CancelReason, OrderSide } from '../../../server/core/market/order';
import type { AssetListed, Batch, MarketListed } from '../../../server/core/event';
import type { OrderPlaced } from '../../../server/products/spot/core/events';
import type { NaiveBook, NaivePlan } from '../naive-book';

/** A change of terms as its event told it. */
interface Change {
  from: number;
}
/** The terms at a moment, from those of the listing and every change ever told: none is forgotten, none prepared. */
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
  /** Those of the batch that is followed. */
  terms: MarketListed;
  state: string;
  /** Units of quote of one lot at one tick, and units of base of one lot. */
  unit: bigint;
  lot: bigint;
  last: number;
  /** Every trade there was. */
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
  /** The side of the trigger on which the last price lay when the order was placed. */
  triggerAbove: boolean;
  hold: number | null;
  /** By the second rule of fixed fees: what the order owes, 0 while no fill has said it, and what it has paid. Null by the first. */
  fixed: { owed: bigint; paid: bigint } | null;
  /** Of a robot's order. */
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

/** A taker on its way through the book: what the naive book says it must do. */
export interface Walk {
  order: AuditedOrder;
  plan: NaivePlan;
  step: number;
  end: 'filled' | 'rests' | CancelReason;
  /** A fill-or-kill that cannot be filled does nothing of its plan. */
  killed: boolean;
}

/** Units by account. */
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
    // An account and its twin name one another.
    return key === 'twin' ? undefined : inner;
  };
  return JSON.stringify(value, shown) ?? 'nothing';
}

/** By one of staff, or what two of them agreed on when its time had come, or the end of what one did alone. */
export function isByStaff({ actor, events }: Batch): boolean {
  return actor.startsWith('admin/') || events[0].type === 'StaffApplied' || events[0].type === 'StaffActUndone';
}

/** Who of staff asked for it: of what two agreed on the first of them. */
export function askedBy({ actor, events }: Batch): number | null {
  const applied = events.find((event) => event.type === 'StaffApplied');
  if (applied?.by !== undefined) return applied.by;
  return actor.startsWith('admin/') ? Number(actor.slice('admin/'.length)) : null;
}
