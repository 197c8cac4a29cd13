/** Assets and markets in the canonical state, and the orders in their books. */
import { known, sorted } from '../folding';
import { lineRow } from '../product';
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
import { addReached, reachedInOrder } from './reached';
import { foldChanges, setPending, type TermsChange } from './terms';
import type { Traded } from './traded';

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
    for (const { asset, scale, terms, isFiat } of assets.values()) {
      yield ['asset', asset, scale, `${terms.withdrawalFee}`, `${terms.withdrawalMin}`, isFiat];
    }
  },
  ({ assets }, [, asset, scale, withdrawalFee, withdrawalMin, isFiat]) => {
    const terms = { withdrawalFee: BigInt(withdrawalFee), withdrawalMin: BigInt(withdrawalMin) };
    assets.set(asset, createAsset(asset, scale, terms, isFiat));
  },
);

/** Of those that are not open in every way. */
type AssetStateLine = [
  is: 'asset_state',
  asset: string,
  trading: AssetStates['trading'],
  deposits: AssetStates['deposits'],
  withdrawals: AssetStates['withdrawals'],
];

export const assetStateLine = lineRow<AssetStateLine>(
  'asset_state',
  function* ({ assets }) {
    for (const { asset, trading, deposits, withdrawals } of assets.values()) {
      if (trading === 'open' && deposits === 'open' && withdrawals === 'open') continue;
      yield ['asset_state', asset, trading, deposits, withdrawals];
    }
  },
  ({ assets }, [, asset, trading, deposits, withdrawals]) => {
    Object.assign(known(assets, asset), { trading, deposits, withdrawals });
  },
);

/** Amounts as digits; fields in the order in which they are asked for. */
type ToldChange = [from: number, reason: string, asked: Record<string, unknown>];
type ChangesLine<Is extends 'asset_changes' | 'market_changes'> = [is: Is, name: string, changes: ToldChange[]];

export const assetChangesLine = lineRow<ChangesLine<'asset_changes'>>(
  'asset_changes',
  function* ({ assets }) {
    for (const [name, { pending }] of assets) {
      if (pending.length > 0) yield ['asset_changes', name, pending.map(toldChange)];
    }
  },
  ({ assets }, [, name, changes]) => {
    const asset = known(assets, name);
    setPending(asset, foldChanges(asset.terms, changes.map(restoreChange<AssetTerms>)));
  },
);

export const marketChangesLine = lineRow<ChangesLine<'market_changes'>>(
  'market_changes',
  function* ({ markets }) {
    for (const [name, { pending }] of markets) {
      if (pending.length > 0) yield ['market_changes', name, pending.map(toldChange)];
    }
  },
  ({ markets }, [, name, changes]) => {
    const market = known(markets, name);
    setPending(market, foldChanges(market.terms, changes.map(restoreChange<MarketTerms>)));
  },
);

/** Of all terms that change these are amounts. */
const AMOUNTS: ReadonlySet<string> = new Set<keyof AssetTerms | keyof MarketTerms>([
  'withdrawalFee',
  'withdrawalMin',
  'notionalMin',
]);
/** And these are lists of them. */
const AMOUNT_LISTS: ReadonlySet<string> = new Set<keyof MarketTerms>(['makerFeesFixed', 'takerFeesFixed']);

function toldChange({ from, reason, asked }: TermsChange<Readonly<Record<string, unknown>>>): ToldChange {
  const told: ToldChange[2] = {};
  for (const [field, value] of Object.entries(asked)) told[field] = toldTerm(field, value);
  return [from, reason, told];
}

function restoreChange<T>([from, reason, told]: ToldChange): TermsChange<T> {
  const asked: ToldChange[2] = {};
  for (const [field, value] of Object.entries(told)) asked[field] = restoredTerm(field, value);
  return { from, reason, asked: asked as Partial<T> };
}

function toldTerm(field: string, value: unknown): unknown {
  if (AMOUNT_LISTS.has(field)) return (value as bigint[]).map(String);
  return AMOUNTS.has(field) ? String(value) : value;
}

function restoredTerm(field: string, told: unknown): unknown {
  if (AMOUNT_LISTS.has(field)) return (told as string[]).map(BigInt);
  return AMOUNTS.has(field) ? BigInt(told as string) : told;
}

export type ToldTraded = [span: number, lots: string, notional: string][];

export function toldTraded(traded: Traded): ToldTraded {
  return traded.map(({ span, lots, notional }) => [span, `${lots}`, `${notional}`]);
}

export function restoredTraded(told: ToldTraded): Traded {
  return told.map(([span, lots, notional]) => ({ span, lots: BigInt(lots), notional: BigInt(notional) }));
}

/** Hour by hour. */
type TradedLine = [is: 'traded', market: string, hours: ToldTraded];

export const tradedLine = lineRow<TradedLine>(
  'traded',
  function* ({ markets }) {
    for (const [name, { traded }] of markets) {
      if (traded.length === 0) continue;
      yield ['traded', name, toldTraded(traded)];
    }
  },
  ({ markets }, [, name, hours]) => {
    known(markets, name).traded = restoredTraded(hours);
  },
);

type Amounts = 'makerFeesFixed' | 'takerFeesFixed';
/** Fixed fees stand behind the others, where there are any. */
type ToldTerms = Omit<MarketTerms, 'notionalMin' | Amounts> & { notionalMin: string } & Partial<
    Record<Amounts, string[]>
  >;
type MarketLine = [is: 'market', product: MarketProduct, terms: ToldTerms, state: Market['state'], lastPrice: number];

export const marketLine = lineRow<MarketLine>(
  'market',
  function* ({ markets }) {
    for (const { product, terms, state, lastPrice } of markets.values()) {
      yield ['market', product, toldTerms(terms), state, lastPrice];
    }
  },
  ({ assets, markets }, [, product, told, state, lastPrice]) => {
    const { makerFeesFixed, takerFeesFixed, ...others } = told;
    const terms: MarketTerms = { ...others, notionalMin: BigInt(told.notionalMin) };
    if (makerFeesFixed) terms.makerFeesFixed = makerFeesFixed.map(BigInt);
    if (takerFeesFixed) terms.takerFeesFixed = takerFeesFixed.map(BigInt);
    const market = createMarket(product, terms, known(assets, terms.base), known(assets, terms.quote));
    markets.set(terms.market, Object.assign(market, { state, lastPrice }));
  },
);

/** Field by field: their order is part of the line. */
function toldTerms(terms: Market['terms']): ToldTerms {
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

type ToldContract =
  | []
  | [
      position: PositionSide,
      closes: boolean,
      level: number,
      ...rest: [] | [triggerBy: PriceKind] | [triggerBy: PriceKind | null, against: number],
    ];
type ToldStake = [is: 'robot', robot: number, step: number, baseHold: number, quoteHold: number];
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
  /** Of perpetuals, and of robots. */
  ...more: ToldContract | ToldStake,
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
    ...(order.stake === null ? toldContract(order.contract) : toldStake(order.stake)),
  ];
}

function toldContract(contract: OrderContract | null): ToldContract {
  if (contract === null) return [];
  const { position, closes, level, triggerBy, against } = contract;
  if (against !== undefined) return [position, closes, level, triggerBy ?? null, against];
  return triggerBy === undefined ? [position, closes, level] : [position, closes, level, triggerBy];
}

function toldStake({ robot, step, baseHold, quoteHold }: OrderStake): ToldStake {
  return ['robot', robot, step, baseHold, quoteHold];
}

function isStake(more: ToldContract | ToldStake): more is ToldStake {
  return more[0] === 'robot';
}

function restoredStake([, robot, step, baseHold, quoteHold]: ToldStake): OrderStake {
  return { robot, step, baseHold, quoteHold };
}

function restoredContract([position, closes = false, level = 0, triggerBy, against]: ToldContract) {
  return position === undefined ? null : orderContract(position, closes, level, triggerBy ?? undefined, against);
}

function restoreOrder(state: CoreState, line: OrderLine): void {
  const [hold, ...more] = line.slice(16) as [number | null, ...(ToldContract | ToldStake)];
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
    fixedFee: null,
    contract: isStake(more) ? null : restoredContract(more),
    stake: isStake(more) ? restoredStake(more) : null,
  };
  openOrder(state, order);
}

/** Of orders by the second rule of fixed fees: what is left of what each owes, or null as long as no fill has said how much it is. */
export const orderFeeLine = lineRow<[is: 'order-fee', order: number, left: string | null]>(
  'order-fee',
  function* ({ orders }) {
    for (const [id, { fixedFee }] of sorted(orders)) {
      if (fixedFee !== null) yield ['order-fee', id, fixedFee.left === null ? null : `${fixedFee.left}`];
    }
  },
  ({ orders }, [, id, left]) => {
    known(orders, id).fixedFee = { left: left === null ? null : BigInt(left) };
  },
);

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

export function idsOf(book: Book, side: OrderSide): number[] {
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
