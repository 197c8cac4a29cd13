/** Commands for whole positions: close all positions, and reverse one position. */
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
  /** Id of the position. */
  contract: id,
});
export type CloseOut = MessageOf<typeof CloseOut>;

export const OpenReversed = message('OpenReversed', {
  /** Id of the closed position. */
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
