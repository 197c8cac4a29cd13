/** Index prices: what sources outside say a coin costs, published by feeds, moved by nobody. */
import { dayOf } from '../../../shared/rules/days';
import { positionOf, type Batch } from '../event';
import { known } from '../folding';
import { nothingOpen, type CommandRow, type EventRow, type Part } from '../product';
import { invariant } from '../rejection';
import { takesTwo } from '../staff/rule';
import type { CoreState, ProductStates } from '../state';
import type { IndexCommand } from './commands';
import { PublishIndex, PublishSeed, RevealSeed, SetIndexTerms } from './commands';
import { decidePublishIndex } from './decide-publish';
import { decidePublishSeed, decideRevealSeed } from './decide-seeds';
import { decideSetIndexTerms } from './decide-terms';
import type { IndexEvent, IndexPrice } from './events';
import { IndexPublished, IndexSeedCommitted, IndexSeedRevealed, IndexSourceNamed, IndexTermsSet } from './events';
import { indexLines } from './lines';
import { agesWith } from './pace';
import { changesIndexTerms } from './staff-rules';
import { createIndexState, seedKey } from './state';

const indexCommands: { [T in IndexCommand['type']]: CommandRow<Extract<IndexCommand, { type: T }>> } = {
  SetIndexTerms: {
    about: 'Sets decimals, freshness and smallest number of sources of an index.',
    senders: ['admin'],
    staff: takesTwo(changesIndexTerms),
    message: SetIndexTerms,
    lasting: nothingOpen,
    decide: decideSetIndexTerms,
  },
  PublishIndex: {
    about: 'Publishes source prices; the core computes the index from them.',
    senders: ['feed'],
    message: PublishIndex,
    lasting: null,
    decide: decidePublishIndex,
  },
  PublishSeed: {
    about: 'Commits the hash of the seed of a simulated index, before the first price of the day.',
    senders: ['feed'],
    message: PublishSeed,
    lasting: null,
    decide: decidePublishSeed,
  },
  RevealSeed: {
    about: 'Reveals that seed after the day is over.',
    senders: ['feed'],
    message: RevealSeed,
    lasting: null,
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

/** The first publication of a day, be it after a week, leaves the one before it as the last of its own day. */
function publish(state: CoreState, { symbol, price, sources }: IndexPrice, batch: Batch): void {
  const { at } = batch;
  const one = known(state.index.symbols, symbol);
  if (one.latest && dayOf(one.latest.at) < dayOf(at)) one.closing = one.latest;
  one.latest = { price, at, batch: positionOf(batch), sources };
  one.ages = agesWith(one.ages, one.latest);
}

export const index = {
  commands: indexCommands,
  events: indexEvents,
  lines: indexLines,
  states: (): Pick<ProductStates, 'index'> => ({ index: createIndexState() }),
} satisfies Part;
