/** Events of funding hours. `dueAt` is the hour in milliseconds, even if the decision is later. */
import { positionSide } from '../../../../core/market/order';
import {
  type MessageOf,
  choice,
  entries,
  id,
  lots,
  message,
  millis,
  ticks,
  word,
  ppb,
} from '../../../../core/messages/message';

export const FundingFixed = message('FundingFixed', {
  market: word,
  dueAt: millis,
  premium: ppb,
  rate: ppb,
  mark: ticks,
});
export type FundingFixed = MessageOf<typeof FundingFixed>;

export const FundingSkipped = message('FundingSkipped', {
  market: word,
  dueAt: millis,
  reason: choice('stale', 'market'),
});
export type FundingSkipped = MessageOf<typeof FundingSkipped>;

export const FundingSettled = message('FundingSettled', {
  market: word,
  dueAt: millis,
  position: id,
  user: id,
  side: positionSide,
  lots,
  /** Funding rate of the hour, parts of 10^9. */
  rate: ppb,
  entries,
});
export type FundingSettled = MessageOf<typeof FundingSettled>;

export const FundingClosed = message('FundingClosed', { market: word, dueAt: millis, entries });
export type FundingClosed = MessageOf<typeof FundingClosed>;

export type FundingEvent = FundingFixed | FundingSkipped | FundingSettled | FundingClosed;

declare module '../../../../core/event' {
  interface Events {
    funding: FundingEvent;
  }
}
