/** The quantitative robot, as one row of the core. */
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { robotLines } from './lines';
import { noteCoinBarred, noteIndex, noteMarketBarred, noteUserBarred } from './noted';
import { robotCommands, robotEvents, robotRefusals } from './product';
import { robotDebts } from './run';
import { createRobotsState } from './state';

export const robot = {
  commands: robotCommands,
  events: robotEvents,
  // Robots end, wait, or go on after a halt: each finds out for itself.
  follows: {
    AccountFrozen: (state, { user }, { at }) => noteUserBarred(state, user, at),
    MarketStateChanged: (state, { market }, { at }) => noteMarketBarred(state, market, at),
    AssetStateChanged(state, { asset, trading }, { at }) {
      if (trading !== 'open') noteCoinBarred(state, asset, at);
    },
    IndexPublished(state, { prices }, { at }) {
      for (const { symbol, price } of prices) noteIndex(state, symbol, price, at);
    },
  },
  lines: robotLines,
  debts: robotDebts,
  refusals: robotRefusals,
  states: (): Pick<ProductStates, 'robots'> => ({ robots: createRobotsState() }),
} satisfies Part;
