/** Liquidations: found by an order of prices, done a step a batch, and the fund that stands behind them. */
import { nothingOpen, type CommandRow, type EventRow } from '../product';
import type { LiquidateAccount, LiquidationCommand } from './commands';
import {
  deleveragePosition,
  finishLiquidation,
  fundInsurance,
  goOn,
  payInsurance,
  reducePosition,
  startLiquidation,
} from './evolve-liquidation';
import { decideFundInsurance, decideLiquidate, giveUpLiquidate } from './liquidation';
import type { LiquidationEvent } from './liquidation-events';

export const liquidationCommands: {
  [T in Exclude<LiquidationCommand, LiquidateAccount>['type']]: CommandRow<Extract<LiquidationCommand, { type: T }>>;
} = {
  Liquidate: {
    senders: ['clock'],
    payload: { type: 'asked', market: 'asked' },
    lasting: null,
    decide: decideLiquidate,
    giveUp: giveUpLiquidate,
  },
  FundInsurance: {
    senders: ['admin'],
    payload: { type: 'asked', asset: 'asked', amount: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    decide: decideFundInsurance,
  },
};

const OF_LIQUIDATION = {
  liquidation: 'integer',
  market: 'word',
  position: 'integer',
  user: 'integer',
  side: 'word',
} as const;

export const liquidationEvents: { [T in LiquidationEvent['type']]: EventRow<Extract<LiquidationEvent, { type: T }>> } =
  {
    LiquidationStarted: {
      shape: {
        ...OF_LIQUIDATION,
        lots: 'integer',
        cost: 'amount',
        collateral: 'amount',
        leverage: 'integer',
        mark: 'integer',
        index: 'integer',
        requirement: 'amount',
        ratePpb: 'integer',
        amount: 'amount',
        closePpb: 'integer',
        next: 'word',
      },
      evolve: startLiquidation,
    },
    LiquidationOrdersEnded: { shape: { ...OF_LIQUIDATION, next: 'word' }, evolve: goOn },
    LiquidationReduced: {
      shape: {
        ...OF_LIQUIDATION,
        mark: 'integer',
        limit: 'integer',
        lots: 'integer',
        filled: 'integer',
        fee: 'amount',
        next: 'word',
        entries: 'entries',
      },
      evolve: reducePosition,
    },
    PositionTakenOver: {
      shape: {
        ...OF_LIQUIDATION,
        mark: 'integer',
        limit: 'integer',
        lots: 'integer',
        filled: 'integer',
        surplus: 'amount',
        next: 'word',
      },
      evolve: goOn,
    },
    InsurancePaid: {
      shape: {
        ...OF_LIQUIDATION,
        mark: 'integer',
        bankruptcy: 'integer',
        lots: 'integer',
        filled: 'integer',
        most: 'amount',
        before: 'amount',
        amount: 'amount',
        next: 'word',
        entries: 'entries',
      },
      evolve: payInsurance,
    },
    PositionDeleveraged: {
      shape: {
        ...OF_LIQUIDATION,
        mark: 'integer',
        price: 'integer',
        lots: 'integer',
        released: 'amount',
        other: 'integer',
        otherUser: 'integer',
        otherReleased: 'amount',
        rank: 'integer',
        insurance: 'amount',
        treasury: 'amount',
        surplus: 'amount',
        entries: 'entries',
      },
      evolve: deleveragePosition,
    },
    LiquidationFinished: { shape: { ...OF_LIQUIDATION, reason: 'word' }, evolve: finishLiquidation },
    // It says why the market only closes: its state changes by the event behind it.
    MarketAlarmed: {
      shape: { market: 'word', liquidation: 'integer', treasury: 'amount' },
      evolve: () => undefined,
    },
    InsuranceFunded: {
      shape: { asset: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
      evolve: fundInsurance,
    },
  };
