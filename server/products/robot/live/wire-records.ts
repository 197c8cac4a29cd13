/** A robot and its cycles as records, from the state or from stored rows. */
import { stopValue } from '../../../../shared/products/robot/rules/result';
import { decimalOf } from '../../../../shared/rules/units';
import type { Robot, RobotCycle, RobotStatus } from '../../../../shared/products/robot/wire';
import type { RobotCounts, RobotStop } from '../core/events';
import type { LiveMarket } from '../../../views/live/markets';

/** Market that the robot trades in. */
type RobotMarket = Pick<LiveMarket, 'terms' | 'price' | 'baseAmount' | 'quoteAmount'>;

/** Ticks and units, as in the events. */
export interface RobotFacts {
  readonly id: number;
  readonly status: RobotStatus;
  readonly reason: RobotStop | null;
  readonly amount: bigint;
  readonly lower: number;
  readonly upper: number;
  readonly lines: number;
  readonly lossLimitPpb: number;
  readonly startedAt: number;
  readonly startedPosition: number;
  readonly cycle: number;
  readonly cycleEndsAt: number;
  /** Its funds; after the end, the returned amounts. */
  readonly quote: bigint;
  readonly base: bigint;
  readonly endedAt: number | null;
}

export function toWireRobot(details: RobotFacts, counts: Readonly<RobotCounts>, market: RobotMarket): Robot {
  const { id, status, reason, amount, lossLimitPpb, endedAt, cycle } = details;
  const isOver = status === 'ended';
  const [quote, base] = [market.quoteAmount(details.quote), market.baseAmount(details.base)];
  return {
    robot: String(id),
    market: market.terms.market,
    base: market.terms.base,
    quote: market.terms.quote,
    status,
    reason,
    amount: market.quoteAmount(amount),
    lower: market.price(details.lower),
    upper: market.price(details.upper),
    lines: details.lines,
    lossLimitPpb,
    stopValue: market.quoteAmount(stopValue(amount, lossLimitPpb)),
    startedAt: details.startedAt,
    startedPosition: details.startedPosition,
    cycle,
    cycleEndsAt: status === 'running' ? details.cycleEndsAt : null,
    quoteHeld: isOver ? '0' : quote,
    baseHeld: isOver ? '0' : base,
    cost: market.quoteAmount(costOfHeldCoins(counts)),
    ...toWireCounts(counts, market),
    returnedQuote: isOver ? quote : null,
    returnedBase: isOver ? base : null,
    endedAt,
  };
}

export type CycleFacts = RobotCounts & {
  readonly robot: number;
  readonly cycle: number;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly quote: bigint;
  readonly base: bigint;
  /** Index price, in steps of these decimals; null if it was stale. */
  readonly price: number | null;
  readonly decimals: number;
  readonly value: bigint | null;
};

export function toWireCycle(details: CycleFacts, market: RobotMarket): RobotCycle {
  const { robot, cycle, startedAt, endedAt, quote, base, price, decimals, value } = details;
  return {
    robot: String(robot),
    cycle,
    startedAt,
    endedAt,
    ...toWireCounts(details, market),
    quoteHeld: market.quoteAmount(quote),
    baseHeld: market.baseAmount(base),
    price: price === null ? null : decimalOf(BigInt(price), decimals),
    value: value === null ? null : market.quoteAmount(value),
  };
}

/** Cost of all purchases minus the cost of the sold base. */
function costOfHeldCoins({ paid, received, feesQuote, realised }: Readonly<RobotCounts>): bigint {
  return paid - (received - feesQuote - realised);
}

function toWireCounts(counts: Readonly<RobotCounts>, market: RobotMarket) {
  const { trades, bought, paid, sold, received, feesBase, feesQuote, realised } = counts;
  return {
    trades,
    bought: market.baseAmount(bought),
    paid: market.quoteAmount(paid),
    sold: market.baseAmount(sold),
    received: market.quoteAmount(received),
    feesBase: market.baseAmount(feesBase),
    feesQuote: market.quoteAmount(feesQuote),
    realised: market.quoteAmount(realised),
  };
}
