/** Position locks: one staff member locks a position against its owner for an hour; two persons end a lock early. */
import { type MessageOf, id, message, text } from '../../../../core/messages/message';

export const LockPosition = message('LockPosition', { position: id, reason: text });
export type LockPosition = MessageOf<typeof LockPosition>;

export const UnlockPosition = message('UnlockPosition', { position: id, reason: text });
export type UnlockPosition = MessageOf<typeof UnlockPosition>;

export const EndPositionLock = message('EndPositionLock', { position: id });
export type EndPositionLock = MessageOf<typeof EndPositionLock>;

export type LockCommand = LockPosition | UnlockPosition | EndPositionLock;

declare module '../../../../core/command' {
  interface Commands {
    locks: LockCommand;
  }
  interface StaffCommands {
    locks: LockPosition | UnlockPosition;
  }
  interface FollowUps {
    locks: EndPositionLock;
  }
}
