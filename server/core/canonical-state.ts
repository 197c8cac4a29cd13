/**
 * The state as lines of text, one record a line, in an order that depends on nothing but the state: maps sorted by key,
 * books by price then arrival. The state hash is the SHA-256 of these lines, each followed by a line feed (hashing is the engine's); a
 * snapshot is these lines. What can be derived (books' internals, constants of a market) is not among them.
 */
import type { MarketTerms } from './command';
import type { AccountName } from './ledger/entry';
import { accountNamed } from './ledger/ledger';
import type { Hold } from './ledger/hold';
import { addOrder, forEachOrder, type Book } from './market/book';
import { createMarket, type Asset, type Market } from './market/market';
import type { MarketState, Order, OrderSide } from './market/order';
import { createMember } from './member/member';
import { createMemory, type RememberedCommand } from './member/memory';
import { broken } from './rejection';
import { createState, type CoreState, type Counters, type Reached } from './state';
import type { Withdrawal } from './wallet/withdrawal';

type Amounts<T> = { [K in keyof T]: T[K] extends bigint ? string : T[K] };

type Line =
  | { is: 'core'; position: number; at: number; counters: Counters; reached: Reached[] }
  | ({ is: 'asset' } & Amounts<Asset>)
  | { is: 'market'; terms: Amounts<MarketTerms>; state: MarketState; lastPrice: number }
  | { is: 'member'; user: number; verified: boolean; frozen: boolean; feeTier: number }
  | { is: 'account'; name: AccountName; balance: string }
  | ({ is: 'hold' } & Amounts<Hold>)
  | ({ is: 'withdrawal' } & Amounts<Withdrawal>)
  | ({ is: 'order'; holdId: number | null } & Amounts<Omit<Order, 'hold'>>)
  /** Order ids by priority; ids alone, since price and quantity stand with the order. */
  | { is: 'book' | 'triggers'; market: string; side: OrderSide; orders: number[] }
  | {
      is: 'memory';
      user: number;
      next: number;
      commands: RememberedCommand[];
      recent: string[];
      kept: [number, string][];
    };

/** The canonical lines of a state, without line feeds. Yields lazily: a large state never stands in memory twice. */
export function* canonicalLines(state: CoreState): Generator<string> {
  for (const line of linesOf(state)) yield JSON.stringify(line);
}

function* linesOf(state: CoreState): Generator<Line> {
  const { order, trade, hold, withdrawal } = state.counters;
  yield {
    is: 'core',
    position: state.position,
    at: state.at,
    counters: { order, trade, hold, withdrawal },
    reached: state.reached,
  };
  for (const [, { asset, scale, withdrawalFee, withdrawalMin }] of sorted(state.assets)) {
    yield { is: 'asset', asset, scale, withdrawalFee: `${withdrawalFee}`, withdrawalMin: `${withdrawalMin}` };
  }
  for (const [, market] of sorted(state.markets)) yield marketLine(market);
  for (const [, { user, verified, frozen, feeTier }] of sorted(state.members)) {
    yield { is: 'member', user, verified, frozen, feeTier };
  }
  for (const [name, account] of sorted(state.ledger.accounts))
    yield { is: 'account', name, balance: `${account.balance}` };
  for (const [id, { reason, user, asset, remaining }] of sorted(state.holds)) {
    yield { is: 'hold', id, reason, user, asset, remaining: `${remaining}` };
  }
  for (const [id, { user, asset, amount, fee, hold: holdId }] of sorted(state.withdrawals)) {
    yield { is: 'withdrawal', id, user, asset, amount: `${amount}`, fee: `${fee}`, hold: holdId };
  }
  for (const [, open] of sorted(state.orders)) yield orderLine(open);
  for (const [name, market] of sorted(state.markets)) {
    for (const side of ['buy', 'sell'] as const) {
      yield { is: 'book', market: name, side, orders: idsOf(market.book, side) };
      yield { is: 'triggers', market: name, side, orders: idsOf(market.triggers, side) };
    }
  }
  for (const [user, memory] of sorted(state.memories)) {
    const commands = sorted(memory.byClientId).map(([, { clientId, digest, position, id }]) => ({
      clientId,
      digest,
      position,
      id,
    }));
    yield { is: 'memory', user, next: memory.next, commands, recent: memory.recent, kept: sorted(memory.kept) };
  }
}

function sorted<K extends number | string, V>(map: Map<K, V>): [K, V][] {
  // Not localeCompare: the order of code units is the same everywhere.
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

function marketLine({ terms, state, lastPrice }: Market): Line {
  const { market, base, quote, tick, lot, quantityMin, quantityMax, notionalMin, priceLowest, priceHighest } = terms;
  const { makerFeesPpb, takerFeesPpb, openOrdersMax, referencePrice, bandPpb } = terms;
  return {
    is: 'market',
    terms: {
      market,
      base,
      quote,
      tick,
      lot,
      quantityMin,
      quantityMax,
      notionalMin: `${notionalMin}`,
      priceLowest,
      priceHighest,
      makerFeesPpb,
      takerFeesPpb,
      openOrdersMax,
      referencePrice,
      bandPpb,
    },
    state,
    lastPrice,
  };
}

function orderLine(order: Order): Line {
  const {
    id,
    user,
    market,
    side,
    kind,
    timeInForce,
    selfTrade,
    phase,
    price,
    quantity,
    filledQuantity,
    trigger,
    clientId,
  } = order;
  return {
    is: 'order',
    id,
    user,
    market,
    side,
    kind,
    timeInForce,
    selfTrade,
    phase,
    price,
    quantity,
    filledQuantity,
    quoteAmount: `${order.quoteAmount}`,
    filledQuote: `${order.filledQuote}`,
    trigger,
    clientId,
    holdId: order.hold?.id ?? null,
  };
}

function idsOf(book: Book, side: OrderSide): number[] {
  const ids: number[] = [];
  forEachOrder(book, side, (order) => ids.push(order));
  return ids;
}

/** The state that canonical lines describe: `canonicalLines(restoreState(lines))` gives the same lines. */
export function restoreState(lines: Iterable<string>): CoreState {
  const state = createState();
  for (const text of lines) restoreLine(state, JSON.parse(text) as Line);
  return state;
}

/** Takes in one canonical line; lines must come in canonical order. */
export function restoreLine(state: CoreState, line: Line): void {
  switch (line.is) {
    case 'core':
      state.position = line.position;
      state.at = line.at;
      state.counters = line.counters;
      state.reached = line.reached;
      return;
    case 'asset': {
      const { asset, scale, withdrawalFee, withdrawalMin } = line;
      state.assets.set(asset, {
        asset,
        scale,
        withdrawalFee: BigInt(withdrawalFee),
        withdrawalMin: BigInt(withdrawalMin),
      });
      return;
    }
    case 'market': {
      const terms = { ...line.terms, notionalMin: BigInt(line.terms.notionalMin) };
      const market = createMarket(terms, known(state.assets, terms.base), known(state.assets, terms.quote));
      market.state = line.state;
      market.lastPrice = line.lastPrice;
      state.markets.set(terms.market, market);
      return;
    }
    case 'member': {
      const { user, verified, frozen, feeTier } = line;
      state.members.set(user, { ...createMember(user), verified, frozen, feeTier });
      return;
    }
    case 'account': {
      accountNamed(state.ledger, line.name).balance = BigInt(line.balance);
      return;
    }
    case 'hold': {
      const { id, reason, user, asset, remaining } = line;
      state.holds.set(id, { id, reason, user, asset, remaining: BigInt(remaining) });
      return;
    }
    case 'withdrawal': {
      const { id, user, asset, amount, fee, hold } = line;
      state.withdrawals.set(id, { id, user, asset, amount: BigInt(amount), fee: BigInt(fee), hold });
      return;
    }
    case 'order':
      restoreOrder(state, line);
      return;
    case 'book':
      for (const id of line.orders) {
        const order = known(state.orders, id);
        addOrder(
          known(state.markets, line.market).book,
          line.side,
          id,
          order.user,
          order.price,
          order.quantity - order.filledQuantity,
        );
      }
      return;
    case 'triggers':
      for (const id of line.orders) {
        const order = known(state.orders, id);
        addOrder(known(state.markets, line.market).triggers, line.side, id, order.user, order.trigger, 1);
      }
      return;
    case 'memory': {
      const memory = createMemory();
      for (const command of line.commands) memory.byClientId.set(command.clientId, command);
      memory.recent = line.recent;
      memory.next = line.next;
      memory.kept = new Map(line.kept);
      state.memories.set(line.user, memory);
      return;
    }
  }
}

function restoreOrder(state: CoreState, line: Extract<Line, { is: 'order' }>): void {
  const { is: _, holdId, ...rest } = line;
  const hold = holdId === null ? null : known(state.holds, holdId);
  const order: Order = { ...rest, quoteAmount: BigInt(rest.quoteAmount), filledQuote: BigInt(rest.filledQuote), hold };
  state.orders.set(order.id, order);
  // Orders come by id, which is the order of placing.
  const { openOrders } = known(state.members, order.user);
  const open = openOrders.get(order.market);
  if (open) open.add(order.id);
  else openOrders.set(order.market, new Set([order.id]));
}

function known<K, V>(map: Map<K, V>, key: K): V {
  return map.get(key) ?? broken(`${String(key)} is unknown`);
}
