/** Funding, as rows: nobody sends its commands, the hours make it due. */
import { known } from '../../../../core/folding';
import type { Ahead, CommandRow, Debt, EventRow, OwedNext } from '../../../../core/product';
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
  giveUpSettleAccountFunding,
  giveUpSettleFunding,
} from './settle';

export const fundingCommands: { [T in FundingCommand['type']]: CommandRow<Extract<FundingCommand, { type: T }>> } = {
  FixFunding: {
    about: 'Fixes the funding rate of a market at a funding hour, or skips the hour.',
    senders: ['clock'],
    message: FixFunding,
    lasting: null,
    decide: decideFixFunding,
  },
  SettleFunding: {
    about: 'Settles fixed funding with some of the positions of a market.',
    senders: ['clock'],
    message: SettleFunding,
    lasting: null,
    decide: decideSettleFunding,
    giveUp: giveUpSettleFunding,
  },
  SettleAccountFunding: {
    about: 'Settles all fixed funding of one account in one asset, before another command changes its positions.',
    senders: ['clock'],
    message: SettleAccountFunding,
    lasting: null,
    decide: decideSettleAccountFunding,
    giveUp: giveUpSettleAccountFunding,
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
 * At each hour funding is fixed before anything of that time or a later one is decided; what was fixed before and is not settled is
 * settled first. Else positions settle between commands, and whatever touches one settles its account ahead.
 */
export const fundingDebts: readonly Debt[] = [
  {
    kind: 'funding',
    urgency: 'urgent',
    place: 80,
    next: (view) =>
      earliest(
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
      earliest(
        view,
        ({ run }) => run,
        () => 'SettleFunding',
      ),
  },
];

/** Commands that settle positions themselves, with all that an account has, and never more of them than a batch holds. */
const SETTLING: readonly string[] = ['SettleFunding', 'SettleAccountFunding', 'FixSettlement', 'SettleMarket'];

const NOTHING: SettleAccountFunding[] = [];

/**
 * Whoever anything else touches settles ahead of it, in batches of their own: what their orders hold pays before anybody else does, which
 * the middle of a walk that may meet those orders could not do, and no walk is cut short by what others have not settled. They are named in
 * the order in which they are touched; where they are many the engine pays some and asks anew (`AHEAD_MAX`).
 */
export const fundingAhead: Ahead = (view, { type }, events) => {
  // Most commands find everything settled.
  if (!events.some((event) => event.type === 'FundingSettled') || SETTLING.includes(type)) return NOTHING;
  const accounts = new Map<number, SettleAccountFunding>();
  for (const event of events) {
    if (event.type !== 'FundingSettled') continue;
    const asset = known(view.markets, event.market).terms.quote;
    accounts.set(event.user, { type: 'SettleAccountFunding', user: event.user, asset });
  }
  return [...accounts.values()];
};

type Track = CoreView['marks']['tracks'] extends ReadonlyMap<string, infer T> ? T : never;

/** There are a handful of markets; of one moment they come in the order in which they were listed. */
function earliest(
  { marks, perpetual }: CoreView,
  dueOf: (track: Track) => number,
  typeOf: (track: Track) => (FixFunding | SettleFunding)['type'],
): OwedNext | null {
  let found: OwedNext | null = null;
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
