/**
 * All products, gathered into the tables that the core walks. A command or an event without its row does not compile. A product
 * of another kind is one more line in each; `createCore` takes any such tables, so a test can add one of its own.
 */
import { ENTRY_KINDS } from '../../shared/rules/entry-kinds';
import type { CommandOf, CommandType } from './command';
import type { EventOf, EventType } from './event';
import { driftLines } from './drift/lines';
import { driftCommands, driftEvents } from './drift/product';
import { financialLines } from './earn/lines';
import { financialCommands, financialEvents } from './earn/product';
import { financialDebts } from './earn/settle';
import { feesLines } from './fees/lines';
import { feesCommands, feesDebts, feesEvents } from './fees/product';
import { groundLines } from './ground-lines';
import { indexLines } from './index-price/lines';
import { indexCommands, indexEvents } from './index-price/product';
import { marketCommands, marketEvents } from './market/product';
import { memberCommands, memberEvents } from './member/product';
import { perpetualLines } from './perpetual/lines';
import { perpetualCommands, perpetualDebts, perpetualEvents } from './perpetual/product';
import { fundingAhead, fundingCommands, fundingDebts, fundingEvents } from './perpetual/funding-product';
import { lockCommands, lockDebts, lockEvents } from './perpetual/lock-product';
import { locksLines } from './perpetual/lock-lines';
import { termsCommands, termsDebts, termsEvents } from './perpetual/terms-product';
import { noteRankings } from './perpetual/rankings';
import { liquidationDebts } from './perpetual/liquidation-due';
import { liquidationLines } from './perpetual/liquidation-lines';
import { liquidationCommands, liquidationEvents } from './perpetual/liquidation-product';
import { marketEndCommands, marketEndDebts, marketEndEvents } from './perpetual/market-end-product';
import { marksLines } from './perpetual/mark-lines';
import { marksCommands, marksEvents } from './perpetual/mark-product';
import { closeOutLines } from './perpetual/close-out-lines';
import { closeOutCommands, closeOutDebts, closeOutEvents } from './perpetual/close-out-product';
import { noteCross } from './perpetual/cross-found';
import { crossLiquidationCommands, crossLiquidationEvents } from './perpetual/cross-liquidation-product';
import { crossEvents } from './perpetual/cross-product';
import { stopsLines } from './perpetual/stop-lines';
import { stopCommands, stopDebts, stopEvents } from './perpetual/stop-product';
import { optionLines } from './option/lines';
import { optionCommands, optionEvents } from './option/product';
import { optionDebts } from './option/settle';
import { miningLines } from './mining/lines';
import { miningDebts } from './mining/pay';
import { miningCommands, miningEvents } from './mining/product';
import type { CommandRow, EventRow, Tables } from './product';
import { robotLines } from './robot/lines';
import { robotCommands, robotEvents } from './robot/product';
import { robotDebts } from './robot/run';
import { referralLines } from './referral/lines';
import { referralCommands, referralDebts, referralEvents } from './referral/product';
import { spotCommands, spotEvents } from './spot/product';
import { staffLines } from './staff/lines';
import { staffCommands, staffDebts, staffEvents } from './staff/product';
import { endingDebts, tradingCommands, tradingDebts } from './trading/product';
import { walletLines } from './wallet/lines';
import { walletCommands, walletEvents } from './wallet/product';

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
  ...financialCommands,
  ...miningCommands,
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
  ...financialEvents,
  ...miningEvents,
  ...robotEvents,
  ...referralEvents,
  ...staffEvents,
  ...driftEvents,
};

/** The fields of every event in their canonical order, behind `type`. */
export const EVENT_SHAPES = Object.fromEntries(Object.entries(EVENTS).map(([type, { shape }]) => [type, shape])) as {
  readonly [T in EventType]: EventRow<EventOf<T>>['shape'];
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
    ...financialLines,
    ...miningLines,
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
    ...financialDebts,
    ...miningDebts,
    ...referralDebts,
    ...feesDebts,
    ...robotDebts,
    ...staffDebts,
  ],
  ahead: [fundingAhead],
  entryKinds: ENTRY_KINDS,
  states: {},
};
