/** Start and end of contracts by publications, in slices, each at its own time. */
import {
  ENTRY_WAIT_MS,
  areLevelsAround,
  findEnd,
  findEntry,
  levelReached,
  outcomeOf,
  payoutFor,
} from '../../../../shared/products/option/rules/settlement';
import type { Context, Decision } from '../../../core/decision';
import { getOrThrow } from '../../../core/evolve-helpers';
import { houseAccount, type Entry } from '../../../core/ledger/entry';
import { bucketsOf } from '../../../core/ledger/ledger';
import type { Publication as QuotedPublication } from '../../../core/index-price/state';
import type { DueWork, DueItem } from '../../../core/product';
import { firstRanked, rankedUpTo } from '../../../core/indexes/ranked-ids';
import { broken } from '../../../core/rejection';
import type { CoreView } from '../../../core/state';
import type { EnterOptions, SettleOptions } from './commands';
import type { OptionEntered, OptionSettled, Publication, RefundReason } from './events';
import type { OptionContract } from './state';

/** Contracts per batch: their events and entries fill less than half of it. */
export const OPTIONS_SLICE = 200;

type ContractView = Readonly<OptionContract>;

/** Timeout of the wait for an entry: one millisecond after the last possible one. */
function entryMissedAt({ from }: Pick<ContractView, 'from'>): number {
  return from + ENTRY_WAIT_MS + 1;
}

export function decideEnterOptions(view: CoreView, { symbol }: EnterOptions, { at }: Context): Decision {
  const { waiting, published } = getOrThrow(view.options.products, symbol);
  const events: (OptionEntered | OptionSettled)[] = [];
  for (const ranked of Object.values(waiting)) {
    for (const { id } of rankedUpTo(ranked, at, OPTIONS_SLICE - events.length)) {
      const contract = getOrThrow(view.options.contracts, id);
      const entry = findEntry(published, contract);
      if (entry) events.push(enteredEvent(view, contract, entry));
      else if (entryMissedAt(contract) <= at) {
        events.push(
          refundEvent(view, contract, { end: 'refunded', reason: 'entry_missed', dueAt: entryMissedAt(contract) }),
        );
      } else break;
    }
  }
  return events.length > 0 ? events : broken(`no contract of ${symbol} enters`);
}

function enteredEvent(view: CoreView, contract: ContractView, entry: Publication): OptionEntered | OptionSettled {
  const { id, user, symbol, direction, durationMs } = contract;
  const { price, at, batch } = entry;
  const publication = { price, at, batch };
  if (!areLevelsAround(contract, direction, price)) {
    return refundEvent(view, contract, { end: 'refunded', reason: 'level_passed', dueAt: at, publication });
  }
  return { type: 'OptionEntered', contract: id, user, symbol, ...publication, endsAt: at + durationMs };
}

export function decideSettleOptions(view: CoreView, { symbol }: SettleOptions, { at }: Context): Decision {
  const { running, published } = getOrThrow(view.options.products, symbol);
  const events: OptionSettled[] = [];
  for (const [id, hitSymbol] of view.options.hits) {
    if (events.length === OPTIONS_SLICE) break;
    if (hitSymbol === symbol) events.push(settledEvent(view, getOrThrow(view.options.contracts, id), published));
  }
  for (const { id } of rankedUpTo(running, at, OPTIONS_SLICE - events.length)) {
    if (!view.options.hits.has(id)) events.push(settledEvent(view, getOrThrow(view.options.contracts, id), published));
  }
  return events.length > 0 ? events : broken(`no contract of ${symbol} ends`);
}

function settledEvent(view: CoreView, contract: ContractView, published: readonly QuotedPublication[]): OptionSettled {
  const { direction, durationMs, hit } = contract;
  const entry = contract.entry ?? broken(`contract ${contract.id} ends and has not begun`);
  const dueAt = entry.at + durationMs;
  if (hit) {
    const end = levelReached(contract, direction, hit.price) ?? broken(`contract ${contract.id} reached no level`);
    return payoutEvent(view, contract, { end, dueAt: hit.at, publication: hit, elapsedMs: hit.at - entry.at });
  }
  const last = findEnd(published, contract, entry, dueAt);
  if (!last) return refundEvent(view, contract, { end: 'refunded', reason: 'index_stale', dueAt });
  const end = outcomeOf(direction, entry.price, last.price);
  const { price, at, batch } = last;
  return payoutEvent(view, contract, { end, dueAt, publication: { price, at, batch }, elapsedMs: durationMs });
}

interface Paying {
  end: Exclude<OptionSettled['end'], 'refunded' | 'cancelled'>;
  dueAt: number;
  publication: Publication;
  elapsedMs: number;
}

function payoutEvent(
  view: CoreView,
  contract: ContractView,
  { end, dueAt, publication, elapsedMs }: Paying,
): OptionSettled {
  const { id, user, symbol, asset, hold } = contract;
  const { returnedStake, income, fee, houseShare } = payoutFor(contract, end, elapsedMs);
  const { available, locked } = bucketsOf(view.ledger, 'option', user, asset);
  const option = houseAccount('option', asset);
  const fees = houseAccount('fees', asset);
  const entries: Entry[] = [];
  const add = (entry: Entry): void => {
    if (entry.amount > 0n) entries.push(entry);
  };
  const isGain = houseShare === 0n && (end === 'won' || end === 'take_profit');
  add({
    kind: end === 'tie' ? 'option_refund' : 'option_return',
    debit: locked,
    credit: available,
    amount: returnedStake,
    hold,
  });
  add({ kind: 'option_income', debit: option, credit: available, amount: income });
  if (isGain) add({ kind: 'option_fee', debit: available, credit: fees, amount: fee });
  else add({ kind: 'option_lost_fee', debit: locked, credit: fees, amount: fee, hold });
  add({ kind: 'option_lost', debit: locked, credit: option, amount: houseShare, hold });
  const paid = returnedStake + income - (isGain ? fee : 0n);
  return { type: 'OptionSettled', contract: id, user, symbol, end, dueAt, ...publication, paid, income, fee, entries };
}

interface Refunding {
  end: 'refunded' | 'cancelled';
  reason?: RefundReason;
  dueAt: number;
  publication?: Publication;
}

/** Refunds the whole stake. */
export function refundEvent(
  view: CoreView,
  contract: ContractView,
  { end, reason, dueAt, publication }: Refunding,
): OptionSettled {
  const { id, user, symbol, asset, stake, hold } = contract;
  const { available, locked } = bucketsOf(view.ledger, 'option', user, asset);
  const entries: Entry[] = [{ kind: 'option_refund', debit: locked, credit: available, amount: stake, hold }];
  const money = { paid: stake, income: 0n, fee: 0n, entries };
  return { type: 'OptionSettled', contract: id, user, symbol, end, reason, dueAt, ...publication, ...money };
}

/** Run before the next user command, so that results due by index or time count from then. */
export const optionDueWork: readonly DueWork[] = [
  { kind: 'option_entries', urgency: 'urgent', place: 90, next: nextEntry },
  {
    kind: 'option_levels',
    urgency: 'urgent',
    place: 91,
    next({ options }) {
      for (const [id, symbol] of options.hits) {
        const dueAt = getOrThrow(options.contracts, id).hit?.at ?? 0;
        return { dueAt, id, command: { type: 'SettleOptions', symbol } };
      }
      return null;
    },
  },
  {
    kind: 'option_ends',
    urgency: 'urgent',
    place: 92,
    next({ options }) {
      let found: DueItem | null = null;
      for (const [symbol, { running }] of options.products) {
        const first = firstRanked(running);
        if (!first || (found && found.dueAt <= first.rank)) continue;
        found = { dueAt: first.rank, id: first.id, command: { type: 'SettleOptions', symbol } };
      }
      return found;
    },
  },
];

function nextEntry({ options }: CoreView): DueItem | null {
  let found: DueItem | null = null;
  for (const [symbol, { waiting, published }] of options.products) {
    for (const ranked of Object.values(waiting)) {
      const first = firstRanked(ranked);
      if (!first) continue;
      const contract = getOrThrow(options.contracts, first.id);
      const dueAt = findEntry(published, contract)?.at ?? entryMissedAt(contract);
      if (!found || dueAt < found.dueAt) found = { dueAt, id: first.id, command: { type: 'EnterOptions', symbol } };
    }
  }
  return found;
}
