/** Commands for the end of a perpetual market: staff announce it, and the core's due work carries it out at its time. */
import { type MessageOf, message, millis, text, word } from '../../../../core/messages/message';

export const EndPerpetualMarket = message('EndPerpetualMarket', {
  market: word,
  reason: text,
  /** Milliseconds. */
  endsAt: millis,
});
export type EndPerpetualMarket = MessageOf<typeof EndPerpetualMarket>;

export const CallOffPerpetualEnd = message('CallOffPerpetualEnd', { market: word, reason: text });
export type CallOffPerpetualEnd = MessageOf<typeof CallOffPerpetualEnd>;

export const FixSettlement = message('FixSettlement', { market: word });
export type FixSettlement = MessageOf<typeof FixSettlement>;

export const SettleMarket = message('SettleMarket', { market: word });
export type SettleMarket = MessageOf<typeof SettleMarket>;

export type MarketEndCommand = EndPerpetualMarket | CallOffPerpetualEnd | FixSettlement | SettleMarket;

declare module '../../../../core/command' {
  interface Commands {
    expiry: MarketEndCommand;
  }
  interface StaffCommands {
    expiry: EndPerpetualMarket | CallOffPerpetualEnd;
  }
  interface FollowUps {
    expiry: FixSettlement | SettleMarket;
  }
}
