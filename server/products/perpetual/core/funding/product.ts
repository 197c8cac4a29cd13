/** Due items of funding: the hours make its commands due; no user sends them. */
import { getOrThrow } from '../../../../core/evolve-helpers';
import type { Prerequisites, CommandRow, DueWork, EventRow, DueItem } from '../../../../core/product';
import type { CoreView } from '../../../../core/state';
import type { FundingCommand } from './commands';
import { FixFunding, SettleAccountFunding, SettleFunding } from './commands';
import type { FundingEvent } from './events';
import { FundingClosed, FundingFixed, FundingSettled, FundingSkipped } from './events';
import { closeFunding, fixFunding, settleFunding, skipFunding } from './state';
import {
  decideFixFunding,
  decideSettleAccountFunding,
  decideSettleFunding,
  fallbackSettleAccountFunding,
  fallbackSettleFunding,
} from './settle';

export const fundingCommands: { [T in FundingCommand['type']]: CommandRow<Extract<FundingCommand, { type: T }>> } = {
  FixFunding: {
    about: 'Fixes the funding rate of a market at a funding hour, or skips the hour.',
    allowedActors: ['clock'],
    message: FixFunding,
    idempotencyRetention: null,
    decide: decideFixFunding,
  },
  SettleFunding: {
    about: 'Settles fixed funding with some of the positions of a market.',
    allowedActors: ['clock'],
    message: SettleFunding,
    idempotencyRetention: null,
    decide: decideSettleFunding,
    fallbackEvents: fallbackSettleFunding,
  },
  SettleAccountFunding: {
    about: 'Settles all fixed funding of one account in one asset, before another command changes its positions.',
    allowedActors: ['clock'],
    message: SettleAccountFunding,
    idempotencyRetention: null,
    decide: decideSettleAccountFunding,
    fallbackEvents: fallbackSettleAccountFunding,
  },
};

export const fundingEvents: { [T in FundingEvent['type']]: EventRow<Extract<FundingEvent, { type: T }>> } = {
  FundingFixed: {
    about:
      'Each long lot owes rate × mark, each short lot receives it; below zero the reverse. `rate` and `premium` are parts of 10^9, `mark` is in ticks.',
    message: FundingFixed,
    evolve: fixFunding,
  },
  FundingSkipped: {
    about: 'No funding for the interval: no fresh mark (`stale`), or market or coin did not trade (`market`).',
    message: FundingSkipped,
    evolve: skipFunding,
  },
  FundingSettled: {
    about:
      'A position settled all fixed funding. What its collateral lacks, the insurance fund pays into it first, then the treasury.',
    message: FundingSettled,
    evolve: settleFunding,
  },
  FundingClosed: {
    about: 'All positions settled; rounding remainders went to the insurance fund.',
    message: FundingClosed,
    evolve: closeFunding,
  },
};

/**
 * At each hour funding is fixed before any decision of that time or later; unsettled funding of earlier hours is settled first. Otherwise
 * positions settle between commands, and a command that touches a position settles its account first.
 */
export const fundingDueWork: readonly DueWork[] = [
  {
    kind: 'funding',
    urgency: 'urgent',
    place: 80,
    next: (view) =>
      earliestDue(
        view,
        ({ fundingDue }) => fundingDue,
        ({ run }) => (run === 0 ? 'FixFunding' : 'SettleFunding'),
      ),
  },
  {
    kind: 'funding_settlement',
    urgency: 'scheduled',
    place: 81,
    next: (view) =>
      earliestDue(
        view,
        ({ run }) => run,
        () => 'SettleFunding',
      ),
  },
];

/** Commands that settle positions themselves with all funds of an account, bounded to one batch. */
const SETTLING_COMMANDS: readonly string[] = ['SettleFunding', 'SettleAccountFunding', 'FixSettlement', 'SettleMarket'];

const NOTHING: SettleAccountFunding[] = [];

/**
 * Accounts that a command touches settle their funding in separate batches ahead of it. Their order holds then pay before any other account
 * does; a walk that may meet these orders cannot do that midway, and unsettled funding shortens no walk. Accounts come in the order in
 * which they are touched; if they are many, the engine settles some and retries (`PREREQUISITES_MAX`).
 */
export const fundingPrerequisites: Prerequisites = (view, { type }, events) => {
  // For most commands everything is settled already.
  if (!events.some((event) => event.type === 'FundingSettled') || SETTLING_COMMANDS.includes(type)) return NOTHING;
  const accounts = new Map<number, SettleAccountFunding>();
  for (const event of events) {
    if (event.type !== 'FundingSettled') continue;
    const asset = getOrThrow(view.markets, event.market).terms.quote;
    accounts.set(event.user, { type: 'SettleAccountFunding', user: event.user, asset });
  }
  return [...accounts.values()];
};

type Track = CoreView['marks']['tracks'] extends ReadonlyMap<string, infer T> ? T : never;

/** There are few markets; at equal times they come in order of listing. */
function earliestDue(
  { marks, perpetual }: CoreView,
  dueOf: (track: Track) => number,
  typeOf: (track: Track) => (FixFunding | SettleFunding)['type'],
): DueItem | null {
  let found: DueItem | null = null;
  let id = 0;
  for (const market of perpetual.contracts.keys()) {
    id++;
    const track = marks.tracks.get(market);
    const dueAt = track ? dueOf(track) : 0;
    if (!track || dueAt === 0 || (found && found.dueAt <= dueAt)) continue;
    found = { dueAt, id, command: { type: typeOf(track), market } };
  }
  return found;
}
