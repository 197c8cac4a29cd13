/** Liquidations: found by an order of prices, done a step a batch, and the fund that stands behind them. */
import { nothingOpen, type CommandRow, type EventRow } from '../../../../core/product';
import { replaceActs } from '../../../../core/staff/evolve';
import type { LiquidateAccount, LiquidationCommand } from '../commands';
import { FundInsurance, Liquidate } from '../commands';
import {
  deleveragePosition,
  finishLiquidation,
  fundInsurance,
  goOn,
  payInsurance,
  reducePosition,
  startLiquidation,
} from './evolve';
import { decideFundInsurance, decideLiquidate, giveUpLiquidate } from './liquidation';
import type { LiquidationEvent } from './events';
import {
  InsuranceFunded,
  InsurancePaid,
  LiquidationFinished,
  LiquidationOrdersEnded,
  LiquidationReduced,
  LiquidationStarted,
  MarketAlarmed,
  PositionDeleveraged,
  PositionTakenOver,
} from './events';
import { fundInsuranceRule } from '../staff-rules';

export const liquidationCommands: {
  [T in Exclude<LiquidationCommand, LiquidateAccount>['type']]: CommandRow<Extract<LiquidationCommand, { type: T }>>;
} = {
  Liquidate: {
    about: 'Runs the next step of the liquidation that is pending in a market.',
    senders: ['clock'],
    message: Liquidate,
    lasting: null,
    decide: decideLiquidate,
    giveUp: giveUpLiquidate,
  },
  FundInsurance: {
    about: "Moves owners' money into the insurance fund.",
    senders: ['admin'],
    staff: fundInsuranceRule,
    message: FundInsurance,
    lasting: nothingOpen,
    decide: decideFundInsurance,
  },
};

export const liquidationEvents: { [T in LiquidationEvent['type']]: EventRow<Extract<LiquidationEvent, { type: T }>> } =
  {
    LiquidationStarted: {
      about: 'A position does not cover its requirement at the mark: collateral + profit ≤ requirement.',
      message: LiquidationStarted,
      evolve: startLiquidation,
    },
    LiquidationOrdersEnded: {
      about: 'More orders of the owner ended than fit one batch.',
      message: LiquidationOrdersEnded,
      evolve: goOn,
    },
    LiquidationReduced: {
      about: 'The position was reduced to the lower tier as far as the book allowed; its trades precede this event.',
      message: LiquidationReduced,
      evolve: reducePosition,
    },
    PositionTakenOver: {
      about: 'The whole position was offered at its bankruptcy price; any better price went to the insurance fund.',
      message: PositionTakenOver,
      evolve: goOn,
    },
    InsurancePaid: {
      about:
        'The insurance fund pays the difference between bankruptcy price and fills up to the mark; those trades follow.',
      message: InsurancePaid,
      evolve: payInsurance,
    },
    PositionDeleveraged: {
      about:
        'A profitable position of another user was closed against the rest, at the bankruptcy price and without fee.',
      message: PositionDeleveraged,
      evolve: deleveragePosition,
    },
    LiquidationFinished: {
      about: 'A liquidation ended: `recovered`, above its requirement again, or `closed`, nothing left.',
      message: LiquidationFinished,
      evolve: finishLiquidation,
    },
    // It says why the market only closes: its state changes by the event behind it.
    MarketAlarmed: {
      about: 'The treasury had to pay. The market is close-only until staff examined it.',
      message: MarketAlarmed,
      // A brake of one person on this market no longer lapses: its end would open the market again.
      evolve: ({ staff }, { market }) => replaceActs(staff, `market/${market}`),
    },
    InsuranceFunded: {
      about: "Owners' money went into the insurance fund.",
      message: InsuranceFunded,
      evolve: fundInsurance,
    },
  };
