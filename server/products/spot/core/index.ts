/** Spot trading, as one row of the core. */
import type { Part } from '../../../core/product';
import { spotCommands, spotEvents, spotRefusals } from './product';

export const spot = { commands: spotCommands, events: spotEvents, refusals: spotRefusals } satisfies Part;
