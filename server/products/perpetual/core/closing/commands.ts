/** What may be asked of whole positions: closing them all, and turning one around. */
import { positionSide } from '../../../../core/market/order';
import { type MessageOf, id, message, optional, word } from '../../../../core/messages/message';

export const CloseAllPositions = message('CloseAllPositions', {
  user: id,
  /** Absent: in every market. */
  market: optional(word),
});
export type CloseAllPositions = MessageOf<typeof CloseAllPositions>;

export const ReversePosition = message('ReversePosition', { user: id, market: word, position: positionSide });
export type ReversePosition = MessageOf<typeof ReversePosition>;

export const CloseOut = message('CloseOut', {
  /** The position's number. */
  contract: id,
});
export type CloseOut = MessageOf<typeof CloseOut>;

export const OpenReversed = message('OpenReversed', {
  /** The number of the position that was closed. */
  contract: id,
});
export type OpenReversed = MessageOf<typeof OpenReversed>;

export type CloseOutCommand = CloseAllPositions | ReversePosition | CloseOut | OpenReversed;

declare module '../../../../core/command' {
  interface Commands {
    closing: CloseOutCommand;
  }
  interface FollowUps {
    closing: CloseOut | OpenReversed;
  }
}
