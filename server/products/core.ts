/**
 * The core of the exchange: the parts of the kernel and the core side of each product, as one list. It loads neither Nest nor a
 * database: worker threads and the replay in the browser use it.
 */
import type { CommandOf, CommandType } from '../core/command';
import { createCore, type Core } from '../core/core';
import { drift } from '../core/drift/product';
import type { EventOf, EventType } from '../core/event';
import { fees } from '../core/fees/product';
import { mergeParts, mergeTables } from '../core/merge-parts';
import { basePart } from '../core/snapshot/base-rows';
import { index } from '../core/index-price/product';
import { market } from '../core/market/product';
import { member } from '../core/member/product';
import type { Fields } from '../core/messages/message';
import type { CommandRow, EventRow, Part } from '../core/product';
import { staff } from '../core/staff/product';
import { tradingWith } from '../core/trading/product';
import { convert } from './convert/core';
import { earn } from './earn/core';
import { option } from './option/core';
import { perpetual } from './perpetual/core';
import { perpetualStrategy } from './perpetual/core/orders/strategy';
import { referral } from './referral/core';
import { robot, robotStakes } from './robot/core';
import { spotWith } from './spot/core';
import { spotStrategy } from './spot/core/strategy';
import { wallet } from './wallet/core';

const trading = tradingWith({ spot: spotStrategy, perpetual: perpetualStrategy });

/** The order of the list is that of the snapshot's lines and of the tables in docs/reference. */
export const PARTS = [
  basePart,
  market,
  member,
  wallet,
  trading,
  spotWith(robotStakes),
  index,
  fees,
  perpetual,
  option,
  earn,
  robot,
  convert,
  referral,
  staff,
  drift,
] as const satisfies readonly Part[];

/** As declared by the parts. Does not compile if a command has no row. */
export const COMMANDS: { readonly [T in CommandType]: CommandRow<CommandOf<T>> } = mergeTables(
  PARTS.map(({ commands }) => commands),
);
/** Does not compile if an event has no row. */
export const EVENTS: { readonly [T in EventType]: EventRow<EventOf<T>> } = mergeTables(
  PARTS.map(({ events }) => events),
);

/** The fields of every event in their canonical order, after `type`. */
export const EVENT_FIELDS = Object.fromEntries(
  Object.entries(EVENTS).map(([type, { message }]) => [type, message.fields]),
) as Readonly<Record<EventType, Fields>>;

export const EXCHANGE = mergeParts(PARTS);
export const EXCHANGE_CORE: Core = createCore(EXCHANGE);
export const {
  createState,
  canonicalLines,
  restoreState,
  encodeBody,
  encodeEvent,
  decodeBatch,
  decodePlain,
  decodeEvent,
  decide,
  fallbackEvents,
  digestOf,
  rightOf,
  evolve,
  createdIdOf,
  react,
  nextDue,
} = EXCHANGE_CORE;
