/** Liquidations of accounts whose positions stand for one another. */
import type { CommandRow, EventRow } from '../product';
import type { LiquidateAccount } from './commands';
import { decideLiquidateAccount, giveUpLiquidateAccount } from './cross-liquidation';
import type { CrossLiquidationEvent } from './cross-liquidation-events';
import {
  finishCrossLiquidation,
  netLegs,
  reduceCrossPosition,
  setShare,
  startCrossLiquidation,
} from './evolve-cross-liquidation';

export const crossLiquidationCommands: { LiquidateAccount: CommandRow<LiquidateAccount> } = {
  LiquidateAccount: {
    senders: ['clock'],
    payload: { type: 'asked', user: 'asked', asset: 'asked' },
    lasting: null,
    decide: decideLiquidateAccount,
    giveUp: giveUpLiquidateAccount,
  },
};

const OF_ACCOUNT = { liquidation: 'integer', user: 'integer', asset: 'word' } as const;
const OF_POSITION = { ...OF_ACCOUNT, market: 'word', position: 'integer', side: 'word' } as const;

export const crossLiquidationEvents: {
  [T in CrossLiquidationEvent['type']]: EventRow<Extract<CrossLiquidationEvent, { type: T }>>;
} = {
  CrossLiquidationStarted: {
    shape: { ...OF_ACCOUNT, wallet: 'amount', profit: 'amount', requirement: 'amount' },
    evolve: startCrossLiquidation,
  },
  LegsNetted: {
    shape: {
      ...OF_ACCOUNT,
      market: 'word',
      mark: 'integer',
      lots: 'integer',
      long: 'integer',
      longReleased: 'amount',
      short: 'integer',
      shortReleased: 'amount',
      profit: 'amount',
      entries: 'entries',
    },
    evolve: netLegs,
  },
  CrossPositionReduced: {
    shape: {
      ...OF_POSITION,
      mark: 'integer',
      limit: 'integer',
      lots: 'integer',
      filled: 'integer',
      fee: 'amount',
      next: 'word',
      entries: 'entries',
    },
    evolve: reduceCrossPosition,
  },
  CrossShareSet: {
    shape: {
      ...OF_POSITION,
      mark: 'integer',
      equity: 'amount',
      requirement: 'amount',
      requirements: 'amount',
      profit: 'amount',
      cover: 'amount',
      entries: 'entries',
    },
    evolve: setShare,
  },
  CrossLiquidationFinished: { shape: { ...OF_ACCOUNT, reason: 'word' }, evolve: finishCrossLiquidation },
};
