/**
 * All products, gathered into the tables that the core walks. A command or an event without its row does not compile. A product
 * of another kind is one more line in each; `createCore` takes any such tables, so a test can add one of its own.
 */
import { ENTRY_KINDS } from '../../shared/rules/entry-kinds';
import type { CommandOf, CommandType } from './command';
import { driftLines } from './drift/lines';
import { driftCommands, driftEvents } from './drift/product';
import { earnLines } from '../products/earn/core/lines';
import { earnCommands, earnDebts, earnEvents, earnRefusals } from '../products/earn/core/product';
import type { EventOf, EventType } from './event';
import { feesLines } from './fees/lines';
import { feesCommands, feesDebts, feesEvents } from './fees/product';
import { groundLines } from './ground-lines';
import { indexLines } from './index-price/lines';
import { indexCommands, indexEvents } from './index-price/product';
import { marketCommands, marketEvents } from './market/product';
import { memberCommands, memberEvents } from './member/product';
import type { Fields } from './message';
import { optionLines } from '../products/option/core/lines';
import { optionCommands, optionEvents, optionRefusals } from '../products/option/core/product';
import { optionDebts } from '../products/option/core/settle';
import { closeOutLines } from '../products/perpetual/core/closing/lines';
import { closeOutCommands, closeOutDebts, closeOutEvents } from '../products/perpetual/core/closing/product';
import { noteCross } from '../products/perpetual/core/liquidation/cross-found';
import { crossLiquidationCommands, crossLiquidationEvents } from '../products/perpetual/core/liquidation/cross-product';
import { crossEvents } from '../products/perpetual/core/margin/cross-product';
import { fundingAhead, fundingCommands, fundingDebts, fundingEvents } from '../products/perpetual/core/funding/product';
import { perpetualLines } from '../products/perpetual/core/lines';
import { liquidationDebts } from '../products/perpetual/core/liquidation/due';
import { liquidationLines } from '../products/perpetual/core/liquidation/lines';
import { liquidationCommands, liquidationEvents } from '../products/perpetual/core/liquidation/product';
import { locksLines } from '../products/perpetual/core/locks/lines';
import { lockCommands, lockDebts, lockEvents } from '../products/perpetual/core/locks/product';
import { marksLines } from '../products/perpetual/core/marks/lines';
import { marksCommands, marksEvents } from '../products/perpetual/core/marks/product';
import { marketEndCommands, marketEndDebts, marketEndEvents } from '../products/perpetual/core/expiry/product';
import {
  perpetualCommands,
  perpetualDebts,
  perpetualEvents,
  perpetualRefusals,
} from '../products/perpetual/core/product';
import { noteRankings } from '../products/perpetual/core/deleveraging/rankings';
import { stopsLines } from '../products/perpetual/core/stops/lines';
import { stopCommands, stopDebts, stopEvents } from '../products/perpetual/core/stops/product';
import { termsCommands, termsDebts, termsEvents } from '../products/perpetual/core/terms/product';
import type { CommandRow, EventRow, Tables } from './product';
import type { RefusalUnits } from './rejection';
import { referralLines } from '../products/referral/core/lines';
import { referralCommands, referralDebts, referralEvents } from '../products/referral/core/product';
import { robotLines } from '../products/robot/core/lines';
import { robotCommands, robotEvents, robotRefusals } from '../products/robot/core/product';
import { robotDebts } from '../products/robot/core/run';
import { spotCommands, spotEvents, spotRefusals } from '../products/spot/core/product';
import { staffLines } from './staff/lines';
import { staffCommands, staffDebts, staffEvents, staffRefusals } from './staff/product';
import { endingDebts, tradingCommands, tradingDebts } from './trading/product';
import { walletLines } from '../products/wallet/core/lines';
import { walletCommands, walletEvents, walletRefusals } from '../products/wallet/core/product';

export const COMMANDS: { readonly [T in CommandType]: CommandRow<CommandOf<T>> } = {
  ...marketCommands,
  ...memberCommands,
  ...walletCommands,
  ...tradingCommands,
  ...spotCommands,
  ...indexCommands,
  ...feesCommands,
  ...perpetualCommands,
  ...marksCommands,
  ...fundingCommands,
  ...lockCommands,
  ...termsCommands,
  ...liquidationCommands,
  ...crossLiquidationCommands,
  ...marketEndCommands,
  ...stopCommands,
  ...closeOutCommands,
  ...optionCommands,
  ...earnCommands,
  ...robotCommands,
  ...referralCommands,
  ...staffCommands,
  ...driftCommands,
};

export const EVENTS: { readonly [T in EventType]: EventRow<EventOf<T>> } = {
  ...marketEvents,
  ...memberEvents,
  ...walletEvents,
  ...spotEvents,
  ...indexEvents,
  ...feesEvents,
  ...perpetualEvents,
  ...marksEvents,
  ...fundingEvents,
  ...lockEvents,
  ...termsEvents,
  ...liquidationEvents,
  ...marketEndEvents,
  ...stopEvents,
  ...closeOutEvents,
  ...crossEvents,
  ...crossLiquidationEvents,
  ...optionEvents,
  ...earnEvents,
  ...robotEvents,
  ...referralEvents,
  ...staffEvents,
  ...driftEvents,
};

/** The fields of every event in their canonical order, behind `type`. */
export const EVENT_FIELDS = Object.fromEntries(
  Object.entries(EVENTS).map(([type, { message }]) => [type, message.fields]),
) as Readonly<Record<EventType, Fields>>;

/** The units in which the facts of refusals are counted. Each code is declared by one product. */
export const REFUSAL_UNITS: RefusalUnits = {
  ...walletRefusals,
  ...spotRefusals,
  ...perpetualRefusals,
  ...optionRefusals,
  ...earnRefusals,
  ...robotRefusals,
  ...staffRefusals,
};

export const EXCHANGE: Tables = {
  commands: COMMANDS,
  events: EVENTS,
  lines: [
    ...groundLines,
    ...walletLines,
    ...indexLines,
    ...feesLines,
    ...perpetualLines,
    ...marksLines,
    ...locksLines,
    ...liquidationLines,
    ...stopsLines,
    ...closeOutLines,
    ...optionLines,
    ...earnLines,
    ...robotLines,
    ...referralLines,
    ...staffLines,
    ...driftLines,
  ],
  derive: [noteCross, noteRankings],
  debts: [
    ...endingDebts,
    ...stopDebts,
    ...liquidationDebts,
    ...closeOutDebts,
    ...perpetualDebts,
    ...tradingDebts,
    ...termsDebts,
    ...fundingDebts,
    ...optionDebts,
    ...marketEndDebts,
    ...lockDebts,
    ...earnDebts,
    ...referralDebts,
    ...feesDebts,
    ...robotDebts,
    ...staffDebts,
  ],
  ahead: [fundingAhead],
  entryKinds: ENTRY_KINDS,
  states: {},
};
