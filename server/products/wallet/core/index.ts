/** The wallet, as one row of the core. */
import type { Part } from '../../../core/product';
import type { ProductStates } from '../../../core/state';
import { walletSnapshotRows } from './snapshot';
import { walletCommands, walletEvents, walletRejectionUnits } from './product';
import { createWalletState } from './state';

export const wallet = {
  commands: walletCommands,
  events: walletEvents,
  snapshotRows: walletSnapshotRows,
  rejectionUnits: walletRejectionUnits,
  states: (): Pick<ProductStates, 'wallet'> => ({ wallet: createWalletState() }),
} satisfies Part;
