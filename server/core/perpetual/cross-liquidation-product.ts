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
    about: 'Runs the next step of the liquidation of a cross-margin account.',
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
    about: 'A cross account does not cover its requirement: wallet + profit ≤ requirement. Its orders end next.',
    shape: { ...OF_ACCOUNT, wallet: 'amount', profit: 'amount', requirement: 'amount' },
    evolve: startCrossLiquidation,
  },
  LegsNetted: {
    about: 'Long and short of one market were closed against each other at the mark, without fee.',
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
    about:
      'The position with the largest requirement was reduced to the lower tier as far as the book allowed; its trades precede this event.',
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
    about:
      'The position with the largest requirement is separated for takeover with its share of the account: equity × requirement ÷ requirements. Its profit became money at the mark; its locked margin is the share less its loss.',
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
  CrossLiquidationFinished: {
    about: 'A cross liquidation ended: `recovered`, above the requirement again, or `closed`, no position left.',
    shape: { ...OF_ACCOUNT, reason: 'word' },
    evolve: finishCrossLiquidation,
  },
};
