/**
 * Auto-deleveraging: what nobody took over closes against those of the other side who have won most for what they put in and stand on
 * least. At the bankruptcy price of the position that is liquidated, without fee; whom that would take below zero comes last, and
 * pays no more than the share of its collateral.
 */
import {
  profitAt,
  realised,
  releasedCollateral,
  type Part,
} from '../../../../../shared/products/perpetual/rules/position';
import { spareAt } from '../../../../../shared/products/perpetual/rules/requirement';
import type { CoreEvent } from '../../../../core/event';
import { houseAccount, marketAccount, type Entry } from '../../../../core/ledger/entry';
import { balanceOf } from '../../../../core/ledger/ledger';
import type { PositionSide } from '../../../../core/market/order';
import { broken } from '../../../../core/rejection';
import type { CoreView } from '../../../../core/state';
import { cutTo } from '../orders/cut';
import { isRaising, raisable, raise, withOrders } from '../margin/equity';
import { moving } from '../liquidation/fill';
import { inBucket } from '../margin/bucket';
import { inRank, type Candidate } from './rankings';
import { perTickOf, pursed, purseIn, traderOf, type Sketch } from '../orders/sketch';
import type { Standing, Trader } from '../orders/trader';

/** Others that one batch deleverages, at most, and the events after which it takes on no more. */
export const OTHERS_MAX = 50;
export const EVENTS_WANTED = 300;
/** Of one of them: orders that pay for it, and orders that close what it takes. */
export const OTHERS_ORDERS_MAX = 200;

interface Whose {
  readonly id: number;
  readonly position: number;
  readonly user: number;
  readonly side: PositionSide;
}

interface OtherTaken {
  trader: Trader;
  standing: Standing;
  released: bigint;
  missing: bigint;
  entries: Entry[];
}

interface Taken extends Candidate {
  /** The price would take it below zero. */
  isBroken: boolean;
}

export function deleverage(
  view: CoreView,
  sketch: Sketch,
  { id: liquidation, position, user, side }: Whose,
  price: number,
  most = OTHERS_MAX,
): CoreEvent[] {
  const { market, mark } = sketch;
  const { market: name, quote } = market.terms;
  const other: PositionSide = side === 'long' ? 'short' : 'long';
  const events: CoreEvent[] = [];
  const candidates = ranked(view, sketch, other, price, traderOf(sketch, user)[side]?.lots ?? 0, most);
  // All that this batch may touch settle their funding before the fund is asked for anything else.
  let left = traderOf(sketch, user)[side]?.lots ?? 0;
  for (const candidate of candidates) {
    if (left <= 0) break;
    traderOf(sketch, candidate.user);
    left -= candidate.lots;
  }
  let insurance = fundOf(sketch);
  let treasury = 0n;
  let rank = 0;
  for (const candidate of candidates) {
    const standing = traderOf(sketch, user)[side];
    if (!standing || events.length >= EVENTS_WANTED) break;
    const lots = Math.min(standing.lots, candidate.lots);
    const theirs = otherSide(sketch, candidate, other, price, lots);
    events.push(...theirs.ahead);
    // What one has to end of its orders may be more than a batch ends: the next step goes on.
    if (!theirs.taken) break;
    rank++;
    const own = ownSide(sketch, user, side, standing, price, lots);
    // What the fund gets of the one it may pay to the other.
    const first = smaller(own.missing, insurance);
    insurance += own.surplus - first;
    const second = smaller(theirs.taken.missing, insurance);
    insurance -= second;
    const owners = own.missing - first + theirs.taken.missing - second;
    treasury += owners;
    const entries = [
      ...covering(quote, own.trader, standing, own.missing, first),
      ...own.entries,
      ...covering(quote, theirs.taken.trader, theirs.taken.standing, theirs.taken.missing, second),
      ...theirs.taken.entries,
    ];
    events.push({
      type: 'PositionDeleveraged',
      liquidation,
      market: name,
      position,
      user,
      side,
      mark,
      price,
      lots,
      released: own.released,
      other: candidate.position,
      otherUser: candidate.user,
      otherReleased: theirs.taken.released,
      rank,
      insurance: first + second,
      treasury: owners,
      surplus: own.surplus,
      entries,
    });
    events.push(...theirs.cuts);
  }
  if (events.length === 0) broken(`nobody in ${name} stands against position ${position}`);
  if (treasury > 0n) {
    events.push({ type: 'MarketAlarmed', market: name, liquidation, treasury });
    if (market.state === 'open')
      events.push({ type: 'PerpetualMarketStateChanged', market: name, state: 'close_only' });
  }
  return events;
}

/** Units that the fund has when all funding is settled that comes ahead of what is decided. */
export function fundOf({ view, market, settling }: Sketch): bigint {
  const insurance = houseAccount('insurance', market.terms.quote);
  let units = balanceOf(view.ledger, insurance);
  for (const { entries } of settling.events) {
    for (const { debit, amount } of entries) if (debit === insurance) units -= amount;
  }
  return units;
}

/** Those of a side that so many lots need, at most so many of them; whom the price takes below zero stand behind all others. */
function ranked(
  view: CoreView,
  sketch: Sketch,
  side: PositionSide,
  price: number,
  lots: number,
  most: number,
): Taken[] {
  const { market } = sketch;
  const sound: Taken[] = [];
  const broken: Taken[] = [];
  let left = lots;
  for (const candidate of inRank(view, market.terms.market, side)) {
    if (left <= 0 || sound.length >= most) break;
    const { lots: its, cost, cover, profit } = candidate;
    const isBroken = cover - profit + profitAt({ side, perTick: perTickOf(market, its), cost }, price) < 0n;
    (isBroken ? broken : sound).push({ ...candidate, isBroken });
    if (!isBroken) left -= its;
  }
  return [...sound, ...broken].slice(0, most);
}

/** What is liquidated gives up the share of its lots; what the price leaves of that is the fund's. */
function ownSide(sketch: Sketch, user: number, side: PositionSide, standing: Standing, price: number, lots: number) {
  const trader = traderOf(sketch, user);
  const isAll = standing.lots === lots;
  const share = isAll ? standing.collateral : (standing.collateral * BigInt(lots)) / BigInt(standing.lots);
  const { released, profit } = realisedOf(sketch, side, standing, price, lots);
  // What rounding takes is given by the rest, of which a unit always stays.
  const rest = isAll ? 0n : standing.collateral - share - 1n;
  const lacks = -(share + profit);
  const more = lacks > 0n ? smaller(lacks, rest) : 0n;
  const left = share + more + profit;
  const surplus = left > 0n ? left : 0n;
  trader[side] = isAll ? null : lessened(standing, lots, released, share + more);
  const contract = { position: side, closes: true, level: 0 };
  const entries = moving(sketch, { user, contract }, standing.hold, profit, 0n, surplus);
  return { trader, released, surplus, missing: left < 0n ? -left : 0n, entries };
}

/**
 * What comes of its orders, and then of itself: `ahead` ends those that pay with what they hold, `cuts` those that close what is taken.
 * Where either are more than a batch ends nothing is taken yet.
 */
function otherSide(
  sketch: Sketch,
  candidate: Taken,
  side: PositionSide,
  price: number,
  lots: number,
): { ahead: CoreEvent[]; cuts: CoreEvent[]; taken: OtherTaken | null } {
  const { view, market } = sketch;
  const { user } = candidate;
  const loss = otherLoss(sketch, candidate, side, price, lots);
  const { trader, standing, lacking } = loss;
  // A cross account pays with all that it has.
  const purse = withOrders(view, purseIn(sketch, trader));
  const isShared = lacking > 0n && purse.legs.some(({ id }) => id === standing.id);
  const most = isShared ? raisable(view, purse, standing.id) : 0n;
  const given = smaller(lacking, most > 0n ? most : 0n);
  const ahead: CoreEvent[] = given > 0n ? raise(view, purse, given, standing.id, OTHERS_ORDERS_MAX) : [];
  if (given > 0n && isRaising(purse, given)) return { ahead, cuts: [], taken: null };
  const ended = new Set(ahead.flatMap((event) => (event.type === 'PerpetualOrderCancelled' ? [event.order] : [])));
  const cuts = cutTo(view, market, user, side, candidate.lots - lots, ended);
  if (cuts.length > OTHERS_ORDERS_MAX)
    return { ahead: [...ahead, ...cuts.slice(0, OTHERS_ORDERS_MAX)], cuts: [], taken: null };
  if (given > 0n) pursed(sketch, trader, purse);
  return { ahead, cuts, taken: takenOf(sketch, loss, side, lots, given) };
}

/** The other one's profit or loss is its own, as far as its collateral goes. */
function otherLoss(sketch: Sketch, { user, isBroken }: Taken, side: PositionSide, price: number, lots: number) {
  const trader = traderOf(sketch, user);
  const standing = trader[side] ?? broken(`${user} has nothing to be deleveraged`);
  const { market, terms, mark } = sketch;
  const { collateral } = standing;
  const { released, profit } = realisedOf(sketch, side, standing, price, lots);
  const part: Part = { lots, of: standing.lots };
  const isAll = standing.lots === lots;
  const rest = { side, perTick: perTickOf(market, standing.lots - lots), cost: standing.cost - released };
  const even = isAll ? collateral : (collateral * BigInt(lots)) / BigInt(standing.lots);
  const share = isAll ? collateral : releasedCollateral(collateral, part, spareAt(terms, [rest], collateral, mark));
  // What the lots lose comes out of the collateral, also when the rest would need it; where that is not enough, out of their share.
  const owed = smaller(-profit, isAll || isBroken ? even : collateral - 1n);
  const freed = owed > share ? owed : share;
  const lacking = -profit > freed ? -profit - freed : 0n;
  return { trader, standing, released, profit, freed, lacking };
}

function takenOf(
  { market }: Sketch,
  { trader, standing, released, profit, freed, lacking }: ReturnType<typeof otherLoss>,
  side: PositionSide,
  lots: number,
  given: bigint,
): OtherTaken {
  const missing = lacking - given;
  trader[side] = standing.lots === lots ? null : lessened(standing, lots, released, freed);
  trader.free += freed + profit + missing;
  const { hold, bucket } = standing;
  const { available } = trader.buckets;
  const clearing = marketAccount('clearing', market.terms.market, market.terms.quote);
  const entries: Entry[] = [];
  const amount = freed + missing;
  if (amount > 0n)
    entries.push({
      kind: inBucket('margin_return', bucket),
      debit: trader.buckets[bucket],
      credit: available,
      amount,
      hold,
    });
  if (profit > 0n) entries.push({ kind: 'deleverage_profit', debit: clearing, credit: available, amount: profit });
  if (profit < 0n) entries.push({ kind: 'deleverage_loss', debit: available, credit: clearing, amount: -profit });
  return { trader, standing, released, missing, entries };
}

function realisedOf(sketch: Sketch, side: PositionSide, standing: Standing, price: number, lots: number) {
  const size = { side, perTick: perTickOf(sketch.market, standing.lots), cost: standing.cost };
  return realised(size, { lots, of: standing.lots }, price);
}

function lessened(standing: Standing, lots: number, released: bigint, freed: bigint): Standing {
  return {
    ...standing,
    lots: standing.lots - lots,
    cost: standing.cost - released,
    collateral: standing.collateral - freed,
  };
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}

/** The fund pays what it has of that, the owners of the exchange the rest. */
function covering(
  quote: string,
  { buckets }: Trader,
  { hold, bucket }: Pick<Standing, 'hold' | 'bucket'>,
  missing: bigint,
  insured: bigint,
): Entry[] {
  const paid = smaller(insured, missing);
  const credit = buckets[bucket];
  const entries: Entry[] = [];
  if (paid > 0n)
    entries.push({
      kind: inBucket('insurance_cover', bucket),
      debit: houseAccount('insurance', quote),
      credit,
      amount: paid,
      hold,
    });
  if (missing > paid)
    entries.push({
      kind: inBucket('treasury_cover', bucket),
      debit: houseAccount('treasury', quote),
      credit,
      amount: missing - paid,
      hold,
    });
  return entries;
}
