import { LOTS_MAX, firstSlot, nextSlot, slotLots, slotOrder, slotOwner, slotTicks } from './book';
import { NONE } from './typed-arrays';
import type { BookView } from './book';
import type { OrderSide, OrderTerms } from './order';

/** An incoming order as the walk sees it. Exactly one of `lots` and `quoteBudget` is given. */
export interface Taker {
  side: OrderSide;
  /** User id. */
  owner: number;
  /** The worst price allowed, in ticks: the limit of a limit order, the edge of the band of a market order. */
  limitTicks: number;
  /** Quantity, 1 to `LOTS_MAX`. */
  lots: number | null;
  /** Budget in quote units, above zero, of a market buy by quote amount. */
  quoteBudget: bigint | null;
  /** Quote units of one tick × one lot, above zero; read only with `quoteBudget`. */
  quotePerTickLot: bigint;
  selfTrade: OrderTerms['selfTrade'];
  /** Maximum resting orders it may meet, cancelled ones included. */
  makersMax: number;
  /** Called before every fill; absent if the product allows every fill. */
  judge?: MatchJudge;
}

/** A product's verdict on each fill that price-time priority proposes, in order of the fills. */
export interface MatchJudge {
  /**
   * Whether `lots` may be traded with that resting order of another owner. Otherwise the order is dropped and the walk continues, or it
   * stays and the taker's remainder ends. The next call assumes that the fills of the answer happened. A number below `lots` trades that
   * many first; the next call asks for the rest of the same order. `enough` acts like `makersMax` if the orders met so far need more than
   * fills.
   */
  judge(order: number, ticks: number, lots: number): MatchVerdict;
}
export type MatchVerdict = 'fills' | 'drops_maker' | 'ends_taker' | 'enough' | number;

/**
 * Why the walk ended:
 * - `filled`: all lots are taken (with a budget: `LOTS_MAX` lots, the maximum of an order).
 * - `price`: the next resting order is beyond `limitTicks`.
 * - `empty`: nothing rests behind the last order met.
 * - `budget`: the remaining budget does not buy the whole next resting order, or is exactly zero.
 * - `self_trade`: it met an order of its own owner, and self-trade prevention cancels the taker's remainder.
 * - `makers_max`: it would need one more resting order than it may meet, or than the product allows it.
 * - `judged`: the product allows the taker no further fill.
 */
export type Stopped = 'filled' | 'price' | 'empty' | 'self_trade' | 'makers_max' | 'budget' | 'judged';

/** The steps of a walk in parallel arrays. Only the first `steps` elements count: reusable scratch space. */
export interface MatchPlan {
  steps: number;
  /** Ids of the resting orders met, in order of priority. */
  order: number[];
  /** Their prices: a trade is made at the price of the resting order. */
  ticks: number[];
  /** Lots traded with each resting order; 0 if that order is cancelled instead, by self-trade prevention or by the judge. */
  lots: number[];
  /** Their owners. */
  owner: number[];
  /** Sum of `lots`. */
  filledLots: number;
  /** `taker.lots` minus `filledLots`; 0 for a taker with a budget. */
  remainingLots: number;
  stopped: Stopped;
}

/** Creates scratch space for `planMatch`. */
export function createPlan(): MatchPlan {
  return { steps: 0, order: [], ticks: [], lots: [], owner: [], filledLots: 0, remainingLots: 0, stopped: 'empty' };
}

/**
 * Plans the fills of a taker, best price first, then by arrival, without changing the book.
 *
 * Precedence before each resting order: filled, empty, price, budget, makers_max, self-trade. An order that the taker
 * cannot reach by price, budget or count is not met, so self-trade prevention never cancels it.
 *
 * @param plan scratch space, overwritten
 * @returns `plan`. Lots are exact integers; with a budget the cost Σ ticks × lots × quotePerTickLot in quote units
 * never exceeds it, each step being rounded down to whole lots.
 * @throws when not exactly one of `lots` and `quoteBudget` is given, or it is not above zero
 */
export function planMatch(view: BookView, taker: Taker, plan: MatchPlan): MatchPlan {
  if ((taker.lots === null) === (taker.quoteBudget === null)) throw new Error('matching: give lots or a budget');
  if (taker.lots !== null && !(taker.lots > 0)) throw new Error('matching: lots not above zero');
  if (taker.quoteBudget !== null && taker.quoteBudget <= 0n) throw new Error('matching: budget not above zero');

  plan.steps = 0;
  plan.filledLots = 0;
  plan.stopped = walkBook(view, taker, plan);
  plan.remainingLots = taker.lots === null ? 0 : taker.lots - plan.filledLots;
  return plan;
}

function walkBook(view: BookView, taker: Taker, plan: MatchPlan): Stopped {
  const buys = taker.side === 'buy';
  const { owner, limitTicks, makersMax, judge } = taker;
  let lotsLeft = taker.lots ?? LOTS_MAX;
  let budgetLeft = taker.quoteBudget;
  let slot = firstSlot(view, buys ? 'sell' : 'buy');
  // Remaining lots of the next resting order if it was partly traded before; 0 if it is met for the first time.
  let leftOfSlot = 0;
  for (;;) {
    if (lotsLeft === 0) return 'filled';
    // Tests null first: comparing null with a bigint would leave the fast path in every step of every taker by
    // quantity.
    if (budgetLeft !== null && budgetLeft === 0n) return 'budget';
    if (slot === NONE) return 'empty';
    const ticks = slotTicks(view, slot);
    if (buys ? ticks > limitTicks : ticks < limitTicks) return 'price';
    const makerLots = leftOfSlot > 0 ? leftOfSlot : slotLots(view, slot);
    let lots = makerLots < lotsLeft ? makerLots : lotsLeft;
    let short = false;
    if (budgetLeft !== null) {
      const affordable = budgetLeft / (BigInt(ticks) * taker.quotePerTickLot);
      if (affordable === 0n) return 'budget';
      short = affordable < BigInt(lots);
      if (short) lots = Number(affordable);
    }
    if (plan.steps === makersMax) return 'makers_max';
    if (slotOwner(view, slot) === owner) {
      if (taker.selfTrade === 'cancel_taker') return 'self_trade';
      addStep(view, slot, ticks, 0, plan);
      if (taker.selfTrade === 'cancel_both') return 'self_trade';
      leftOfSlot = 0;
    } else {
      leftOfSlot = 0;
      if (judge !== undefined) {
        const verdict = judge.judge(slotOrder(view, slot), ticks, lots);
        if (verdict === 'ends_taker') return 'judged';
        if (verdict === 'enough') return 'makers_max';
        if (verdict === 'drops_maker') lots = 0;
        if (typeof verdict === 'number') {
          lots = verdict;
          leftOfSlot = makerLots - lots;
        }
      }
      addStep(view, slot, ticks, lots, plan);
      plan.filledLots += lots;
      if (short) return 'budget';
      lotsLeft -= lots;
      if (budgetLeft !== null) budgetLeft -= BigInt(lots) * BigInt(ticks) * taker.quotePerTickLot;
    }
    if (leftOfSlot === 0) slot = nextSlot(view, slot);
  }
}

function addStep(view: BookView, slot: number, ticks: number, lots: number, plan: MatchPlan): void {
  const step = plan.steps++;
  plan.order[step] = slotOrder(view, slot);
  plan.ticks[step] = ticks;
  plan.lots[step] = lots;
  plan.owner[step] = slotOwner(view, slot);
}
