/** What happens when whole positions are closed, or turned around, at their owner's wish. */
import { positionSide } from '../../../../core/market/order';
import {
  type MessageOf,
  type ValueOf,
  choice,
  id,
  lots,
  message,
  optional,
  word,
} from '../../../../core/messages/message';
import { perpetualCancelReason } from '../events';

export const closeOutMode = choice('close_all', 'reverse');
export type CloseOutMode = ValueOf<typeof closeOutMode>;

export const CloseOutBegun = message('CloseOutBegun', {
  /** The position's number. */
  position: id,
  user: id,
  market: word,
  side: positionSide,
  lots,
  mode: closeOutMode,
});
export type CloseOutBegun = MessageOf<typeof CloseOutBegun>;

export const CloseOutEnded = message('CloseOutEnded', {
  position: id,
  user: id,
  market: word,
  side: positionSide,
  mode: closeOutMode,
  /** Lots that nobody took. */
  left: lots,
  /** Why any were left, or that something else had closed it before. */
  reason: optional(perpetualCancelReason),
});
export type CloseOutEnded = MessageOf<typeof CloseOutEnded>;

export const ReverseEnded = message('ReverseEnded', {
  /** The position that was closed. */
  position: id,
  user: id,
  market: word,
  /** What was opened. */
  side: positionSide,
  lots,
  /** Why that is less than what was closed. */
  reason: optional(perpetualCancelReason),
});
export type ReverseEnded = MessageOf<typeof ReverseEnded>;

export type CloseOutEvent = CloseOutBegun | CloseOutEnded | ReverseEnded;

declare module '../../../../core/event' {
  interface Events {
    closing: CloseOutEvent;
  }
}
