/**
 * Starts a robot: its stake is separated from its user's other funds, and its first check of the grid is due at once.
 */
import {
  CYCLE_MS,
  isGrid,
  LOSS_LIMIT_PPB_MAX,
  LOSS_LIMIT_PPB_MIN,
  ROBOTS_RUNNING_MAX,
  ROBOT_RULE,
  stakeMinimum,
  stepsCoverFees,
} from '../../../../shared/products/robot/rules/grid';
import type { Context, Decision } from '../../../core/decision';
import { levelAt } from '../../../core/fees/level';
import { getOrThrow } from '../../../core/evolve-helpers';
import { freshIndex } from '../../../core/index-price/fresh-index';
import { spotBuckets } from '../../../core/ledger/ledger';
import { spotMarket, type SpotMarketView } from '../../../core/market/listing';
import { rateOf } from '../../../core/market/market';
import { termsAt } from '../../../core/market/scheduled-terms';
import { isRejection, reject, type Rejection } from '../../../core/rejection';
import { refuseMarket, refuseTrader } from '../../spot/core/permission';
import { refuseHold } from '../../spot/core/place';
import type { CoreView } from '../../../core/state';
import { checkProvisionalCover } from '../../wallet/core/finality';
import type { StartRobot } from './commands';
import { gridMarket } from './state';

export function decideStartRobot(view: CoreView, command: StartRobot, { at }: Context): Decision {
  const { user, market: name, amount, lower, upper, lines, lossLimitPpb, keyHash } = command;
  const trader = refuseTrader(view, user);
  if (trader) return trader;
  const key = view.robots.keys.get(user);
  if (key?.hash !== keyHash) return reject('secret.key.wrong');
  const terms = view.robots.terms.get(name);
  const market = spotMarket(view, name);
  if (!terms || !market) return reject('robot.unknown');
  if (terms.state !== 'open') return reject('robot.closed');
  const refusal = refuseMarket(view, market) ?? refuseGrid(view, market, command, at) ?? refuseStake(view, command);
  if (refusal) return refusal;
  if (!freshIndex(view, name, at)) return reject('index.stale');
  const { quote } = market.terms;
  const insufficientFunds = refuseHold(view, user, quote, amount);
  if (insufficientFunds) return insufficientFunds;
  const leaving = { user, account: 'spot', asset: quote, amount } as const;
  const covered = checkProvisionalCover(view, leaving, at, 'transfer.not.final');
  if (isRejection(covered)) return covered;
  const { available, frozen } = spotBuckets(view.ledger, user, quote);
  const quoteHold = view.counters.hold;
  const cycleEndsAt = at + CYCLE_MS;
  return [
    {
      ...{ type: 'RobotStarted', robot: view.robots.next, user, market: name, amount, lower, upper, lines },
      ...{ lossLimitPpb, key: key.number, quoteHold, baseHold: quoteHold + 1, cycleEndsAt, rule: ROBOT_RULE },
      entries: [{ kind: 'robot_invest', debit: available, credit: frozen, amount, hold: quoteHold }],
    },
  ];
}

/** Checks the grid, whether its steps cover their fees, and whether the stake suffices for all of them. */
function refuseGrid(view: CoreView, market: SpotMarketView, command: StartRobot, at: number): Rejection | null {
  const { user, amount, lower, upper, lines, lossLimitPpb } = command;
  const terms = termsAt(market, at);
  const grid = { lower, upper, lines };
  if (!isGrid(grid) || lower < terms.priceLowest || upper > terms.priceHighest) return reject('robot.grid.invalid');
  const isLimit = lossLimitPpb >= LOSS_LIMIT_PPB_MIN && lossLimitPpb <= LOSS_LIMIT_PPB_MAX;
  if (!isLimit || !Number.isSafeInteger(lossLimitPpb)) return reject('robot.loss.limit.invalid');
  const feePpb = rateOf(terms.makerFeesPpb, levelAt(view, user, 'spot', at));
  const units = gridMarket(market, terms);
  if (!stepsCoverFees(grid, units, feePpb)) return reject('robot.grid.too.narrow');
  const { amountMin } = getOrThrow(view.robots.terms, command.market);
  const ofGrid = stakeMinimum(grid, units, feePpb);
  const minimum = ofGrid > amountMin ? ofGrid : amountMin;
  if (amount >= minimum) return null;
  return reject('robot.amount.minimum', { asset: terms.quote, minimum: `${minimum}` });
}

function refuseStake(view: CoreView, { user, market, amount }: StartRobot): Rejection | null {
  const { userMax } = getOrThrow(view.robots.terms, market);
  const userRobots = [...(view.robots.byUser.get(user) ?? [])];
  const staked = userRobots.reduce((sum, robot) => (robot.market === market ? sum + robot.amount : sum), amount);
  if (userRobots.length >= ROBOTS_RUNNING_MAX) return reject('robots.too.many', { maximum: ROBOTS_RUNNING_MAX });
  const { quote } = getOrThrow(view.markets, market).terms;
  return staked > userMax ? reject('robot.cap.user', { asset: quote, maximum: `${userMax}` }) : null;
}
