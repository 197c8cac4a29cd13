/** Robot terms of the demo, and alice's robot. */
import type { SetRobotTermsRequest } from '../../../../shared/products/robot/staff';
import type { CoreState } from '../../../core/state';
import type { CommandEnvelope } from '../../../engine/port';
import { marketStateOf, ticksNear, type IndexPrices } from '../../../demo/at-work/market-state';

export const DEMO_ROBOTS: readonly Omit<SetRobotTermsRequest, 'clientId'>[] = ['BTC', 'ETH', 'BNB', 'SOL'].map(
  (base) => ({ market: `${base}-USDT`, state: 'open', amountMin: '100', userMax: '100000', reason: 'demo' }),
);

const MARKET = 'BTC-USDT';
const UNIT = 100_000_000n;
const LINES = 11;
/** Grid range on either side of the index: a step is 0.4 % wide, which is more than its fees. */
const AROUND = 0.02;
/** Time between the robot's start and the end of the history, long enough for several cycles. */
export const ROBOT_MS = 40 * 60_000;

/** Null if the market accepts no orders. */
export function aliceRobot(
  state: CoreState,
  prices: IndexPrices,
  user: number,
  keyHash: string,
): CommandEnvelope | null {
  const marketState = marketStateOf(state, MARKET, user);
  const price = prices.latest(MARKET);
  if (!marketState || !price) return null;
  const index = ticksNear(marketState, price.price);
  const grid = { lower: Math.round(index * (1 - AROUND)), upper: Math.round(index * (1 + AROUND)), lines: LINES };
  const stake = { amount: 5_000n * UNIT, lossLimitPpb: 200_000_000, keyHash };
  return {
    actor: `user/${user}`,
    clientId: 'demo-alice-robot',
    command: { type: 'StartRobot', user, market: MARKET, ...grid, ...stake },
  };
}
