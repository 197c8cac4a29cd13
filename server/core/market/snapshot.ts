/** Assets, markets and the orders of their books in the canonical state. */
import { getOrThrow, sortedByKey } from '../evolve-helpers';
import { snapshotRow } from '../product';
import type { CoreState } from '../state';
import { addOrder, forEachOrder, type Book } from './book';
import type { AssetTerms, MarketTerms } from './commands';
import { createAsset, createMarket, type Market } from './market';
import { orderContract } from './order';
import type {
  AssetStates,
  MarketProduct,
  Order,
  OrderContract,
  OrderStake,
  OrderSide,
  OrderTerms,
  PositionSide,
  PriceKind,
} from './order';
import { openOrder } from './open-orders';
import { addReached, reachedInOrder } from './reached-triggers';
import { resolveChanges, setPending, type TermsChange } from './scheduled-terms';
import type { TradedWindow } from './rolling-volume';

type AssetLine = [
  is: 'asset',
  asset: string,
  scale: number,
  withdrawalFee: string,
  withdrawalMin: string,
  isFiat: boolean,
];

export const assetLine = snapshotRow<AssetLine>(
  'asset',
  function* ({ assets }) {
    for (const { asset, scale, terms, isFiat } of assets.values()) {
      yield ['asset', asset, scale, `${terms.withdrawalFee}`, `${terms.withdrawalMin}`, isFiat];
    }
  },
  ({ assets }, [, asset, scale, withdrawalFee, withdrawalMin, isFiat]) => {
    const terms = { withdrawalFee: BigInt(withdrawalFee), withdrawalMin: BigInt(withdrawalMin) };
    assets.set(asset, createAsset(asset, scale, terms, isFiat));
  },
);

/** Only for assets that are not fully open. */
type AssetStateLine = [
  is: 'asset_state',
  asset: string,
  trading: AssetStates['trading'],
  deposits: AssetStates['deposits'],
  withdrawals: AssetStates['withdrawals'],
];

export const assetStateLine = snapshotRow<AssetStateLine>(
  'asset_state',
  function* ({ assets }) {
    for (const { asset, trading, deposits, withdrawals } of assets.values()) {
      if (trading === 'open' && deposits === 'open' && withdrawals === 'open') continue;
      yield ['asset_state', asset, trading, deposits, withdrawals];
    }
  },
  ({ assets }, [, asset, trading, deposits, withdrawals]) => {
    Object.assign(getOrThrow(assets, asset), { trading, deposits, withdrawals });
  },
);

/** Amounts as digits; fields in the order of the request. */
type ChangeTuple = [from: number, reason: string, asked: Record<string, unknown>];
type ChangesLine<Is extends 'asset_changes' | 'market_changes'> = [is: Is, name: string, changes: ChangeTuple[]];

export const assetChangesLine = snapshotRow<ChangesLine<'asset_changes'>>(
  'asset_changes',
  function* ({ assets }) {
    for (const [name, { pending }] of assets) {
      if (pending.length > 0) yield ['asset_changes', name, pending.map(serializeChange)];
    }
  },
  ({ assets }, [, name, changes]) => {
    const asset = getOrThrow(assets, name);
    setPending(asset, resolveChanges(asset.terms, changes.map(deserializeChange<AssetTerms>)));
  },
);

export const marketChangesLine = snapshotRow<ChangesLine<'market_changes'>>(
  'market_changes',
  function* ({ markets }) {
    for (const [name, { pending }] of markets) {
      if (pending.length > 0) yield ['market_changes', name, pending.map(serializeChange)];
    }
  },
  ({ markets }, [, name, changes]) => {
    const market = getOrThrow(markets, name);
    setPending(market, resolveChanges(market.terms, changes.map(deserializeChange<MarketTerms>)));
  },
);

/** Changeable terms that are amounts. */
const AMOUNTS: ReadonlySet<string> = new Set<keyof AssetTerms | keyof MarketTerms>([
  'withdrawalFee',
  'withdrawalMin',
  'notionalMin',
]);
/** Changeable terms that are lists of amounts. */
const AMOUNT_LISTS: ReadonlySet<string> = new Set<keyof MarketTerms>(['makerFeesFixed', 'takerFeesFixed']);

function serializeChange({ from, reason, asked }: TermsChange<Readonly<Record<string, unknown>>>): ChangeTuple {
  const fields: ChangeTuple[2] = {};
  for (const [field, value] of Object.entries(asked)) fields[field] = serializeTerm(field, value);
  return [from, reason, fields];
}

function deserializeChange<T>([from, reason, fields]: ChangeTuple): TermsChange<T> {
  const changedTerms: ChangeTuple[2] = {};
  for (const [field, value] of Object.entries(fields)) changedTerms[field] = deserializeTerm(field, value);
  return { from, reason, asked: changedTerms as Partial<T> };
}

function serializeTerm(field: string, value: unknown): unknown {
  if (AMOUNT_LISTS.has(field)) return (value as bigint[]).map(String);
  return AMOUNTS.has(field) ? String(value) : value;
}

function deserializeTerm(field: string, value: unknown): unknown {
  if (AMOUNT_LISTS.has(field)) return (value as string[]).map(BigInt);
  return AMOUNTS.has(field) ? BigInt(value as string) : value;
}

export type TradedTuple = [span: number, lots: string, notional: string][];

export function serializeTraded(traded: TradedWindow): TradedTuple {
  return traded.map(({ span, lots, notional }) => [span, `${lots}`, `${notional}`]);
}

export function deserializeTraded(tuple: TradedTuple): TradedWindow {
  return tuple.map(([span, lots, notional]) => ({ span, lots: BigInt(lots), notional: BigInt(notional) }));
}

/** Traded volume by hour. */
type TradedLine = [is: 'traded', market: string, hours: TradedTuple];

export const tradedLine = snapshotRow<TradedLine>(
  'traded',
  function* ({ markets }) {
    for (const [name, { traded }] of markets) {
      if (traded.length === 0) continue;
      yield ['traded', name, serializeTraded(traded)];
    }
  },
  ({ markets }, [, name, hours]) => {
    getOrThrow(markets, name).traded = deserializeTraded(hours);
  },
);

type Amounts = 'makerFeesFixed' | 'takerFeesFixed';
/** Fixed fees follow the other fields, if any. */
type PlainTerms = Omit<MarketTerms, 'notionalMin' | Amounts> & { notionalMin: string } & Partial<
    Record<Amounts, string[]>
  >;
type MarketLine = [is: 'market', product: MarketProduct, terms: PlainTerms, state: Market['state'], lastPrice: number];

export const marketLine = snapshotRow<MarketLine>(
  'market',
  function* ({ markets }) {
    for (const { product, terms, state, lastPrice } of markets.values()) {
      yield ['market', product, serializeTerms(terms), state, lastPrice];
    }
  },
  ({ assets, markets }, [, product, storedTerms, state, lastPrice]) => {
    const { makerFeesFixed, takerFeesFixed, ...others } = storedTerms;
    const terms: MarketTerms = { ...others, notionalMin: BigInt(storedTerms.notionalMin) };
    if (makerFeesFixed) terms.makerFeesFixed = makerFeesFixed.map(BigInt);
    if (takerFeesFixed) terms.takerFeesFixed = takerFeesFixed.map(BigInt);
    const market = createMarket(product, terms, getOrThrow(assets, terms.base), getOrThrow(assets, terms.quote));
    markets.set(terms.market, Object.assign(market, { state, lastPrice }));
  },
);

/** Written field by field, because the order of fields is part of the line. */
function serializeTerms(terms: Market['terms']): PlainTerms {
  const { market, base, quote, tick, lot, quantityMin, quantityMax, notionalMin, priceLowest, priceHighest } = terms;
  const { makerFeesPpb, takerFeesPpb, openOrdersMax, referencePrice, bandPpb, makerFeesFixed, takerFeesFixed } = terms;
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
    makerFeesFixed: makerFeesFixed?.map(String),
    takerFeesFixed: takerFeesFixed?.map(String),
  };
}

type ContractTuple =
  | []
  | [
      position: PositionSide,
      closes: boolean,
      level: number,
      ...rest: [] | [triggerBy: PriceKind] | [triggerBy: PriceKind | null, against: number],
    ];
type StakeTuple = [is: 'robot', robot: number, step: number, baseHold: number, quoteHold: number];
type OrderLine = [
  is: 'order',
  id: number,
  user: number,
  market: string,
  side: OrderSide,
  kind: OrderTerms['kind'],
  timeInForce: OrderTerms['timeInForce'],
  selfTrade: OrderTerms['selfTrade'],
  phase: Order['phase'],
  price: number,
  quantity: number,
  filledQuantity: number,
  quoteAmount: string,
  filledQuote: string,
  trigger: number,
  clientId: string | null,
  hold: number | null,
  /** Only for orders of perpetuals and of robots. */
  ...more: ContractTuple | StakeTuple,
];

export const orderLine = snapshotRow<OrderLine>(
  'order',
  function* ({ orders }) {
    for (const [, open] of sortedByKey(orders)) yield serializeOrder(open);
  },
  deserializeOrder,
);

function serializeOrder(order: Order): OrderLine {
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
    ...(order.stake === null ? serializeContract(order.contract) : serializeStake(order.stake)),
  ];
}

function serializeContract(contract: OrderContract | null): ContractTuple {
  if (contract === null) return [];
  const { position, closes, level, triggerBy, against } = contract;
  if (against !== undefined) return [position, closes, level, triggerBy ?? null, against];
  return triggerBy === undefined ? [position, closes, level] : [position, closes, level, triggerBy];
}

function serializeStake({ robot, step, baseHold, quoteHold }: OrderStake): StakeTuple {
  return ['robot', robot, step, baseHold, quoteHold];
}

function isStake(extraFields: ContractTuple | StakeTuple): extraFields is StakeTuple {
  return extraFields[0] === 'robot';
}

function deserializeStake([, robot, step, baseHold, quoteHold]: StakeTuple): OrderStake {
  return { robot, step, baseHold, quoteHold };
}

function deserializeContract([position, closes = false, level = 0, triggerBy, against]: ContractTuple) {
  return position === undefined ? null : orderContract(position, closes, level, triggerBy ?? undefined, against);
}

function deserializeOrder(state: CoreState, line: OrderLine): void {
  const [hold, ...extraFields] = line.slice(16) as [number | null, ...(ContractTuple | StakeTuple)];
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
    hold: hold === null ? null : getOrThrow(state.holds, hold),
    clientId: line[15],
    fixedFee: null,
    contract: isStake(extraFields) ? null : deserializeContract(extraFields),
    stake: isStake(extraFields) ? deserializeStake(extraFields) : null,
  };
  openOrder(state, order);
}

/** Only for orders under the second rule of fixed fees: the unpaid rest of the fee, or null before a fill has set it. */
export const orderFeeLine = snapshotRow<[is: 'order-fee', order: number, left: string | null]>(
  'order-fee',
  function* ({ orders }) {
    for (const [id, { fixedFee }] of sortedByKey(orders)) {
      if (fixedFee !== null) yield ['order-fee', id, fixedFee.left === null ? null : `${fixedFee.left}`];
    }
  },
  ({ orders }, [, id, left]) => {
    getOrThrow(orders, id).fixedFee = { left: left === null ? null : BigInt(left) };
  },
);

/** Order ids by priority; price and quantity are in the order's own line. */
type BookLine<Is extends 'book' | 'triggers'> = [is: Is, market: string, side: OrderSide, orders: number[]];

export const bookLine = snapshotRow<BookLine<'book'>>(
  'book',
  function* ({ markets }) {
    for (const [name, { book }] of markets) {
      for (const side of ['buy', 'sell'] as const) yield ['book', name, side, idsOf(book, side)];
    }
  },
  ({ markets, orders }, [, name, side, ids]) => {
    const { book } = getOrThrow(markets, name);
    for (const id of ids) {
      const { user, price, quantity, filledQuantity } = getOrThrow(orders, id);
      addOrder(book, side, id, user, price, quantity - filledQuantity);
    }
  },
);

export const triggersLine = snapshotRow<BookLine<'triggers'>>(
  'triggers',
  function* ({ markets }) {
    for (const [name, { triggers }] of markets) {
      for (const side of ['buy', 'sell'] as const) yield ['triggers', name, side, idsOf(triggers, side)];
    }
  },
  ({ markets, orders }, [, name, side, ids]) => {
    const { triggers } = getOrThrow(markets, name);
    for (const id of ids) {
      const { user, trigger } = getOrThrow(orders, id);
      addOrder(triggers, side, id, user, trigger, 1);
    }
  },
);

export function idsOf(book: Book, side: OrderSide): number[] {
  const ids: number[] = [];
  forEachOrder(book, side, (order) => ids.push(order));
  return ids;
}

/** In firing order. */
export const reachedLine = snapshotRow<[is: 'reached', order: number, cause: number]>(
  'reached',
  function* ({ reached }) {
    for (const { order, cause } of reachedInOrder(reached)) yield ['reached', order, cause];
  },
  ({ reached }, [, order, cause]) => {
    addReached(reached, { order, cause });
  },
);
