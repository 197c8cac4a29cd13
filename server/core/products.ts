/**
 * All products, gathered into the tables that the core walks. A command or an event without its row does not compile. A product
 * of another kind is one more line in each; `createCore` takes any such tables, so a test can add one of its own.
 */
import { ENTRY_KINDS } from '../../shared/rules/entry-kinds';
import type { CommandOf, CommandType } from './command';
import { driftLines } from './drift/lines';
import { driftCommands, driftEvents } from './drift/product';
import { earnLines } from './earn/lines';
import { earnCommands, earnDebts, earnEvents, earnRefusals } from './earn/product';
import type { EventOf, EventType } from './event';
import { feesLines } from './fees/lines';
import { feesCommands, feesDebts, feesEvents } from './fees/product';
import { groundLines } from './ground-lines';
import { indexLines } from './index-price/lines';
import { indexCommands, indexEvents } from './index-price/product';
import { marketCommands, marketEvents } from './market/product';
import { memberCommands, memberEvents } from './member/product';
import type { Fields } from './message';
import { optionLines } from './option/lines';
import { optionCommands, optionEvents, optionRefusals } from './option/product';
import { optionDebts } from './option/settle';
import { closeOutLines } from './perpetual/close-out-lines';
import { closeOutCommands, closeOutDebts, closeOutEvents } from './perpetual/close-out-product';
import { noteCross } from './perpetual/cross-found';
import { crossLiquidationCommands, crossLiquidationEvents } from './perpetual/cross-liquidation-product';
import { crossEvents } from './perpetual/cross-product';
import { fundingAhead, fundingCommands, fundingDebts, fundingEvents } from './perpetual/funding-product';
import { perpetualLines } from './perpetual/lines';
import { liquidationDebts } from './perpetual/liquidation-due';
import { liquidationLines } from './perpetual/liquidation-lines';
import { liquidationCommands, liquidationEvents } from './perpetual/liquidation-product';
import { locksLines } from './perpetual/lock-lines';
import { lockCommands, lockDebts, lockEvents } from './perpetual/lock-product';
import { marksLines } from './perpetual/mark-lines';
import { marksCommands, marksEvents } from './perpetual/mark-product';
import { marketEndCommands, marketEndDebts, marketEndEvents } from './perpetual/market-end-product';
import { perpetualCommands, perpetualDebts, perpetualEvents, perpetualRefusals } from './perpetual/product';
import { noteRankings } from './perpetual/rankings';
import { stopsLines } from './perpetual/stop-lines';
import { stopCommands, stopDebts, stopEvents } from './perpetual/stop-product';
import { termsCommands, termsDebts, termsEvents } from './perpetual/terms-product';
import type { CommandRow, EventRow, Tables } from './product';
import type { RefusalUnits } from './rejection';
import { referralLines } from './referral/lines';
import { referralCommands, referralDebts, referralEvents } from './referral/product';
import { robotLines } from './robot/lines';
import { robotCommands, robotEvents, robotRefusals } from './robot/product';
import { robotDebts } from './robot/run';
import { spotCommands, spotEvents, spotRefusals } from './spot/product';
import { staffLines } from './staff/lines';
import { staffCommands, staffDebts, staffEvents, staffRefusals } from './staff/product';
import { endingDebts, tradingCommands, tradingDebts } from './trading/product';
import { walletLines } from './wallet/lines';
import { walletCommands, walletEvents, walletRefusals } from './wallet/product';

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
