/** Spot trading, as one row of the core. */
import type { StakeHooks } from '../../../core/market/stake-hooks';
import type { Part } from '../../../core/product';
import { spotCommands, spotEventsWith, spotRejectionUnits } from './product';

/** Takes the handlers for orders paid out of stakes. */
export function spotWith(stakes: StakeHooks) {
  return { commands: spotCommands, events: spotEventsWith(stakes), rejectionUnits: spotRejectionUnits } satisfies Part;
}
