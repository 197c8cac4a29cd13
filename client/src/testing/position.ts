import type { PositionState } from '../../../shared/products/perpetual/stream';

/** The specification's worked example: long 0.5 BTC at 60,000, 20x. */
export const POSITION: PositionState = {
  id: '1',
  market: 'BTC-PERP',
  side: 'long',
  mode: 'isolated',
  leverage: 20,
  quantity: '0.5',
  lots: 500,
  cost: '30000',
  margin: '1515.675',
  liquidationPrice: '57229',
  bankruptcyPrice: '57000',
  isLocked: false,
  openedAt: 1,
};
