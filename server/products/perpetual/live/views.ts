import type { CommonViews } from '../../../views/live/common-views';
import { AdlLights } from './adl-lights';
import { ContractMarksView } from './contract-marks';
import { CrossAccounts } from './cross-accounts';
import { NearestLiquidations } from './nearest-liquidations';
import { PositionLocksView } from './position-locks';
import { PositionsView } from './positions';

export function perpetualViews({ markets, balances }: CommonViews) {
  const marks = new ContractMarksView(markets);
  const positions: PositionsView = new PositionsView(markets, undefined, (position) => cross.pricesOf(position));
  const cross: CrossAccounts = new CrossAccounts(positions, balances, marks, markets);
  const locks = new PositionLocksView(positions);
  const nearest = new NearestLiquidations(positions, marks, markets, cross);
  const adl = new AdlLights(positions, marks, markets, cross);
  return { marks, positions, cross, locks, nearest, adl };
}
