/** Events of close-all and reverse, which owners request for whole positions. */
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
  /** Id of the position. */
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
  /** Lots that could not be sold or bought. */
  left: lots,
  /** Reason for lots left, or for a position closed by another order before. */
  reason: optional(perpetualCancelReason),
});
export type CloseOutEnded = MessageOf<typeof CloseOutEnded>;

export const ReverseEnded = message('ReverseEnded', {
  /** The position that was closed. */
  position: id,
  user: id,
  market: word,
  /** Side of the position that was opened. */
  side: positionSide,
  lots,
  /** Reason if fewer lots were opened than closed. */
  reason: optional(perpetualCancelReason),
});
export type ReverseEnded = MessageOf<typeof ReverseEnded>;

export type CloseOutEvent = CloseOutBegun | CloseOutEnded | ReverseEnded;

declare module '../../../../core/event' {
  interface Events {
    closing: CloseOutEvent;
  }
}
