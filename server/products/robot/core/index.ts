/** The quantitative robot, as one row of the core. */
import type { StakeHooks } from '../../../core/market/stake-hooks';
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { robotSnapshotRows } from './snapshot';
import {
  wakeRobotsOfCoin,
  applyFill,
  noteIndex,
  wakeRobotsOfMarket,
  noteOrderClosed,
  noteOrderPlaced,
  wakeRobotsOfUser,
  stakeOf,
} from './evolve-orders';
import { robotCommands, robotEvents, robotRejectionUnits } from './product';
import { robotDueWork } from './run';
import { createRobotsState } from './state';

/** Its orders are paid out of its stake. */
export const robotStakes: StakeHooks = {
  stakeOf,
  placed: noteOrderPlaced,
  filled: applyFill,
  closed: noteOrderClosed,
};

export const robot = {
  commands: robotCommands,
  events: robotEvents,
  // Robots end, wait, or go on after a halt: each finds out for itself.
  foreignEvents: {
    AccountFrozen: (state, { user }, { at }) => wakeRobotsOfUser(state, user, at),
    MarketStateChanged: (state, { market }, { at }) => wakeRobotsOfMarket(state, market, at),
    AssetStateChanged(state, { asset, trading }, { at }) {
      if (trading !== 'open') wakeRobotsOfCoin(state, asset, at);
    },
    IndexPublished(state, { prices }, { at }) {
      for (const { symbol, price } of prices) noteIndex(state, symbol, price, at);
    },
  },
  snapshotRows: robotSnapshotRows,
  dueWork: robotDueWork,
  rejectionUnits: robotRejectionUnits,
  states: (): Pick<ProductStates, 'robots'> => ({ robots: createRobotsState() }),
} satisfies Part;
