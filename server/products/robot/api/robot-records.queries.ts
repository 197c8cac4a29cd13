/** Converts robots into records of the API. */
import {
  GRID_LINES_MAX,
  GRID_LINES_MIN,
  LOSS_LIMIT_PPB_MAX,
  LOSS_LIMIT_PPB_MIN,
  CYCLE_MS,
} from '../../../../shared/products/robot/rules/grid';
import type { Robot, RobotCycle, RobotOrder, RobotProduct, RobotSale } from '../../../../shared/products/robot/wire';
import type { RobotTerms as WireTerms } from '../../../../shared/products/robot/staff';
import type { RobotTerms } from '../core/commands';
import type { RobotCounts } from '../core/events';
import type { LiveViews } from '../../../views/live/live-views';
import { toWireCycle, toWireRobot } from '../live/wire-records';
import type { StoredRobotOrder } from '../stored/queries';
import type { RobotCycleRow, RobotRow, RobotSums } from '../stored/tables';

type Views = Pick<LiveViews, 'markets' | 'index' | 'robots'>;

export function robotProductRecord(terms: Readonly<RobotTerms>, { markets, index }: Views, now: number): RobotProduct {
  const market = markets.get(terms.market);
  const { base, quote, tick, lot } = market.terms;
  const { price, isStale } = index.read(terms.market, now);
  const { makerFeesPpb } = market.termsAt(now);
  const sale: RobotSale = terms.state === 'open' && markets.stateOf(market) !== 'open' ? 'maintenance' : terms.state;
  return {
    ...{ market: terms.market, base, quote, tick, lot, state: sale },
    baseScale: markets.scale(base) ?? 0,
    quoteScale: markets.scale(quote) ?? 0,
    amountMin: market.quoteAmount(terms.amountMin),
    userMax: market.quoteAmount(terms.userMax),
    ...{ linesMin: GRID_LINES_MIN, linesMax: GRID_LINES_MAX },
    ...{ lossLimitMinPpb: LOSS_LIMIT_PPB_MIN, lossLimitMaxPpb: LOSS_LIMIT_PPB_MAX, cycleMs: CYCLE_MS },
    makerFeePpb: makerFeesPpb[0],
    price: isStale ? null : price,
  };
}

export function robotTermsRecord(
  { market: name, state, amountMin, userMax }: Readonly<RobotTerms>,
  { markets }: Views,
): WireTerms {
  const market = markets.get(name);
  return { market: name, state, amountMin: market.quoteAmount(amountMin), userMax: market.quoteAmount(userMax) };
}

/** A running robot is shown in its current state. */
export function robotRecord(row: RobotRow, { markets, robots }: Views): Robot {
  const live = row.status === 'ended' ? undefined : robots.find(row.id);
  if (live) return live;
  const details = { ...row, quote: row.quoteHeld, base: row.baseHeld };
  return toWireRobot(details, countsOf(row), markets.get(row.market));
}

export function robotCycleRecord(row: RobotCycleRow, { markets, index }: Views): RobotCycle {
  const { robot, cycle, startedAt, endedAt, market, indexPrice: price, worth: value } = row;
  const has = { quote: row.quoteHeld, base: row.baseHeld };
  const details = { robot, cycle, startedAt, endedAt, price, value, decimals: index.decimalsOf(market) };
  return toWireCycle({ ...details, ...has, ...countsOf(row) }, markets.get(market));
}

export function robotOrderRecord(row: StoredRobotOrder, { markets }: Views): RobotOrder {
  const market = markets.get(row.market);
  return {
    order: String(row.id),
    robot: String(row.robot),
    cycle: row.cycle,
    side: row.side,
    price: row.price === null ? null : market.price(row.price),
    quantity: market.quantity(row.quantity ?? 0),
    filledQuantity: market.quantity(row.filledQuantity),
    filledQuote: market.quoteAmount(row.filledQuote),
    status: row.open === 1 ? 'open' : row.status === 'filled' ? 'filled' : 'cancelled',
    reason: row.reason,
    placedAt: row.placedAt,
    endedAt: row.endedAt,
  };
}

function countsOf(row: RobotSums): RobotCounts {
  const { trades, feesBase, feesQuote, realised } = row;
  const amounts = { bought: row.boughtBase, paid: row.paidQuote, sold: row.soldBase, received: row.receivedQuote };
  return { trades, ...amounts, feesBase, feesQuote, realised };
}
