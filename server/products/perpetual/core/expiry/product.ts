/** The end of perpetual markets, as rows. */
import { nothingOpen, type CommandRow, type Debt, type EventRow, type OwedNext } from '../../../../core/product';
import { takesTwo } from '../../../../core/staff/rule';
import type { CoreView } from '../../../../core/state';
import {
  decideCallOffPerpetualEnd,
  decideEndPerpetualMarket,
  decideFixSettlement,
  decideSettleMarket,
  giveUpFixSettlement,
  giveUpSettleMarket,
} from './market-end';
import type { MarketEndCommand } from './commands';
import { CallOffPerpetualEnd, EndPerpetualMarket, FixSettlement, SettleMarket } from './commands';
import type { MarketEndEvent } from './events';
import {
  PerpetualEndCalledOff,
  PerpetualMarketEnded,
  PerpetualMarketEnding,
  PositionSettled,
  SettlementFixed,
} from './events';
import { announceEnd, callOffEnd, endMarket, fixSettlement, settlePosition } from './state';
import { callOffRule, endsPerpetual } from '../staff-rules';

export const marketEndCommands: {
  [T in MarketEndCommand['type']]: CommandRow<Extract<MarketEndCommand, { type: T }>>;
} = {
  EndPerpetualMarket: {
    about: 'Announces the delisting of a perpetual market.',
    senders: ['admin'],
    staff: takesTwo(endsPerpetual),
    message: EndPerpetualMarket,
    lasting: nothingOpen,
    decide: decideEndPerpetualMarket,
  },
  CallOffPerpetualEnd: {
    about: 'Calls off the announced delisting of a perpetual market, until an hour before.',
    senders: ['admin'],
    staff: callOffRule,
    message: CallOffPerpetualEnd,
    lasting: nothingOpen,
    decide: decideCallOffPerpetualEnd,
  },
  FixSettlement: {
    about: 'Fixes the settlement price of a delisted market at its end.',
    senders: ['clock'],
    message: FixSettlement,
    lasting: null,
    decide: decideFixSettlement,
    giveUp: giveUpFixSettlement,
  },
  SettleMarket: {
    about: 'Settles some of the positions that are left in a delisted market.',
    senders: ['clock'],
    message: SettleMarket,
    lasting: null,
    decide: decideSettleMarket,
    giveUp: giveUpSettleMarket,
  },
};

export const marketEndEvents: { [T in MarketEndEvent['type']]: EventRow<Extract<MarketEndEvent, { type: T }>> } = {
  PerpetualMarketEnding: {
    about:
      'A market is to be delisted at `endsAt`. In the half hour before, it is close-only and its mark is the mean index since then.',
    message: PerpetualMarketEnding,
    evolve: announceEnd,
  },
  PerpetualEndCalledOff: {
    about: 'The announced delisting was called off; the market goes on.',
    message: PerpetualEndCalledOff,
    evolve: callOffEnd,
  },
  SettlementFixed: {
    about: 'The market is closed for ever; remaining positions settle at this price.',
    message: SettlementFixed,
    evolve: fixSettlement,
  },
  PositionSettled: {
    about:
      'A position was closed at the settlement price. What it lacks, the insurance fund pays into it, then the treasury.',
    message: PositionSettled,
    evolve: settlePosition,
  },
  PerpetualMarketEnded: {
    about: 'No order and no position is left, and `clearing` is empty.',
    message: PerpetualMarketEnded,
    evolve: endMarket,
  },
};

/** The price is fixed before anything of that time or a later one; what is left is settled between commands. */
export const marketEndDebts: readonly Debt[] = [
  { kind: 'market_end', urgency: 'urgent', place: 100, next: (view) => earliest(view, false) },
  { kind: 'market_settlement', urgency: 'scheduled', place: 101, next: (view) => earliest(view, true) },
];

function earliest({ perpetual }: CoreView, isFixed: boolean): OwedNext | null {
  let found: OwedNext | null = null;
  let id = 0;
  for (const [market, { ending }] of perpetual.contracts) {
    id++;
    if (!ending || ending.isOver || ending.price > 0 !== isFixed) continue;
    if (found && found.dueAt <= ending.endsAt) continue;
    found = { dueAt: ending.endsAt, id, command: { type: isFixed ? 'SettleMarket' : 'FixSettlement', market } };
  }
  return found;
}
