/** The wallet, as one row of the core. */
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { walletLines } from './lines';
import { walletCommands, walletEvents, walletRefusals } from './product';
import { createWalletState } from './state';

export const wallet = {
  commands: walletCommands,
  events: walletEvents,
  lines: walletLines,
  refusals: walletRefusals,
  states: (): Pick<ProductStates, 'wallet'> => ({ wallet: createWalletState() }),
} satisfies Part;
