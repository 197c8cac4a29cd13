/** Liquidations: a queue by liquidation price, one step per batch, and the insurance fund. */
import { monthOnly, type CommandRow, type EventRow } from '../../../../core/product';
import { replaceActs } from '../../../../core/staff/evolve';
import type { LiquidateAccount, LiquidationCommand } from '../commands';
import { FundInsurance, Liquidate } from '../commands';
import {
  deleveragePosition,
  finishLiquidation,
  fundInsurance,
  setNextStep,
  payInsurance,
  reducePosition,
  startLiquidation,
} from './evolve';
import { decideFundInsurance, decideLiquidate, fallbackLiquidate } from './liquidation';
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
    allowedActors: ['clock'],
    message: Liquidate,
    idempotencyRetention: null,
    decide: decideLiquidate,
    fallbackEvents: fallbackLiquidate,
  },
  FundInsurance: {
    about: "Moves owners' money into the insurance fund.",
    allowedActors: ['admin'],
    staff: fundInsuranceRule,
    message: FundInsurance,
    idempotencyRetention: monthOnly,
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
      evolve: setNextStep,
    },
    LiquidationReduced: {
      about: 'The position was reduced to the lower tier as far as the book allowed; its trades precede this event.',
      message: LiquidationReduced,
      evolve: reducePosition,
    },
    PositionTakenOver: {
      about: 'The whole position was offered at its bankruptcy price; any better price went to the insurance fund.',
      message: PositionTakenOver,
      evolve: setNextStep,
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
    // Gives the reason for close-only; the event behind it changes the market's state.
    MarketAlarmed: {
      about: 'The treasury had to pay. The market is close-only until staff examined it.',
      message: MarketAlarmed,
      // One person's brake on this market no longer lapses, because its end would open the market again.
      evolve: ({ staff }, { market }) => replaceActs(staff, `market/${market}`),
    },
    InsuranceFunded: {
      about: "Owners' money went into the insurance fund.",
      message: InsuranceFunded,
      evolve: fundInsurance,
    },
  };
