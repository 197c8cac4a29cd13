/** Deposits, withdrawals and transfers. */
import { product } from '../product';
import { walletProjection } from './stored/projection';

export const WALLET = product({
  projections: [walletProjection],
});
