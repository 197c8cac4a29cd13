import type { SnapshotsAnswer } from '../../../../shared/wire/stream-snapshots';
import { POLL_MS, WAIT_MS, createPolling } from './polling';
import type { FollowedTopic } from './stream-events';

const BOOK: FollowedTopic = { channel: 'depth', market: 'BTC-USDT' };
const ORDER: FollowedTopic = { channel: 'order' };
const MISSED = { from: 4, to: 6, at: 0, updates: [] };
const ANSWER: SnapshotsAnswer = {
  at: 0,
  topics: [
    { topic: 'depth:BTC-USDT', channel: 'depth', snapshot: { seq: 1 } },
    { topic: 'order', refused: 'subscription.login.required' },
  ],
};

function desk() {
  const page = { now: 0, isOpen: false, wanted: [BOOK, ORDER], since: null as number | null };
  const asked: string[] = [];
  const happened: unknown[][] = [];
  let answer: SnapshotsAnswer | null | undefined = ANSWER;
  const note =
    (name: string) =>
    (...facts: unknown[]) =>
      void happened.push([name, ...facts]);
  const poll = createPolling({
    now: () => page.now,
    isOpen: () => page.isOpen,
    wantedTopics: () => page.wanted,
    sinceOf: ({ channel }) => (channel === 'order' ? page.since : null),
    fetchSnapshots: async (topics) => {
      asked.push(topics);
      return answer;
    },
    onAnswered: (channel, said) => note('answered')(channel, 'snapshot' in said ? said.snapshot : said),
    onRefused: ({ channel }) => note('refused')(channel),
    onEnded: note('ended'),
    exchangeAnswered: note('here'),
    exchangeSilent: note('away'),
  });
  return {
    page,
    asked,
    take: () => happened.splice(0),
    answers: (next: typeof answer) => (answer = next),
    at: async (ms: number) => {
      page.now = ms;
      poll();
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
    },
  };
}

describe('topics without an open socket', () => {
  it('are polled over HTTP after a delay, then at an interval', async () => {
    const { at, asked, take } = desk();
    await at(0);
    await at(WAIT_MS - 1);
    expect(asked).toEqual([]);
    await at(WAIT_MS);
    expect(asked).toEqual(['depth:BTC-USDT,order']);
    expect(take()).toEqual([['here'], ['answered', 'depth', { seq: 1 }], ['refused', 'order']]);
    await at(WAIT_MS + POLL_MS - 1);
    expect(asked).toHaveLength(1);
    await at(WAIT_MS + POLL_MS);
    expect(asked).toHaveLength(2);
  });

  it('are polled less often without a response, which is reported', async () => {
    const { at, asked, take, answers } = desk();
    answers(null);
    await at(0);
    await at(WAIT_MS);
    expect(take()).toEqual([['away']]);
    await at(WAIT_MS + POLL_MS);
    expect(asked).toHaveLength(1);
    await at(WAIT_MS + 2 * POLL_MS);
    expect(asked).toHaveLength(2);
  });

  it('are polled at once on a new topic; a dropped topic ends', async () => {
    const { at, page, asked, take } = desk();
    await at(0);
    await at(WAIT_MS);
    take();
    page.wanted = [ORDER, { channel: 'tickers' }];
    await at(WAIT_MS + 1);
    expect(asked).toEqual(['depth:BTC-USDT,order', 'order,tickers']);
    expect(take()).toEqual([['ended', BOOK], ['here'], ['refused', 'order']]);
  });

  it('with a known position request only missed updates', async () => {
    const { at, page, asked, take, answers } = desk();
    page.since = 4;
    answers({ at: 0, topics: [{ topic: 'order', channel: 'order', missed: MISSED }] });
    await at(0);
    await at(WAIT_MS);
    expect(asked).toEqual(['depth:BTC-USDT,order@4']);
    expect(take()).toEqual([['here'], ['answered', 'order', MISSED]]);
    // A new position does not make it a new topic, which would be polled at once.
    page.since = 6;
    await at(WAIT_MS + 1);
    expect(asked).toHaveLength(1);
  });

  it('are left to the socket once it opens, even during a request', async () => {
    const { at, page, asked, take } = desk();
    await at(0);
    page.now = WAIT_MS;
    const coming = at(WAIT_MS);
    page.isOpen = true;
    await coming;
    expect(take()).toEqual([]);
    await at(WAIT_MS + 10 * POLL_MS);
    expect(asked).toHaveLength(1);
  });
});
