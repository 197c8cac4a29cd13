/** Assets and markets in the canonical state, and the orders in their books. */
import { known, sorted } from '../folding';
import { lineRow } from '../product';
import { noteFrozenTrader, type CoreState } from '../state';
import { addOrder, forEachOrder, type Book } from './book';
import type { MarketTerms } from './commands';
import { createMarket, type Market } from './market';
import type { MarketProduct, MarketState, Order, OrderKind, OrderSide, SelfTrade, TimeInForce } from './order';
import { addReached, reachedInOrder } from './reached';

type AssetLine = [
  is: 'asset',
  asset: string,
  scale: number,
  withdrawalFee: string,
  withdrawalMin: string,
  isFiat: boolean,
];

export const assetLine = lineRow<AssetLine>(
  'asset',
  function* ({ assets }) {
    for (const { asset, scale, withdrawalFee, withdrawalMin, isFiat } of assets.values()) {
      yield ['asset', asset, scale, `${withdrawalFee}`, `${withdrawalMin}`, isFiat];
    }
  },
  ({ assets }, [, asset, scale, withdrawalFee, withdrawalMin, isFiat]) => {
    const amounts = { withdrawalFee: BigInt(withdrawalFee), withdrawalMin: BigInt(withdrawalMin) };
    assets.set(asset, { asset, scale, ...amounts, isFiat });
  },
);

/** Hour by hour. */
type TradedLine = [is: 'traded', market: string, hours: [hour: number, lots: string, notional: string][]];

export const tradedLine = lineRow<TradedLine>(
  'traded',
  function* ({ markets }) {
    for (const [name, { traded }] of markets) {
      if (traded.length === 0) continue;
      yield ['traded', name, traded.map(({ hour, lots, notional }) => [hour, `${lots}`, `${notional}`])];
    }
  },
  ({ markets }, [, name, hours]) => {
    known(markets, name).traded = hours.map(([hour, lots, notional]) => {
      return { hour, lots: BigInt(lots), notional: BigInt(notional) };
    });
  },
);

type ToldTerms = Omit<MarketTerms, 'notionalMin'> & { notionalMin: string };
type MarketLine = [is: 'market', product: MarketProduct, terms: ToldTerms, state: MarketState, lastPrice: number];

export const marketLine = lineRow<MarketLine>(
  'market',
  function* ({ markets }) {
    for (const { product, terms, state, lastPrice } of markets.values()) {
      yield ['market', product, toldTerms(terms), state, lastPrice];
    }
  },
  ({ assets, markets }, [, product, told, state, lastPrice]) => {
    const terms = { ...told, notionalMin: BigInt(told.notionalMin) };
    const market = createMarket(product, terms, known(assets, terms.base), known(assets, terms.quote));
    markets.set(terms.market, { ...market, state, lastPrice });
  },
);

/** Field by field: their order is part of the line. */
function toldTerms(terms: Market['terms']): ToldTerms {
  const { market, base, quote, tick, lot, quantityMin, quantityMax, notionalMin, priceLowest, priceHighest } = terms;
  const { makerFeesPpb, takerFeesPpb, openOrdersMax, referencePrice, bandPpb } = terms;
  return {
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
  };
}

type OrderLine = [
  is: 'order',
  id: number,
  user: number,
  market: string,
  side: OrderSide,
  kind: OrderKind,
  timeInForce: TimeInForce,
  selfTrade: SelfTrade,
  phase: Order['phase'],
  price: number,
  quantity: number,
  filledQuantity: number,
  quoteAmount: string,
  filledQuote: string,
  trigger: number,
  clientId: string | null,
  hold: number | null,
];

export const orderLine = lineRow<OrderLine>(
  'order',
  function* ({ orders }) {
    for (const [, open] of sorted(orders)) yield toldOrder(open);
  },
  restoreOrder,
);

function toldOrder(order: Order): OrderLine {
  return [
    'order',
    order.id,
    order.user,
    order.market,
    order.side,
    order.kind,
    order.timeInForce,
    order.selfTrade,
    order.phase,
    order.price,
    order.quantity,
    order.filledQuantity,
    `${order.quoteAmount}`,
    `${order.filledQuote}`,
    order.trigger,
    order.clientId,
    order.hold?.id ?? null,
  ];
}

function restoreOrder(state: CoreState, line: OrderLine): void {
  const hold = line[16];
  const order: Order = {
    id: line[1],
    user: line[2],
    market: line[3],
    side: line[4],
    kind: line[5],
    timeInForce: line[6],
    selfTrade: line[7],
    phase: line[8],
    price: line[9],
    quantity: line[10],
    filledQuantity: line[11],
    quoteAmount: BigInt(line[12]),
    filledQuote: BigInt(line[13]),
    trigger: line[14],
    hold: hold === null ? null : known(state.holds, hold),
    clientId: line[15],
  };
  state.orders.set(order.id, order);
  // Orders come by id, which is the order of placing.
  const member = known(state.members, order.user);
  const open = member.openOrders.get(order.market);
  if (open) open.add(order.id);
  else member.openOrders.set(order.market, new Set([order.id]));
  if (member.frozen) noteFrozenTrader(state, member);
}

/** Order ids by priority; ids alone, since price and quantity stand with the order. */
type BookLine<Is extends 'book' | 'triggers'> = [is: Is, market: string, side: OrderSide, orders: number[]];

export const bookLine = lineRow<BookLine<'book'>>(
  'book',
  function* ({ markets }) {
    for (const [name, { book }] of markets) {
      for (const side of ['buy', 'sell'] as const) yield ['book', name, side, idsOf(book, side)];
    }
  },
  ({ markets, orders }, [, name, side, ids]) => {
    const { book } = known(markets, name);
    for (const id of ids) {
      const { user, price, quantity, filledQuantity } = known(orders, id);
      addOrder(book, side, id, user, price, quantity - filledQuantity);
    }
  },
);

export const triggersLine = lineRow<BookLine<'triggers'>>(
  'triggers',
  function* ({ markets }) {
    for (const [name, { triggers }] of markets) {
      for (const side of ['buy', 'sell'] as const) yield ['triggers', name, side, idsOf(triggers, side)];
    }
  },
  ({ markets, orders }, [, name, side, ids]) => {
    const { triggers } = known(markets, name);
    for (const id of ids) {
      const { user, trigger } = known(orders, id);
      addOrder(triggers, side, id, user, trigger, 1);
    }
  },
);

function idsOf(book: Book, side: OrderSide): number[] {
  const ids: number[] = [];
  forEachOrder(book, side, (order) => ids.push(order));
  return ids;
}

/** In the order in which they fire. */
export const reachedLine = lineRow<[is: 'reached', order: number, cause: number]>(
  'reached',
  function* ({ reached }) {
    for (const { order, cause } of reachedInOrder(reached)) yield ['reached', order, cause];
  },
  ({ reached }, [, order, cause]) => {
    addReached(reached, { order, cause });
  },
);
