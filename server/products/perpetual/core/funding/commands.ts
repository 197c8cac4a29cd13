/** Follow-up commands of funding; never sent from outside. */
import { type MessageOf, id, message, word } from '../../../../core/messages/message';

export const FixFunding = message('FixFunding', { market: word });
export type FixFunding = MessageOf<typeof FixFunding>;

export const SettleFunding = message('SettleFunding', { market: word });
export type SettleFunding = MessageOf<typeof SettleFunding>;

export const SettleAccountFunding = message('SettleAccountFunding', { user: id, asset: word });
export type SettleAccountFunding = MessageOf<typeof SettleAccountFunding>;

export type FundingCommand = FixFunding | SettleFunding | SettleAccountFunding;

declare module '../../../../core/command' {
  interface Commands {
    funding: FundingCommand;
  }
  interface FollowUps {
    funding: FundingCommand;
  }
}
