/** The end of perpetual markets, as rows. */
import { monthOnly, type CommandRow, type DueWork, type EventRow, type DueItem } from '../../../../core/product';
import { twoPersonRule } from '../../../../core/staff/rule';
import type { CoreView } from '../../../../core/state';
import {
  decideCallOffPerpetualEnd,
  decideEndPerpetualMarket,
  decideFixSettlement,
  decideSettleMarket,
  fallbackFixSettlement,
  fallbackSettleMarket,
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
import { callOffRule, perpetualEndApproval } from '../staff-rules';

export const marketEndCommands: {
  [T in MarketEndCommand['type']]: CommandRow<Extract<MarketEndCommand, { type: T }>>;
} = {
  EndPerpetualMarket: {
    about: 'Announces the delisting of a perpetual market.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', perpetualEndApproval),
    message: EndPerpetualMarket,
    idempotencyRetention: monthOnly,
    decide: decideEndPerpetualMarket,
  },
  CallOffPerpetualEnd: {
    about: 'Calls off the announced delisting of a perpetual market, until an hour before.',
    allowedActors: ['admin'],
    staff: callOffRule,
    message: CallOffPerpetualEnd,
    idempotencyRetention: monthOnly,
    decide: decideCallOffPerpetualEnd,
  },
  FixSettlement: {
    about: 'Fixes the settlement price of a delisted market at its end.',
    allowedActors: ['clock'],
    message: FixSettlement,
    idempotencyRetention: null,
    decide: decideFixSettlement,
    fallbackEvents: fallbackFixSettlement,
  },
  SettleMarket: {
    about: 'Settles some of the positions that are left in a delisted market.',
    allowedActors: ['clock'],
    message: SettleMarket,
    idempotencyRetention: null,
    decide: decideSettleMarket,
    fallbackEvents: fallbackSettleMarket,
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

/** The price is fixed before any work due at that time or later; the rest is settled between commands. */
export const marketEndDueWork: readonly DueWork[] = [
  { kind: 'market_end', urgency: 'urgent', place: 100, next: (view) => earliestDue(view, false) },
  { kind: 'market_settlement', urgency: 'scheduled', place: 101, next: (view) => earliestDue(view, true) },
];

function earliestDue({ perpetual }: CoreView, isFixed: boolean): DueItem | null {
  let found: DueItem | null = null;
  let id = 0;
  for (const [market, { ending }] of perpetual.contracts) {
    id++;
    if (!ending || ending.isOver || ending.price > 0 !== isFixed) continue;
    if (found && found.dueAt <= ending.endsAt) continue;
    found = { dueAt: ending.endsAt, id, command: { type: isFixed ? 'SettleMarket' : 'FixSettlement', market } };
  }
  return found;
}
