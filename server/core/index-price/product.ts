/** Index prices: computed from external sources that feeds publish; nobody sets them. */
import { dayOf } from '../../../shared/rules/days';
import { positionOf, type Batch } from '../event';
import { getOrThrow } from '../evolve-helpers';
import { monthOnly, type CommandRow, type EventRow, type Part } from '../product';
import { invariant } from '../rejection';
import { twoPersonRule } from '../staff/rule';
import type { CoreState, ProductStates } from '../state';
import type { IndexCommand } from './commands';
import { PublishIndex, PublishSeed, RevealSeed, SetIndexTerms } from './commands';
import { decidePublishIndex } from './decide-publish';
import { decidePublishSeed, decideRevealSeed } from './decide-seeds';
import { decideSetIndexTerms } from './decide-terms';
import type { IndexEvent, IndexPrice } from './events';
import { IndexPublished, IndexSeedCommitted, IndexSeedRevealed, IndexSourceNamed, IndexTermsSet } from './events';
import { indexSnapshotRows } from './snapshot';
import { appendAge } from './quote-ages';
import { indexTermsApproval } from './staff-rules';
import { createIndexState, seedKey } from './state';

const indexCommands: { [T in IndexCommand['type']]: CommandRow<Extract<IndexCommand, { type: T }>> } = {
  SetIndexTerms: {
    about: 'Sets decimals, freshness and smallest number of sources of an index.',
    allowedActors: ['admin'],
    staff: twoPersonRule('markets', indexTermsApproval),
    message: SetIndexTerms,
    idempotencyRetention: monthOnly,
    decide: decideSetIndexTerms,
  },
  PublishIndex: {
    about: 'Publishes source prices; the core computes the index from them.',
    allowedActors: ['feed'],
    message: PublishIndex,
    idempotencyRetention: null,
    decide: decidePublishIndex,
  },
  PublishSeed: {
    about: 'Commits the hash of the seed of a simulated index, before the first price of the day.',
    allowedActors: ['feed'],
    message: PublishSeed,
    idempotencyRetention: null,
    decide: decidePublishSeed,
  },
  RevealSeed: {
    about: 'Reveals that seed after the day is over.',
    allowedActors: ['feed'],
    message: RevealSeed,
    idempotencyRetention: null,
    decide: decideRevealSeed,
  },
};

const indexEvents: { [T in IndexEvent['type']]: EventRow<Extract<IndexEvent, { type: T }>> } = {
  IndexTermsSet: {
    about: 'Terms of an index.',
    message: IndexTermsSet,
    evolve({ index }, { type: _, reason: __, ...terms }) {
      const { latest = null, closing = null, ages = [] } = index.symbols.get(terms.symbol) ?? {};
      index.symbols.set(terms.symbol, { terms, latest, closing, ages });
    },
  },
  IndexSourceNamed: {
    about: 'The number of a source, given with the first publication that counts it, for ever.',
    message: IndexSourceNamed,
    evolve({ index }, { source, name }) {
      invariant(source === index.sources.length, 'sources are numbered one after the other');
      index.sources.push(name);
    },
  },
  IndexPublished: {
    about: 'Index prices at the time of the batch, with the sources that counted.',
    message: IndexPublished,
    evolve(state, { prices }, batch) {
      for (const price of prices) publish(state, price, batch);
    },
  },
  IndexSeedCommitted: {
    about: 'The hash of the seed of a simulated index for a day.',
    message: IndexSeedCommitted,
    evolve({ index }, { feed, day, hash }) {
      index.seeds.set(seedKey({ feed, day }), { feed, day, hash });
    },
  },
  IndexSeedRevealed: {
    about: "The seed of a simulated index after its day; anyone can recompute the day's prices.",
    message: IndexSeedRevealed,
    evolve({ index }, { feed, day }) {
      invariant(index.seeds.delete(seedKey({ feed, day })), 'a seed is revealed that was committed');
    },
  },
};

/**
 * The first publication of a day makes its predecessor the closing publication of the predecessor's day, even after a
 * week.
 */
function publish(state: CoreState, { symbol, price, sources }: IndexPrice, batch: Batch): void {
  const { at } = batch;
  const one = getOrThrow(state.index.symbols, symbol);
  if (one.latest && dayOf(one.latest.at) < dayOf(at)) one.closing = one.latest;
  one.latest = { price, at, batch: positionOf(batch), sources };
  one.ages = appendAge(one.ages, one.latest);
}

export const index = {
  commands: indexCommands,
  events: indexEvents,
  snapshotRows: indexSnapshotRows,
  states: (): Pick<ProductStates, 'index'> => ({ index: createIndexState() }),
} satisfies Part;
