/**
 * Hand-made histories for tests of the read models. Every batch is one that a core could have written (holds cover,
 * sums are right), and the same calls give the same bytes. They are independent of the core, so that differences become
 * visible.
 */
import { encodeBody } from '../../../server/products/core';
import type { Actor, MarketTerms } from '../../../server/core/command';
import type { Batch, CommandNote, CoreEvent } from '../../../server/core/event';
import { houseAccount, userAccount, type Entry } from '../../../server/core/ledger/entry';
import type { CancelReason, OrderSide } from '../../../server/core/market/order';
import type { DraftBatch, StoredBatch } from '../../../server/journal/port';
import { genesis, seal } from '../../../server/journal/seal';
import type { Bucket, EntryKind } from '../../../shared/rules/entry-kinds';

const CORE_NAME = 'sample';
export const STARTED_AT = Date.UTC(2026, 0, 5, 10, 0, 0);
export const MARKET = 'BTC-USDT';
/** One lot in units of BTC, and one lot at one tick in units of USDT. */
export const BASE_PER_LOT = 1_000n;
export const QUOTE_PER_TICK_LOT = 10n;

const TERMS: MarketTerms = {
  market: MARKET,
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.00001',
  quantityMin: 1,
  quantityMax: 1_000_000_000,
  notionalMin: 0n,
  priceLowest: 1,
  priceHighest: 100_000_000,
  makerFeesPpb: [1_000_000],
  takerFeesPpb: [2_000_000],
  openOrdersMax: 200,
  referencePrice: 6_000_000,
  bandPpb: 100_000_000,
};

export interface SampleOrder {
  id: number;
  user: number;
  side: OrderSide;
  price: number;
  open: number;
  filled: number;
  hold: number;
}

export class SampleHistory {
  readonly stored: StoredBatch[] = [];
  at = STARTED_AT;
  private first = 0;
  private prev: string;
  private next = { order: 1, trade: 1, hold: 1, withdrawal: 1 };

  constructor(core = CORE_NAME) {
    this.prev = genesis(core);
  }

  get position(): number {
    return this.first - 1;
  }

  /** Two assets and one open market. */
  listed(): this {
    for (const asset of ['USDT', 'BTC']) {
      const terms = { asset, scale: 8, withdrawalFee: 100n, withdrawalMin: 1_000n };
      this.batch('system', { type: 'ListAsset' }, { type: 'AssetListed', ...terms });
    }
    this.batch('system', { type: 'ListMarket' }, { type: 'MarketListed', product: 'spot', ...TERMS });
    this.batch('system', { type: 'SetMarketState' }, { type: 'MarketStateChanged', market: MARKET, state: 'open' });
    return this;
  }

  recharged(user: number, asset: string, amount: bigint, reference = `test/${user}/${asset}`): this {
    const credit = userAccount(user, 'spot', asset, 'available');
    const entries: Entry[] = [{ kind: 'recharge', debit: houseAccount('custody', asset), credit, amount }];
    const event: CoreEvent = { type: 'RechargeCredited', user, asset, amount, reference, entries };
    return this.batch('system', { type: 'CreditRecharge' }, event);
  }

  /** A limit order that rests completely. */
  rested(user: number, side: OrderSide, price: number, quantity: number, clientId?: string): SampleOrder {
    const { order, placed } = this.placing(user, side, price, quantity, 'rests');
    this.batch(`user/${user}`, { type: 'PlaceOrder', ...noted(clientId) }, placed);
    return order;
  }

  /**
   * A limit order at the makers' own price that takes `lots` of each. The rest stays in the book, or ends for `reason`.
   */
  took(user: number, makers: readonly [SampleOrder, number][], quantity: number, reason?: CancelReason): SampleOrder {
    const [maker] = makers[0];
    const side = maker.side === 'buy' ? 'sell' : 'buy';
    const { order, placed } = this.placing(user, side, maker.price, quantity, 'takes');
    const events = [placed, ...makers.map(([resting, lots]) => this.trading(resting, order, lots))];
    if (order.open > 0 && reason) events.push(this.ending(order, reason, 0));
    else if (order.open > 0) {
      const { id, price, open } = order;
      events.push({ type: 'OrderRested', order: id, user, market: MARKET, side, price, quantity: open });
    }
    this.batch(`user/${user}`, { type: 'PlaceOrder' }, ...events);
    return order;
  }

  cancelled(order: SampleOrder, reason: CancelReason = 'requested'): this {
    return this.batch(`user/${order.user}`, { type: 'CancelOrder' }, this.ending(order, reason, 1));
  }

  /** Fewer lots at the same price: the order keeps its place, and part of the hold is released. */
  reduced(order: SampleOrder, by: number): this {
    const openBefore = order.open;
    order.open -= by;
    const event: CoreEvent = {
      type: 'OrderAmended',
      order: order.id,
      user: order.user,
      market: MARKET,
      side: order.side,
      price: order.price,
      quantity: order.filled + order.open,
      openBefore,
      priceBefore: order.price,
      disposition: 'keeps',
      entries: [this.returning(order, by)],
    };
    return this.batch(`user/${order.user}`, { type: 'AmendOrder' }, event);
  }

  withdrawalApplied(user: number, asset: string, amount: bigint, fee: bigint): { id: number; hold: number } {
    const [withdrawal, hold] = [this.next.withdrawal++, this.next.hold++];
    const entries = [within('withdrawal_apply', user, asset, 'available', 'frozen', amount + fee, hold)];
    const event: CoreEvent = { type: 'WithdrawalApplied', withdrawal, user, asset, amount, fee, hold, entries };
    this.batch(`user/${user}`, { type: 'ApplyWithdrawal' }, event);
    return { id: withdrawal, hold };
  }

  withdrawalPaid(id: number, hold: number, user: number, asset: string, amount: bigint, fee: bigint): this {
    const debit = userAccount(user, 'spot', asset, 'frozen');
    const entries: Entry[] = [
      { kind: 'withdrawal', debit, credit: houseAccount('custody', asset), amount, hold },
      { kind: 'withdrawal_fee', debit, credit: houseAccount('fees', asset), amount: fee, hold },
    ];
    const event: CoreEvent = { type: 'WithdrawalPaid', withdrawal: id, user, reference: `tx-${id}`, entries };
    return this.batch('admin/10000001', { type: 'PayWithdrawal' }, event);
  }

  withdrawalRejected(id: number, hold: number, user: number, asset: string, total: bigint, reason: string): this {
    const entries = [within('withdrawal_rejected', user, asset, 'frozen', 'available', total, hold)];
    const event: CoreEvent = { type: 'WithdrawalRejected', withdrawal: id, user, reason, entries };
    return this.batch('admin/10000001', { type: 'RejectWithdrawal' }, event);
  }

  /** Any batch, linked into the chain. */
  batch(actor: Actor, command: CommandNote, ...events: CoreEvent[]): this {
    const batch = { v: 2, first: this.first, at: this.at, command, actor, events } as unknown as Batch;
    const { hash } = seal(this.prev, encodeBody(batch));
    this.first += events.length;
    this.stored.push({ batch, position: this.first - 1, hash, prev: this.prev });
    this.prev = hash;
    return this;
  }

  private placing(
    user: number,
    side: OrderSide,
    price: number,
    quantity: number,
    disposition: 'rests' | 'takes',
  ): { order: SampleOrder; placed: CoreEvent } {
    const order: SampleOrder = {
      id: this.next.order++,
      user,
      side,
      price,
      open: quantity,
      filled: 0,
      hold: this.next.hold++,
    };
    const kind = side === 'buy' ? 'hold_buy_coin' : 'hold_sell_coin';
    const [asset, amount] = held(order, quantity);
    const placed: CoreEvent = {
      type: 'OrderPlaced',
      order: order.id,
      user,
      market: MARKET,
      side,
      kind: 'limit',
      timeInForce: 'gtc',
      selfTrade: 'cancel_taker',
      price,
      quantity,
      disposition,
      entries: [within(kind, user, asset, 'available', 'frozen', amount, order.hold)],
    };
    return { order, placed };
  }

  private trading(maker: SampleOrder, taker: SampleOrder, lots: number): CoreEvent {
    const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker];
    const base = BigInt(lots) * BASE_PER_LOT;
    const quote = BigInt(maker.price) * BigInt(lots) * QUOTE_PER_TICK_LOT;
    const buyerFee = base / 1_000n;
    const sellerFee = quote / 1_000n;
    for (const order of [maker, taker]) {
      order.open -= lots;
      order.filled += lots;
    }
    const entries: Entry[] = [
      between('trade_base', seller.user, buyer.user, 'BTC', base, seller.hold),
      between('trade_quote', buyer.user, seller.user, 'USDT', quote, buyer.hold),
      ...fee(buyer.user, 'BTC', buyerFee),
      ...fee(seller.user, 'USDT', sellerFee),
    ];
    return {
      type: 'TradeExecuted',
      trade: this.next.trade++,
      market: MARKET,
      price: maker.price,
      quantity: lots,
      notional: quote,
      takerSide: taker.side,
      makerOrder: maker.id,
      takerOrder: taker.id,
      maker: maker.user,
      taker: taker.user,
      makerFee: maker === buyer ? buyerFee : sellerFee,
      takerFee: taker === buyer ? buyerFee : sellerFee,
      entries,
    };
  }

  private ending(order: SampleOrder, reason: CancelReason, rested: 0 | 1): CoreEvent {
    const { id, user, side, price, open } = order;
    const entries = [this.returning(order, open)];
    order.open = 0;
    return { type: 'OrderCancelled', order: id, user, market: MARKET, side, price, open, rested, reason, entries };
  }

  private returning(order: SampleOrder, lots: number): Entry {
    const kind = order.side === 'buy' ? 'cancel_buy_coin' : 'cancel_sell_coin';
    const [asset, amount] = held(order, lots);
    return within(kind, order.user, asset, 'frozen', 'available', amount, order.hold);
  }
}

/** The hold of `lots` of the order. */
function held({ side, price }: SampleOrder, lots: number): [string, bigint] {
  if (side === 'sell') return ['BTC', BigInt(lots) * BASE_PER_LOT];
  return ['USDT', BigInt(price) * BigInt(lots) * QUOTE_PER_TICK_LOT];
}

function noted(clientId: string | undefined): Partial<CommandNote> {
  return clientId === undefined ? {} : { clientId, digest: '00000000000000' };
}

function within(
  kind: EntryKind,
  user: number,
  asset: string,
  from: Bucket,
  to: Bucket,
  amount: bigint,
  hold: number,
): Entry {
  const [debit, credit] = [userAccount(user, 'spot', asset, from), userAccount(user, 'spot', asset, to)];
  return { kind, debit, credit, amount, hold };
}

function between(kind: EntryKind, from: number, to: number, asset: string, amount: bigint, hold: number): Entry {
  const [debit, credit] = [userAccount(from, 'spot', asset, 'frozen'), userAccount(to, 'spot', asset, 'available')];
  return { kind, debit, credit, amount, hold };
}

function fee(user: number, asset: string, amount: bigint): Entry[] {
  if (amount === 0n) return [];
  const debit = userAccount(user, 'spot', asset, 'available');
  return [{ kind: 'spot_fee', debit, credit: houseAccount('fees', asset), amount }];
}

/**
 * A day of a market with `orders` orders by `users` users: about half rest, a third trade, the rest are cancelled or
 * reduced. Up to `pauseMsMax` pass between batches.
 */
export function sampleHistory(
  orders: number,
  { seed = 1, users = 50, pauseMsMax = 400, core = CORE_NAME } = {},
): SampleHistory {
  const history = new SampleHistory(core).listed();
  const random = randomNumbers(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const userAt = (index: number) => 10_000_001 + index;
  for (let index = 0; index < users; index++) {
    history.recharged(userAt(index), 'USDT', 10n ** 16n).recharged(userAt(index), 'BTC', 10n ** 15n);
  }
  const resting: SampleOrder[] = [];
  const takeAny = () => resting.splice(below(resting.length), 1)[0];
  for (let made = 0; made < orders;) {
    history.at += below(pauseMsMax);
    const choice = random();
    if (choice < 0.55 || resting.length < 10) {
      const side = random() < 0.5 ? 'buy' : 'sell';
      const price = 6_000_000 + below(1_000) * (side === 'buy' ? -1 : 1);
      resting.push(history.rested(userAt(below(users)), side, price, 1 + below(1_000), `c-${made++}`));
    } else if (choice < 0.85) {
      const maker = takeAny();
      const taker = maker.user === userAt(0) ? userAt(1 + below(users - 1)) : userAt(0);
      const lots = 1 + below(maker.open);
      // One in four orders asks for more than is available, and half of those drop the rest.
      const more = random() < 0.25 ? 1 + below(50) : 0;
      const order = history.took(taker, [[maker, lots]], lots + more, random() < 0.5 ? 'time_in_force' : undefined);
      made++;
      if (maker.open > 0) resting.push(maker);
      if (order.open > 0) resting.push(order);
    } else if (choice < 0.95) {
      history.cancelled(takeAny());
    } else {
      const order = resting[below(resting.length)];
      if (order.open > 1) history.reduced(order, 1 + below(order.open - 1));
    }
  }
  return history;
}

export function draftOf({ batch }: StoredBatch): DraftBatch {
  return { batch, body: encodeBody(batch) };
}

/** mulberry32 by Tommy Ettinger, public domain: numbers in [0, 1) from a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
