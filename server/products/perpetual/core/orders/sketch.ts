/**
 * How accounts stand while a walk is decided. The state stands still, so what each fill leaves to the next is kept here: what
 * is available, positions, and what is left of orders' holds. Every fill is judged against it, and becomes entries.
 */
import { bankruptcyPrice } from '../../../../../shared/products/perpetual/rules/bankruptcy';
import { collateralOf, orderCost } from '../../../../../shared/products/perpetual/rules/order-cost';
import { realised, releasedCollateral, type Part } from '../../../../../shared/products/perpetual/rules/position';
import { spareAt } from '../../../../../shared/products/perpetual/rules/requirement';
import { feeOf } from '../../../../../shared/rules/rounding';
import { levelAt } from '../../../../core/fees/level';
import { marketAccount, type Entry } from '../../../../core/ledger/entry';
import { availableIn, bucketsOf } from '../../../../core/ledger/ledger';
import { rateOf } from '../../../../core/market/market';
import type { OrderContract, PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreEvent } from '../../../../core/event';
import type { CoreView } from '../../../../core/state';
import { certainProfit, freeOf, legsOf, raisable, raise, walletOf, type Leg, type Purse } from '../margin/equity';
import { leverageOf, OTHER_SIDE } from './holding';
import type { PerpetualMarketView } from '../terms/listing';
import { lessened, opposedBy, restOf, type Rest } from './one-way';
import { bucketOf, inBucket } from '../margin/bucket';
import { isNearEnd } from '../marks/mark';
import { holding, returning } from './order-holds';
import { createSettling, isUnsettled, type Settling } from '../funding/settle';
import { Trader, type Standing } from './trader';
import type { ContractTerms } from '../terms/terms';

type ContractTermsView = ContractView['terms'];
type ContractView = CoreView['perpetual']['contracts'] extends ReadonlyMap<string, infer C> ? C : never;

export interface Sketch {
  view: CoreView;
  market: PerpetualMarketView;
  terms: ContractTermsView;
  /** By which new orders and leverage are judged. */
  orderTiers: ContractView['orderTiers'];
  /** Ticks. */
  mark: number;
  at: number;
  /** The market is about to end: what rests from before opens nothing any more. */
  isNearEnd: boolean;
  traders: Map<number, Trader>;
  /** What is left of the holds of orders that were met. */
  held: Map<number, bigint>;
  /** What is left of those orders themselves. */
  rests: Map<number, Rest>;
  next: { hold: number; position: number; trade: number };
  /** Positions that were met and had not settled what was fixed of funding: what settles them comes first in the batch. */
  settling: Settling;
}

/** One side of a fill. */
export interface FillSide {
  order: number;
  user: number;
  contract: OrderContract;
  makes: boolean;
  /** Of an order that opens. */
  hold: { readonly id: number; readonly remaining: bigint } | null;
  /** Lots that were open before the batch, and of those the ones that hold nothing because they close the other position. */
  open: number;
  against: number;
}
export interface FillMade {
  position: number;
  released?: bigint;
  fee: bigint;
  entries: Entry[];
  /** Units that an opening fill takes of its order's hold, or of what is free for it. */
  spent?: bigint;
  /** What makes its loss payable comes first. */
  ahead?: CoreEvent[];
}
export type FillRefused = 'margin_short' | 'beyond_bankruptcy' | 'position_closed' | 'market_closed';

export function createSketch(view: CoreView, market: PerpetualMarketView, mark: number, at: number): Sketch {
  const contract =
    view.perpetual.contracts.get(market.terms.market) ?? broken(`${market.terms.market} has no contract`);
  const { terms, orderTiers } = contract;
  const { hold, trade } = view.counters;
  const next = { hold, position: view.perpetual.nextPosition, trade };
  const settling = createSettling(view, market);
  return {
    view,
    market,
    terms,
    orderTiers,
    mark,
    at,
    isNearEnd: isNearEnd(contract, at),
    traders: new Map(),
    held: new Map(),
    rests: new Map(),
    next,
    settling,
  };
}

export function traderOf(sketch: Sketch, user: number): Trader {
  const known = sketch.traders.get(user);
  if (known) return known;
  const { view, market } = sketch;
  const holding = view.perpetual.holdings.get(user)?.get(market.terms.market);
  const { quote } = market.terms;
  const legs = legsOf(view, user, quote);
  // Each may have to give for another.
  for (const leg of legs) {
    const { market: name } = leg.market.terms;
    const position = view.perpetual.holdings.get(user)?.get(name)?.[leg.side];
    if (name !== market.terms.market && position && isUnsettled(view, position))
      sketch.settling.settle(leg.id, leg.market);
  }
  const settled = { long: settledIn(sketch, holding?.long), short: settledIn(sketch, holding?.short) };
  // After all of them: settling one may have drawn upon another.
  const purse = legs.length === 0 ? null : sketch.settling.purse(user);
  const look = (side: PositionSide): Standing | null => {
    const position = holding?.[side];
    if (!position) return null;
    const { id, lots, hold } = position;
    const margin = view.holds.get(hold) ?? broken(`position ${id} has no collateral`);
    const leg = purse?.legs.find((one) => one.id === id);
    const collateral = leg?.collateral ?? settled[side] ?? margin.remaining;
    return { id, lots, cost: leg?.cost ?? position.cost, hold, bucket: bucketOf(margin), collateral };
  };
  const trader = new Trader(
    user,
    leverageOf(holding, { tiers: sketch.orderTiers }),
    bucketsOf(view.ledger, 'contract', user, quote),
    holding?.mode === 'cross',
    holding?.isOneWay ?? false,
    purse?.free ?? availableIn(view.ledger, 'contract', user, quote),
    purse?.legs.filter((leg) => leg.market.terms.market !== market.terms.market) ?? [],
    look,
  );
  // What is an account's is drawn upon by what follows: it is as it stands now.
  if (purse) trader.lookAtAll();
  sketch.traders.set(user, trader);
  return trader;
}

/** What settling what was fixed of funding leaves of a position's collateral; null where it is settled. */
function settledIn({ view, settling }: Sketch, position: { id: number; market: string; funded: bigint } | null = null) {
  return position && isUnsettled(view, position) ? settling.settle(position.id) : null;
}

/** All that a trader's losses are paid out of, as far as the batch has come. */
export function purseIn({ view, market }: Sketch, trader: Trader): Purse {
  const { user, free, others, leverage, isCross } = trader;
  const { market: name, quote } = market.terms;
  const legs = [...others];
  const apart = view.liquidations.open.get(name)?.position;
  for (const side of ['long', 'short'] as const) {
    const standing = trader[side];
    if (isCross && standing && standing.id !== apart) legs.push({ ...standing, market, side, leverage });
  }
  return { user, quote, free, legs };
}

/** Back into the sketch what was raised. */
export function pursed({ market }: Sketch, trader: Trader, { free, legs }: Purse): void {
  trader.free = free;
  const isHere = (leg: Leg): boolean => leg.market.terms.market === market.terms.market;
  trader.others = legs.filter((leg) => !isHere(leg));
  for (const { side, id, lots, cost, hold, bucket, collateral } of legs.filter(isHere)) {
    trader[side] = { id, lots, cost, hold, bucket, collateral };
  }
}

/** Units that may be held: what is available, where nothing of it is needed for cross positions. */
export function freeIn(sketch: Sketch, trader: Trader): bigint {
  if (!trader.isCross && trader.others.length === 0) return trader.free;
  return freeOf(sketch.view, purseIn(sketch, trader));
}

/** Parts of 10^9: the user's own rate of now, and no more than that of the level at placing. */
export function feeRateOf({ view, market, at }: Sketch, user: number, level: number, makes: boolean): number {
  const { makerFeesPpb, takerFeesPpb } = market.terms;
  return rateOf(makes ? makerFeesPpb : takerFeesPpb, Math.max(level, levelOf(view, user, at)));
}

/** Perpetuals charge by the level that volume in perpetuals gives, once there are any. */
export function levelOf(view: CoreView, user: number, at: number): number {
  return levelAt(view, user, 'perpetual', at);
}

/** What a fill of `lots` at `price` makes of one side; nothing of the sketch has changed when it is refused. */
export function fill(sketch: Sketch, side: FillSide, price: number, lots: number): FillMade | FillRefused {
  const { contract } = side;
  const turns = opposedBy(traderOf(sketch, side.user), contract) !== null;
  if (!contract.closes && !turns) return opening(sketch, side, price, lots);
  return turns ? turning(sketch, side, price, lots) : closing(sketch, side, price, lots);
}

/** It closes what stands against it; what it holds for those lots goes back. */
function turning(sketch: Sketch, side: FillSide, price: number, lots: number): FillMade | FillRefused {
  const { contract, user, order, hold } = side;
  const { position, level } = contract;
  const closes = { position: OTHER_SIDE[position], closes: true, level };
  const made = closing(sketch, { ...side, contract: closes }, price, lots);
  if (typeof made === 'string' || !side.makes) return made;
  const rest = restOf(sketch, side);
  const after = lessened(rest, lots, true);
  sketch.rests.set(order, after);
  const trader = traderOf(sketch, user);
  const held = sketch.held.get(order) ?? hold?.remaining ?? 0n;
  const [before, left] = [rest.open - rest.against, after.open - after.against];
  const back = left === before ? 0n : held - (held * BigInt(left)) / BigInt(before);
  sketch.held.set(order, held - back);
  trader.free += back;
  const entries = hold && back > 0n ? [returning(position, trader.buckets, back, hold.id)] : [];
  return { ...made, entries: [...made.entries, ...entries] };
}

/** Units for one tick of so many lots. */
export function perTickOf(market: PerpetualMarketView, lots: number): bigint {
  return BigInt(lots) * market.quotePerTickLot;
}

/** What opening so many lots at a price costs now. */
export function openCost(
  sketch: Sketch,
  side: PositionSide,
  leverage: number,
  price: number,
  lots: number,
  takerPpb: number,
) {
  return orderCost({
    side,
    perTick: perTickOf(sketch.market, lots),
    price,
    leverage,
    takerPpb,
    closePpb: sketch.terms.closePpb,
    mark: sketch.mark,
  });
}

function opening(sketch: Sketch, side: FillSide, price: number, lots: number): FillMade | FillRefused {
  const { user, contract, makes, order } = side;
  if (sketch.isNearEnd) return 'market_closed';
  const rest = restOf(sketch, side);
  if (makes && lots > rest.open - rest.against) return 'position_closed';
  const hold = side.hold ?? broken(`order ${order} opens and holds nothing`);
  const trader = traderOf(sketch, user);
  const cost = openCost(
    sketch,
    contract.position,
    trader.leverage,
    price,
    lots,
    feeRateOf(sketch, user, contract.level, makes),
  );
  const held = sketch.held.get(order) ?? hold.remaining;
  // A taker was costed fill by fill; a maker brings what it holds for these lots.
  const share = makes ? (held * BigInt(lots)) / BigInt(rest.open - rest.against) : cost.total;
  const missing = cost.total - share;
  const spent = makes ? missing : cost.total;
  if (spent > freeIn(sketch, trader)) return 'margin_short';

  const { buckets } = trader;
  const standing = trader[contract.position];
  const into = standing?.hold ?? sketch.next.hold++;
  // What a cross position has lost by its price counts against the whole account.
  const back = trader.isCross ? cost.loss : 0n;
  const collateral = collateralOf(cost) - back;
  const entries: Entry[] = [];
  if (missing > 0n) entries.push(holding(contract.position, buckets, missing, hold.id));
  const bucket = standing?.bucket ?? 'locked';
  entries.push({
    kind: inBucket(`open_${contract.position}`, bucket),
    debit: buckets.frozen,
    credit: buckets[bucket],
    amount: collateral,
    hold: hold.id,
    into,
  });
  if (cost.fee > 0n) {
    const credit = sketch.market.feesQuote;
    entries.push({
      kind: `open_${contract.position}_fee`,
      debit: buckets.frozen,
      credit,
      amount: cost.fee,
      hold: hold.id,
    });
  }
  const left = back - (missing < 0n ? missing : 0n);
  if (left > 0n) entries.push(returning(contract.position, buckets, left, hold.id));
  trader.free += back - spent;
  sketch.held.set(order, held - share);
  if (makes) sketch.rests.set(order, lessened(rest, lots, false));
  const value = perTickOf(sketch.market, lots) * BigInt(price);
  const opened: Standing = standing
    ? {
        ...standing,
        lots: standing.lots + lots,
        cost: standing.cost + value,
        collateral: standing.collateral + collateral,
      }
    : { id: sketch.next.position++, lots, cost: value, hold: into, bucket, collateral };
  trader[contract.position] = opened;
  return { position: opened.id, fee: cost.fee, entries, spent: cost.total };
}

function closing(sketch: Sketch, side: FillSide, price: number, lots: number): FillMade | FillRefused {
  const { user, contract, makes } = side;
  const trader = traderOf(sketch, user);
  const standing = trader[contract.position];
  if (!standing || standing.lots < lots) return 'position_closed';
  if (trader.isCross && purseIn(sketch, trader).legs.some(({ id }) => id === standing.id))
    return closingCross(sketch, side, trader, standing, price, lots);
  const { market, mark, terms } = sketch;
  const position = { side: contract.position, perTick: perTickOf(market, standing.lots), cost: standing.cost };
  if (isBeyond(terms, position, standing.collateral, price)) return 'beyond_bankruptcy';

  const part: Part = { lots, of: standing.lots };
  const { released, profit } = realised(position, part, price);
  const fee = feeOf(perTickOf(market, lots) * BigInt(price), feeRateOf(sketch, user, contract.level, makes));
  const isAll = lots === standing.lots;
  const rest = { ...position, perTick: perTickOf(market, standing.lots - lots), cost: standing.cost - released };
  const share = isAll
    ? standing.collateral
    : releasedCollateral(standing.collateral, part, spareAt(terms, [rest], standing.collateral, mark));
  // What closing costs is paid out of the collateral, also when the rest would need it.
  const owed = fee - profit;
  const freed = owed > share ? owed : share;
  if (freed > standing.collateral || (!isAll && freed === standing.collateral)) return 'beyond_bankruptcy';

  return closed(sketch, side, trader, standing, lots, { released, profit, fee, freed });
}

interface Closed {
  released: bigint;
  profit: bigint;
  fee: bigint;
  /** What comes out of its margin. */
  freed: bigint;
}

/** Its margin pays first, then what is available, then what other cross positions have won and locked; the account stays above zero. */
function closingCross(
  sketch: Sketch,
  side: FillSide,
  trader: Trader,
  standing: Standing,
  price: number,
  lots: number,
): FillMade | FillRefused {
  const { view, market } = sketch;
  const { user, contract, makes } = side;
  const position = { side: contract.position, perTick: perTickOf(market, standing.lots), cost: standing.cost };
  const { released, profit } = realised(position, { lots, of: standing.lots }, price);
  const fee = feeOf(perTickOf(market, lots) * BigInt(price), feeRateOf(sketch, user, contract.level, makes));
  const isAll = lots === standing.lots;
  const share = isAll ? standing.collateral : (standing.collateral * BigInt(lots)) / BigInt(standing.lots);
  const owed = fee - profit;
  const most = isAll ? standing.collateral : standing.collateral - 1n;
  const wanted = owed > share ? owed : share;
  const freed = wanted < most ? wanted : most;
  const purse = purseIn(sketch, trader);
  const rest = purse.legs.flatMap((leg) => {
    if (leg.id !== standing.id) return [leg];
    return isAll
      ? []
      : [{ ...leg, lots: leg.lots - lots, cost: leg.cost - released, collateral: leg.collateral - freed }];
  });
  const after: Purse = { ...purse, free: purse.free + freed - owed, legs: rest };
  if (walletOf(view, after, sketch.held) + certainProfit(view, rest) < 0n) return 'beyond_bankruptcy';
  const missing = owed - freed;
  if (missing > raisable(view, purse, standing.id)) return 'beyond_bankruptcy';
  const ahead = raise(view, purse, missing, standing.id);
  pursed(sketch, trader, purse);
  return { ...closed(sketch, side, trader, standing, lots, { released, profit, fee, freed }), ahead };
}

function closed(
  { market }: Sketch,
  { contract }: FillSide,
  trader: Trader,
  standing: Standing,
  lots: number,
  { released, profit, fee, freed }: Closed,
): FillMade {
  const { quote } = market.terms;
  const { available } = trader.buckets;
  const clearing = marketAccount('clearing', market.terms.market, quote);
  const entries: Entry[] = [];
  if (freed > 0n) {
    const { bucket, hold } = standing;
    const kind = inBucket('margin_return', bucket);
    entries.push({ kind, debit: trader.buckets[bucket], credit: available, amount: freed, hold });
  }
  if (profit > 0n) entries.push({ kind: 'margin_profit', debit: clearing, credit: available, amount: profit });
  if (profit < 0n) entries.push({ kind: 'margin_loss', debit: available, credit: clearing, amount: -profit });
  if (fee > 0n) {
    entries.push({
      kind: `close_${contract.position}_fee`,
      debit: available,
      credit: market.feesQuote,
      amount: fee,
    });
  }
  trader.free += freed + profit - fee;
  trader[contract.position] =
    lots === standing.lots
      ? null
      : {
          ...standing,
          lots: standing.lots - lots,
          cost: standing.cost - released,
          collateral: standing.collateral - freed,
        };
  return { position: standing.id, released, fee, entries };
}

/** Nobody pays for closing with more than the collateral. */
function isBeyond(
  { closePpb }: Pick<ContractTerms, 'closePpb'>,
  position: Parameters<typeof bankruptcyPrice>[0],
  collateral: bigint,
  price: number,
): boolean {
  const worst = bankruptcyPrice(position, collateral, closePpb);
  if (position.side === 'long') return worst !== null && price < worst;
  return worst === null || price > worst;
}
