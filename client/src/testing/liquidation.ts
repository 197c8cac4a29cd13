import type { LiquidationDetail } from '../../../shared/products/perpetual/liquidations';
import { PERPETUAL, TAKER_PPB } from './perpetual';

/** Worked example: long 0.5 BTC at 60,000, 20x. It is liquidated at 57,229.0 and not at 57,229.1. */
export const LIQUIDATION: LiquidationDetail = {
  ...{ liquidation: '9', contract: '7', market: PERPETUAL.name, side: 'long', mode: 'isolated', quantity: '0.5' },
  ...{ bankruptcyPrice: '57000', mark: '57229', insurance: '0', at: 1, steps: [], path: [] },
  inputs: {
    ...{ cost: '30000', lots: 500, leverage: 20, collateral: '1515.675', unrealised: '-1385.5' },
    ...{ requirement: '130.195975', tierRatePpb: 4_000_000, tierAmount: '0', closeFeePpb: TAKER_PPB },
    ...{ index: '57229', sources: [], p1: '57230', p2: '57229', last: '57000', bound: '103', markPosition: 5 },
  },
};
