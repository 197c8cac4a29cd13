/** Liquidations of cross-margin accounts. */
import type { CommandRow, EventRow } from '../../../../core/product';
import { LiquidateAccount } from '../commands';
import { decideLiquidateAccount, fallbackLiquidateAccount } from './cross-liquidation';
import type { CrossLiquidationEvent } from './cross-events';
import {
  CrossLiquidationFinished,
  CrossLiquidationStarted,
  CrossPositionReduced,
  CrossShareSet,
  LegsNetted,
} from './cross-events';
import { finishCrossLiquidation, netLegs, reduceCrossPosition, setShare, startCrossLiquidation } from './evolve-cross';

export const crossLiquidationCommands: { LiquidateAccount: CommandRow<LiquidateAccount> } = {
  LiquidateAccount: {
    about: 'Runs the next step of the liquidation of a cross-margin account.',
    allowedActors: ['clock'],
    message: LiquidateAccount,
    idempotencyRetention: null,
    decide: decideLiquidateAccount,
    fallbackEvents: fallbackLiquidateAccount,
  },
};

export const crossLiquidationEvents: {
  [T in CrossLiquidationEvent['type']]: EventRow<Extract<CrossLiquidationEvent, { type: T }>>;
} = {
  CrossLiquidationStarted: {
    about: 'A cross account does not cover its requirement: wallet + profit ≤ requirement. Its orders end next.',
    message: CrossLiquidationStarted,
    evolve: startCrossLiquidation,
  },
  LegsNetted: {
    about: 'Long and short of one market were closed against each other at the mark, without fee.',
    message: LegsNetted,
    evolve: netLegs,
  },
  CrossPositionReduced: {
    about:
      'The position with the largest requirement was reduced to the lower tier as far as the book allowed; its trades precede this event.',
    message: CrossPositionReduced,
    evolve: reduceCrossPosition,
  },
  CrossShareSet: {
    about:
      'The position with the largest requirement is separated for takeover with its share of the account: equity × requirement ÷ requirements. Its profit became money at the mark; its locked margin is the share less its loss.',
    message: CrossShareSet,
    evolve: setShare,
  },
  CrossLiquidationFinished: {
    about: 'A cross liquidation ended: `recovered`, above the requirement again, or `closed`, no position left.',
    message: CrossLiquidationFinished,
    evolve: finishCrossLiquidation,
  },
};
