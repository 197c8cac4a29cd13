/** Events of position locks by staff. */
import { positionSide } from '../../../../core/market/order';
import {
  type MessageOf,
  type ValueOf,
  choice,
  entries,
  id,
  message,
  millis,
  optional,
  text,
  word,
} from '../../../../core/messages/message';

export const lockAct = choice('lock', 'unlock');
export type LockAct = ValueOf<typeof lockAct>;

export const positionFields = {
  market: word,
  position: id,
  user: id,
  side: positionSide,
};
export const PositionLockProposed = message('PositionLockProposed', {
  ...positionFields,
  act: lockAct,
  by: id,
  reason: text,
});
export type PositionLockProposed = MessageOf<typeof PositionLockProposed>;

export const PositionLocked = message('PositionLocked', {
  ...positionFields,
  proposedBy: id,
  reason: text,
  /** Time of the automatic end, milliseconds. */
  until: millis,
  entries,
});
export type PositionLocked = MessageOf<typeof PositionLocked>;

export const PositionUnlocked = message('PositionUnlocked', {
  ...positionFields,
  proposedBy: optional(id),
  reason: optional(text),
  entries,
});
export type PositionUnlocked = MessageOf<typeof PositionUnlocked>;

export type LockEvent = PositionLockProposed | PositionLocked | PositionUnlocked;

declare module '../../../../core/event' {
  interface Events {
    locks: LockEvent;
  }
}
