import type { Command } from '../../server/core/command';
import { BATCH_BYTES_MAX } from '../../server/core/bounds';
import { encodeBody } from '../../server/products/core';
import { freshIndex, indexBefore } from '../../server/core/index-price/fresh-index';
import { dayStart } from '../../shared/rules/days';
import {
  given,
  indexTerms,
  occurred,
  publish,
  quotes,
  refused,
  restoredFromSnapshot,
  seed,
  seedHash,
  system,
  expectThat,
  type Scenario,
  type Step,
} from '../tools/fixtures/core-fixture';

const SECOND_MS = 1_000;
/** Noon of a day, far from midnight. */
const DAY = 20_400;
const NOON = dayStart(DAY) + 12 * 3_600_000;

/** Sets the clock for the next decision. */
function at(scenario: Scenario, time: number): Scenario {
  scenario.exchange.now = time;
  return scenario;
}
const terms = (fields: Parameters<typeof indexTerms>[0] = {}) => at(given(indexTerms(fields)), NOON);
const published = (price: number, ...sources: [source: number, price: number, at: number][]) =>
  occurred('IndexPublished', {
    prices: [
      {
        symbol: 'BTC-USDT',
        price,
        sources: sources.map(([source, shown, when]) => ({ source, price: shown, at: when })),
      },
    ],
  });

describe('an index publication', () => {
  test('is the median of its sources and numbers each new source', () => {
    at(
      terms()
        .when(publish([100, 102, 101], NOON))
        .then(
          occurred('IndexSourceNamed', { source: 0, name: 'a' }),
          occurred('IndexSourceNamed', { source: 1, name: 'b' }),
          occurred('IndexSourceNamed', { source: 2, name: 'c' }),
          published(101, [0, 100, NOON], [1, 102, NOON], [2, 101, NOON]),
        ),
      NOON + SECOND_MS,
    )
      .when(publish([110, 108], NOON + SECOND_MS))
      .then(published(109, [0, 110, NOON + SECOND_MS], [1, 108, NOON + SECOND_MS]));
  });

  test('leaves out sources more than 5 % off, without numbering them', () => {
    terms()
      .when(publish([100, 200, 101], NOON))
      .then(
        occurred('IndexSourceNamed', { source: 0, name: 'a' }),
        occurred('IndexSourceNamed', { source: 1, name: 'c' }),
        published(100, [0, 100, NOON], [1, 101, NOON]),
      );
  });

  test('includes a source exactly 5 % off', () => {
    const named = ['a', 'b', 'c'].map((name) => occurred('IndexSourceNamed', { name }));
    terms()
      .when(publish([100, 100, 105], NOON))
      .then(...named, published(100, [0, 100, NOON], [1, 100, NOON], [2, 105, NOON]));
  });

  test.each<[string, number, boolean]>([
    ['as old as may be', NOON - 5_000, true],
    ['a millisecond older', NOON - 5_001, false],
    ['of this moment', NOON, true],
    ['ahead of the batch', NOON + 1, false],
  ])('with a source that is %s', (_, time, counts) => {
    const sources = [...quotes([100, 100], NOON).sources, { source: 'edge', price: 104, at: time }];
    terms({ sourcesMin: 3 })
      .when(system({ type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] }))
      .then(
        ...(counts
          ? [
              ...['a', 'b', 'edge'].map((name) => occurred('IndexSourceNamed', { name })),
              published(100, [0, 100, NOON], [1, 100, NOON], [2, 104, time]),
            ]
          : [refused('index.sources.too.few')]),
      );
  });

  test('needs the minimum number of agreeing sources', () => {
    terms()
      .when(publish([100, 120], NOON))
      .then(refused('index.sources.too.few'));
    terms()
      .when(publish([100], NOON))
      .then(refused('index.sources.too.few'));
    terms().when(publish([], NOON)).then(refused('index.sources.too.few'));
    // The third source is too far off and does not count.
    terms({ sourcesMin: 3 })
      .when(publish([100, 101, 200], NOON))
      .then(refused('index.sources.too.few'));
    terms({ sourcesMin: 1 })
      .when(publish([100], NOON))
      .then(occurred('IndexSourceNamed'), published(100, [0, 100, NOON]));
  });

  test('of one symbol without agreement does not block another', () => {
    at(given(indexTerms(), indexTerms({ symbol: 'ETH-USDT' })), NOON)
      .when(
        system({
          type: 'PublishIndex',
          prices: [quotes([100, 120], NOON), quotes([30, 30], NOON, 'ETH-USDT')],
        }),
      )
      .then(
        occurred('IndexSourceNamed'),
        occurred('IndexSourceNamed'),
        expectThat((_, { events }) => {
          expect(events.at(-1)).toMatchObject({ prices: [{ symbol: 'ETH-USDT', price: 30 }] });
        }),
        occurred('IndexPublished'),
      );
  });

  test('is at least one second after the last one of its symbol, from any feed', () => {
    const scenario = terms().given(publish([100, 100], NOON));
    for (const actor of ['feed/index', 'feed/another'] as const) {
      at(scenario, NOON + SECOND_MS - 1)
        .when({ ...publish([101, 101], NOON), actor })
        .then(refused('index.too.soon'));
    }
    at(scenario, NOON + SECOND_MS)
      .when({ ...publish([101, 101], NOON), actor: 'feed/another' })
      .then(published(101, [0, 101, NOON], [1, 101, NOON]));
    // The first feed still publishes, now too early.
    at(scenario, NOON + SECOND_MS + 1)
      .when(publish([100, 100], NOON))
      .then(refused('index.too.soon'));
  });

  test('of a due symbol is not blocked by one that is not due', () => {
    const scenario = at(given(indexTerms(), indexTerms({ symbol: 'ETH-USDT' })), NOON).given(publish([100, 100], NOON));
    at(scenario, NOON + 500)
      .when(system({ type: 'PublishIndex', prices: [quotes([101, 101], NOON), quotes([30, 30], NOON, 'ETH-USDT')] }))
      .then(
        occurred('IndexPublished', {
          prices: [
            {
              symbol: 'ETH-USDT',
              price: 30,
              sources: [
                { source: 0, price: 30, at: NOON },
                { source: 1, price: 30, at: NOON },
              ],
            },
          ],
        }),
      )
      // One symbol is too early and the other lacks agreement.
      .when(system({ type: 'PublishIndex', prices: [quotes([101], NOON)] }))
      .then(refused('index.too.soon'));
  });

  test('waits while journal time stands still: a clock set back publishes no prices', () => {
    const scenario = terms().given(publish([100, 100], NOON));
    for (const back of [60_000, 30_000, 1]) {
      at(scenario, NOON - back)
        .when(publish([101, 101], NOON - back))
        .then(refused('index.too.soon'));
    }
    at(scenario, NOON + SECOND_MS)
      .when(publish([101, 101], NOON + SECOND_MS))
      .then(published(101, [0, 101, NOON + SECOND_MS], [1, 101, NOON + SECOND_MS]));
  });

  test('may be the first after a week', () => {
    const week = NOON + 7 * 86_400_000;
    at(terms().given(publish([100, 100], NOON)), week)
      .when(publish([300, 300], week))
      .then(published(300, [0, 300, week], [1, 300, week]));
  });

  test.each<[string, Command]>([
    ['nothing', { type: 'PublishIndex', prices: [] }],
    ['a symbol twice', { type: 'PublishIndex', prices: [quotes([100, 100]), quotes([100, 100])] }],
    ['a source twice', oneSource({ source: 'a', price: 100, at: NOON }, { source: 'a', price: 101, at: NOON })],
    ...[0, -1, 1.5, NaN, Infinity, 2 ** 53].map((price): [string, Command] => [
      `a price of ${price}`,
      oneSource({ source: 'a', price, at: NOON }),
    ]),
    ...[-1, 0.5, NaN].map((time): [string, Command] => [
      `a time of ${time}`,
      oneSource({ source: 'a', price: 1, at: time }),
    ]),
    ...['', ' a', 'x'.repeat(33), 'a"b', 'a\\', 'é'].map((source): [string, Command] => [
      `a source named ${JSON.stringify(source)}`,
      oneSource({ source, price: 1, at: NOON }),
    ]),
    ['seventeen sources', { type: 'PublishIndex', prices: [quotes(Array.from({ length: 17 }, () => 100))] }],
    [
      'too many symbols',
      { type: 'PublishIndex', prices: Array.from({ length: 201 }, (_, n) => quotes([100], NOON, `C${n}-USDT`)) },
    ],
  ])('of %s is refused as a whole', (_, command) => {
    terms().when(system(command)).then(refused('index.publication.invalid'));
  });

  test('with a symbol without terms is refused as a whole', () => {
    terms()
      .when(system({ type: 'PublishIndex', prices: [quotes([100, 100], NOON), quotes([1, 1], NOON, 'X-USDT')] }))
      .then(refused('index.symbol.unknown', { symbol: 'X-USDT' }));
  });

  test('with the maximum of symbols and sources fits one batch', () => {
    const symbols = Array.from({ length: 200 }, (_, n) => `${`C${n}`.padEnd(12, 'X')}-ABCDEFGHIJKL`);
    const scenario = at(given(...symbols.map((symbol) => indexTerms({ symbol, sourcesMin: 1 }))), NOON);
    const most = Number.MAX_SAFE_INTEGER;
    const prices = symbols.map((symbol) =>
      quotes(
        Array.from({ length: 16 }, () => most),
        NOON,
        symbol,
      ),
    );
    scenario.given(system({ type: 'PublishIndex', prices }));
    const batch = scenario.exchange.batches.at(-1);
    expect(batch?.events.at(-1)).toMatchObject({ prices: symbols.map((symbol) => ({ symbol, price: most })) });
    expect(Buffer.byteLength(encodeBody(batch!))).toBeLessThan(BATCH_BYTES_MAX / 2);
  });
});

describe('index terms', () => {
  test.each([
    ['a symbol that is none', { symbol: 'BTC' }],
    ['a symbol of small letters', { symbol: 'btc-USDT' }],
    ['three names', { symbol: 'A-B-C' }],
    ['a coin in itself', { symbol: 'BTC-BTC' }],
    ['too many decimals', { decimals: 13 }],
    ['fewer than none', { decimals: -1 }],
    ['half a decimal', { decimals: 0.5 }],
    ['sources that are old at once', { sourceStaleMs: 99 }],
    ['sources that never are', { sourceStaleMs: 3_600_001 }],
    ['a price that is old before the next may come', { staleMs: 999 }],
    ['a price that holds for ever', { staleMs: 86_400_001 }],
    ['no source', { sourcesMin: 0 }],
    ['more sources than there may be', { sourcesMin: 17 }],
  ])('with %s are refused', (_, fields) => {
    given().when(indexTerms(fields)).then(refused('index.terms.invalid'));
  });

  test('may change except for the decimals, and published prices stay', () => {
    terms()
      .given(publish([100, 100], NOON))
      .when(indexTerms({ decimals: 3 }))
      .then(refused('index.decimals.fixed'))
      .when(indexTerms({ staleMs: 2_000 }))
      .then(
        occurred('IndexTermsSet', { staleMs: 2_000, reason: 'listed' }),
        expectThat(({ state }) => {
          expect(freshIndex(state, 'BTC-USDT', NOON + 2_000)).toEqual({ price: 100, decimals: 2, at: NOON });
          expect(freshIndex(state, 'BTC-USDT', NOON + 2_001)).toBeNull();
        }),
      );
  });
});

describe('index lookups', () => {
  test('return the latest price until it is stale', () => {
    const { state } = terms().given(publish([100, 100], NOON)).exchange;
    expect(freshIndex(state, 'BTC-USDT', NOON + 10_000)).toEqual({ price: 100, decimals: 2, at: NOON });
    expect(freshIndex(state, 'BTC-USDT', NOON + 10_001)).toBeNull();
    expect(freshIndex(state, 'ETH-USDT', NOON)).toBeNull();
    expect(freshIndex(given(indexTerms()).exchange.state, 'BTC-USDT', NOON)).toBeNull();
  });

  test('return the last price before a midnight, also if the next one came long after it', () => {
    const day = DAY;
    const last = dayStart(day + 1) - 1;
    const scenario = at(terms().given(publish([100, 100], NOON)), last).given(publish([101, 101], last));
    const before = (midnight: number) =>
      indexBefore(scenario.exchange.state, 'BTC-USDT', dayStart(midnight))?.price ?? null;
    // No publication has come after midnight: the latest price is the last one before it.
    expect(before(day + 1)).toBe(101);
    expect(before(day + 4)).toBe(101);
    const later = dayStart(day + 3);
    at(scenario, later).given(publish([300, 300], later));
    restoredFromSnapshot(scenario);
    expect([day + 1, day + 2, day + 3, day + 4].map(before)).toEqual([101, 101, 101, 300]);
    at(scenario, later + 5_000).given(publish([301, 301], later));
    expect([day + 3, day + 4].map(before)).toEqual([101, 301]);
    at(scenario, dayStart(day + 4)).given(publish([400, 400], dayStart(day + 4)));
    // Only the latest price and the last price of the publication day before it are kept.
    expect([day + 3, day + 4, day + 5].map(before)).toEqual([null, 301, 400]);
    expect(indexBefore(scenario.exchange.state, 'ETH-USDT', later)).toBeNull();
    expect(indexBefore(given(indexTerms()).exchange.state, 'BTC-USDT', later)).toBeNull();
  });

  test('are unchanged by a restart between two publications', () => {
    const scenario = terms().given(publish([100, 100, 101], NOON), seedHash(DAY));
    at(restoredFromSnapshot(scenario), NOON + SECOND_MS)
      .when(publish([102, 102, 103], NOON))
      .then(published(102, [0, 102, NOON], [1, 102, NOON], [2, 103, NOON]));
  });
});

describe('the seed of a day', () => {
  const day = DAY;

  test('is committed before or during its day, once per feed, and revealed after it', () => {
    const scenario = at(given(), NOON)
      .when(seedHash(day), seedHash(day + 1), { ...seedHash(day), actor: 'feed/another' })
      .then(
        occurred('IndexSeedCommitted', { feed: 'index', day, hash: 'ab'.repeat(32) }),
        occurred('IndexSeedCommitted', { feed: 'index', day: day + 1 }),
        occurred('IndexSeedCommitted', { feed: 'another', day }),
      )
      .when(seedHash(day, 'cd'.repeat(32)))
      .then(refused('index.seed.already.committed'));
    at(restoredFromSnapshot(scenario), dayStart(day + 1) - 1)
      .when(seed(day))
      .then(refused('index.seed.too.early'));
    at(scenario, dayStart(day + 1))
      .when(seed(day))
      .then(occurred('IndexSeedRevealed', { feed: 'index', day, seed: 'seed' }))
      .when(seed(day))
      .then(refused('index.seed.not.committed'))
      .when(seedHash(day))
      .then(refused('index.seed.invalid'))
      .when(seed(day + 1))
      .then(refused('index.seed.too.early'));
    expect([...scenario.exchange.state.index.seeds.keys()].sort()).toEqual([`another/${day}`, `index/${day + 1}`]);
  });

  test('is not revealed without a commitment by the same feed', () => {
    const scenario = at(at(given(), NOON).given(seedHash(day)), dayStart(day + 1));
    scenario
      .when(seed(day - 1))
      .then(refused('index.seed.not.committed'))
      .when({ ...seed(day), actor: 'feed/another' })
      .then(refused('index.seed.not.committed'));
  });

  test.each<[string, Step]>([
    ['a day that is over', seedHash(day - 1)],
    ['a day far ahead', seedHash(day + 8)],
    ['half a day', seedHash(day + 0.5)],
    ['a hash of capitals', seedHash(day, 'AB'.repeat(32))],
    ['a hash that is too short', seedHash(day, 'ab')],
    ['an empty seed', seed(day, '')],
    ['a seed that is too long', seed(day, 'x'.repeat(129))],
    ['a seed of letters that have many forms', seed(day, 'é')],
  ])('%s is refused', (_, step) => {
    at(given(), NOON).when(step).then(refused('index.seed.invalid'));
  });
});

function oneSource(...sources: { source: string; price: number; at: number }[]): Command {
  return { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
}
