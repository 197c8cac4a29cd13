/**
 * A market at any past moment: its book, the trades around it, its mark and index. The state there is folded from the nearest snapshot
 * before it that the journal confirms, else from the first event.
 */
import { decimalOf, scaleOf, unitsOf } from '../../shared/rules/units';
import type { AnswerRow } from '../../shared/wire/audit/audit-journal';
import { EXCHANGE_CORE } from '../products/core';
import { firstSlot, nextSlot, slotLots, slotTicks } from '../core/market/book';
import { NONE } from '../core/market/typed-arrays';
import type { Market } from '../core/market/market';
import type { OrderSide } from '../core/market/order';
import type { CoreState } from '../core/state';
import { readSnapshot, snapshotSeals } from '../engine/snapshot-files';
import { readStoredBatch } from '../journal/upcast';
import { NoDataError } from './answer-errors';
import type { AuditedJournal, OnProgress } from './source';
import type { PlainBatch, Until } from './sums';

/** Maximum price levels per side, and maximum trades before and after the moment. */
const LEVELS = 50;
const TRADES_BEFORE = 50;
const TRADES_AFTER = 20;
/** Maximum of events searched for trades ahead of a snapshot, and behind the moment. */
const POSITIONS_SEARCHED_MAX = 50_000;

type Read = Pick<AuditedJournal, 'readStored' | 'opening' | 'head'>;

export interface PointInTime {
  /** Position and time of the last batch included. */
  position: number;
  at: number;
  /** Position of the snapshot from which the state was folded, −1 for the first event. */
  snapshot: number;
  market: Market;
  state: CoreState;
  trades: readonly PointInTimeTrade[];
}

export interface PointInTimeTrade {
  position: number;
  at: number;
  trade: number;
  /** In ticks; the quantity is in lots. */
  price: number;
  quantity: number;
  takerSide: OrderSide;
  /** True for a trade after the moment. */
  isBehind: boolean;
}

/** @throws a NoDataError if the market was not listed yet */
export async function marketAtTime(
  journal: Read,
  snapshots: string | null,
  name: string,
  until: Until,
  onProgress: OnProgress = () => undefined,
): Promise<PointInTime> {
  const { state, snapshot } = await stateBefore(journal, snapshots, until);
  const tradesBefore: PointInTimeTrade[] = [];
  const tradesAfter: PointInTimeTrade[] = [];
  const lookFrom = Math.max(0, snapshot - POSITIONS_SEARCHED_MAX);
  let lastPosition = snapshot;
  for await (const stored of journal.readStored(lookFrom)) {
    const plainBatch = (stored.plain ?? JSON.parse(stored.text)) as PlainBatch;
    const isAfter =
      until !== null && ('position' in until ? stored.position > until.position : plainBatch.at > until.time);
    const trades = tradesIn(plainBatch, stored.first, name, isAfter);
    (isAfter ? tradesAfter : tradesBefore).push(...trades);
    if (tradesBefore.length > TRADES_BEFORE * 2) tradesBefore.splice(0, tradesBefore.length - TRADES_BEFORE);
    if (isAfter && (tradesAfter.length >= TRADES_AFTER || stored.position > lastPosition + POSITIONS_SEARCHED_MAX))
      break;
    if (!isAfter && stored.position > snapshot) {
      EXCHANGE_CORE.evolve(state, readStoredBatch({ text: stored.text, plain: plainBatch }));
      lastPosition = stored.position;
    }
    onProgress(stored.position);
  }
  const market = state.markets.get(name);
  if (!market) throw new NoDataError();
  const trades = [...tradesBefore.slice(-TRADES_BEFORE), ...tradesAfter.slice(0, TRADES_AFTER)];
  return { position: lastPosition, at: state.at, snapshot, market, state, trades };
}

/** As rows: asks from the best on, bids, and trades, the newest first. */
export function* pointInTimeRows({ market, trades }: PointInTime): Generator<AnswerRow> {
  const { price, quantity } = figuresOf(market);
  for (const side of ['sell', 'buy'] as const) {
    let total = 0;
    for (const { ticks, lots, orders } of levelsOf(market, side)) {
      total += lots;
      const figures = { price: price(ticks), quantity: quantity(lots), total: quantity(total), orders };
      yield { part: side === 'sell' ? 'ask' : 'bid', ...figures };
    }
  }
  for (const { position, at, takerSide, isBehind, ...trade } of [...trades].reverse()) {
    const figures = { price: price(trade.price), quantity: quantity(trade.quantity), side: takerSide };
    yield { part: isBehind ? 'later' : 'trade', event: position, at, trade: trade.trade, ...figures };
  }
}

/**
 * Last price, and for a perpetual the mark price, the index price and the open interest; absent values are left out.
 */
export function pointInTimeFacts({ market, state }: PointInTime): Record<string, string | number> {
  const { price, quantity } = figuresOf(market);
  const figures: Record<string, string | number> = {};
  if (market.lastPrice > 0) figures['last'] = price(market.lastPrice);
  const contract = state.perpetual.contracts.get(market.terms.market);
  if (contract && contract.mark.at > 0) {
    figures['mark'] = price(contract.mark.mark);
    figures['index'] = price(contract.mark.index);
    figures['markAt'] = contract.mark.at;
  } else {
    const symbol = state.index.symbols.get(market.terms.market);
    if (symbol?.latest) figures['index'] = decimalOf(BigInt(symbol.latest.price), symbol.terms.decimals);
  }
  if (contract) figures['open'] = quantity(contract.openLots);
  figures['trading'] = market.state;
  return figures;
}

/** The newest snapshot not after the moment that the journal confirms. */
async function stateBefore(
  journal: Read,
  snapshots: string | null,
  until: Until,
): Promise<{ state: CoreState; snapshot: number }> {
  if (journal.opening.position >= 0) throw new Error('it does not begin with the first event');
  for (const { name, position, batchHash } of snapshots === null ? [] : snapshotSeals(snapshots)) {
    if (position > journal.head.position || (until && 'position' in until && position > until.position)) continue;
    if ((await hashAt(journal, position)) !== batchHash) continue;
    const read = readSnapshot(snapshots as string, name);
    if (!read || (until && 'time' in until && read.state.at > until.time)) continue;
    return { state: read.state, snapshot: position };
  }
  return { state: EXCHANGE_CORE.createState(), snapshot: -1 };
}

async function hashAt(journal: Read, position: number): Promise<string | null> {
  for await (const stored of journal.readStored(position)) return stored.position === position ? stored.hash : null;
  return null;
}

interface PlainTrade {
  trade: number;
  price: number;
  quantity: number;
  takerSide: OrderSide;
}

function tradesIn({ at, events }: PlainBatch, first: number, market: string, isBehind: boolean): PointInTimeTrade[] {
  return events.flatMap((event, place) => {
    const isTrade = event.type === 'TradeExecuted' || event.type === 'PerpetualTraded';
    if (!isTrade || (event as { market?: unknown }).market !== market) return [];
    const { trade, price, quantity, takerSide } = event as unknown as PlainTrade;
    return [{ position: first + place, at, trade, price, quantity, takerSide, isBehind }];
  });
}

interface Level {
  ticks: number;
  lots: number;
  orders: number;
}

function* levelsOf({ book }: Market, side: OrderSide): Generator<Level> {
  let level: Level | null = null;
  let count = 0;
  for (let slot = firstSlot(book, side); slot !== NONE; slot = nextSlot(book, slot)) {
    const [ticks, lots] = [slotTicks(book, slot), slotLots(book, slot)];
    if (level !== null && level.ticks === ticks) {
      level = { ticks, lots: level.lots + lots, orders: level.orders + 1 };
      continue;
    }
    if (level) yield level;
    if (++count > LEVELS) return;
    level = { ticks, lots, orders: 1 };
  }
  if (level) yield level;
}

/** Ticks and lots as decimals. */
function figuresOf({ terms: { tick, lot } }: Market) {
  const scaled = (step: string) => {
    const scale = scaleOf(step);
    const units = unitsOf(step, scale) as bigint;
    return (count: number): string => decimalOf(BigInt(count) * units, scale);
  };
  return { price: scaled(tick), quantity: scaled(lot) };
}
