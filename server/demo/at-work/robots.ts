/** Where the demo offers robots, and the one that alice has. */
import type { SetRobotTermsRequest } from '../../../shared/products/robot/staff';
import type { CoreState } from '../../core/state';
import type { CommandEnvelope } from '../../engine/port';
import { sightOf, ticksNear, type IndexPrices } from './market-sight';

export const DEMO_ROBOTS: readonly Omit<SetRobotTermsRequest, 'clientId'>[] = ['BTC', 'ETH', 'BNB', 'SOL'].map(
  (base) => ({ market: `${base}-USDT`, state: 'open', amountMin: '100', userMax: '100000', reason: 'demo' }),
);

const MARKET = 'BTC-USDT';
const UNIT = 100_000_000n;
const LINES = 11;
/** Of the index, either way: a step is four thousandths wide, which is more than its fees. */
const AROUND = 0.02;
/** So long before the history ends it begins, that there are cycles to look at. */
export const ROBOT_MS = 40 * 60_000;

/** Null when the market takes no orders. */
export function aliceRobot(
  state: CoreState,
  prices: IndexPrices,
  user: number,
  keyHash: string,
): CommandEnvelope | null {
  const sight = sightOf(state, MARKET, user);
  const price = prices.latest(MARKET);
  if (!sight || !price) return null;
  const index = ticksNear(sight, price.price);
  const grid = { lower: Math.round(index * (1 - AROUND)), upper: Math.round(index * (1 + AROUND)), lines: LINES };
  const stake = { amount: 5_000n * UNIT, lossLimitPpb: 200_000_000, keyHash };
  return {
    actor: `user/${user}`,
    clientId: 'demo-alice-robot',
    command: { type: 'StartRobot', user, market: MARKET, ...grid, ...stake },
  };
}
