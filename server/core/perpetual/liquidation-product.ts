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
import { replaceActs } from '../staff/evolve';
import { fundInsuranceRule } from './staff-rules';

export const liquidationCommands: {
  [T in Exclude<LiquidationCommand, LiquidateAccount>['type']]: CommandRow<Extract<LiquidationCommand, { type: T }>>;
} = {
  Liquidate: {
    about: 'Runs the next step of the liquidation that is pending in a market.',
    senders: ['clock'],
    payload: { type: 'asked', market: 'asked' },
    lasting: null,
    decide: decideLiquidate,
    giveUp: giveUpLiquidate,
  },
  FundInsurance: {
    about: "Moves owners' money into the insurance fund.",
    senders: ['admin'],
    staff: fundInsuranceRule,
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
      about: 'A position does not cover its requirement at the mark: collateral + profit ≤ requirement.',
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
    LiquidationOrdersEnded: {
      about: 'More orders of the owner ended than fit one batch.',
      shape: { ...OF_LIQUIDATION, next: 'word' },
      evolve: goOn,
    },
    LiquidationReduced: {
      about: 'The position was reduced to the lower tier as far as the book allowed; its trades precede this event.',
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
      about: 'The whole position was offered at its bankruptcy price; any better price went to the insurance fund.',
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
      about:
        'The insurance fund pays the difference between bankruptcy price and fills up to the mark; those trades follow.',
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
      about:
        'A profitable position of another user was closed against the rest, at the bankruptcy price and without fee.',
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
    LiquidationFinished: {
      about: 'A liquidation ended: `recovered`, above its requirement again, or `closed`, nothing left.',
      shape: { ...OF_LIQUIDATION, reason: 'word' },
      evolve: finishLiquidation,
    },
    // It says why the market only closes: its state changes by the event behind it.
    MarketAlarmed: {
      about: 'The treasury had to pay. The market is close-only until staff examined it.',
      shape: { market: 'word', liquidation: 'integer', treasury: 'amount' },
      // A brake of one person on this market no longer lapses: its end would open the market again.
      evolve: ({ staff }, { market }) => replaceActs(staff, `market/${market}`),
    },
    InsuranceFunded: {
      about: "Owners' money went into the insurance fund.",
      shape: { asset: 'word', amount: 'amount', reason: 'text', entries: 'entries' },
      evolve: fundInsurance,
    },
  };
