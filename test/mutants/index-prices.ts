import type { Mutant } from './mutant';

export const INDEX: readonly Mutant[] = [
  {
    name: 'source-from-ahead',
    rule: 'A quote whose time lies ahead of the batch does not count.',
    find: '({ at }) => at <= now && now - at <= sourceStaleMs',
    put: '({ at }) => now - at <= sourceStaleMs',
    suites: ['index-price'],
  },
  {
    name: 'source-just-stale',
    rule: 'A quote exactly as old as allowed still counts.',
    find: 'at <= now && now - at <= sourceStaleMs',
    put: 'at <= now && now - at < sourceStaleMs',
    suites: ['index-price'],
  },
  {
    name: 'too-few-near',
    rule: 'Excluded sources do not count for the minimum number of sources.',
    find: 'agreeingSources.length < min',
    put: 'sources.length < min',
    suites: ['index-price'],
  },
  {
    name: 'index-just-stale',
    rule: 'An index exactly as old as allowed is not stale.',
    find: 'at - symbolState.latest.at > ageMs',
    put: 'at - symbolState.latest.at >= ageMs',
    suites: ['index-price', 'option'],
  },
  {
    name: 'index-in-use',
    rule: 'The terms of an index stay while a single user has a contract that settles by it.',
    find: ".open.byUser.size ?? 0) > 0) return reject('index.in.use')",
    put: ".open.byUser.size ?? 0) > 1) return reject('index.in.use')",
    suites: ['option'],
  },
  {
    name: 'index-each-second',
    rule: 'Exactly a second after a publication the next one may come.',
    find: 'at - symbolState.latest.at < PUBLICATION_MS_MIN',
    put: 'at - symbolState.latest.at <= PUBLICATION_MS_MIN',
    suites: ['index-price'],
  },
];
