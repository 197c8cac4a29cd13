import type { Session } from '../api/session';
import { RETRY_MS, RETRY_MS_MAX, createFollower, type Answer } from './follower';
import type { Phase } from './liveness';
import { keyOf, type FollowedTopic } from './stream-events';

const BOOK: FollowedTopic = { channel: 'depth', market: 'BTC-USDT' };
const ORDER: FollowedTopic = { channel: 'order' };
const BUSY = { code: 'system.busy', message: 'Busy.' };
const SNAPSHOT = { code: 'success', message: '', data: { snapshot: { seq: 1 } } };

interface Asked {
  event: string;
  request: object;
  answer: (reply: unknown) => Promise<void>;
}

/** Page, socket and clock controlled by the test. */
function desk({ ticket = null as string | null, wanted = [BOOK] } = {}) {
  const asked: Asked[] = [];
  const sent: object[] = [];
  const happened: unknown[][] = [];
  const phases = new Map<string, Phase>();
  const page = { now: 0, isOpen: false, session: { id: 's-1', ticket, user: null } as Session, wanted };
  const note =
    (name: string) =>
    (...facts: unknown[]) =>
      void happened.push([name, ...facts]);
  const settled = async () => {
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
  };
  const port = {
    isOpen: () => page.isOpen,
    sendRequest: (event: string, request: object) =>
      new Promise((resolve, reject) => {
        const answer = (reply: unknown) => {
          if (reply === 'late') reject(new Error('late'));
          else resolve(reply);
          return settled();
        };
        asked.push({ event, request, answer });
      }),
    send: (event: string, request: object) => void sent.push({ event, ...request }),
    open: note('open'),
    reopen: note('reopen'),
  };
  const follower = createFollower(port, {
    now: () => page.now,
    random: () => 0,
    session: () => page.session,
    wantedTopics: () => page.wanted,
    isPrivate: (channel: string) => channel === 'order' || channel === 'position',
    phaseOf: (topic) => phases.get(keyOf(topic)) ?? 'loading',
    sinceOf: (topic) => (topic.channel === 'order' && phases.has('order') ? 7 : null),
    onRequested: () => undefined,
    onRefused: note('refused'),
    onEnded: note('ended'),
    onAnswered: (channel: string, answer: Answer) => {
      phases.set(channel === 'depth' ? keyOf(BOOK) : channel, 'live');
      happened.push(['answered', channel, answer]);
    },
    onPushed: note('pushed'),
    onOpened: () => undefined,
    onLost: () => undefined,
    onOwner: (user) => {
      if (page.session.user !== null && page.session.user !== String(user)) {
        page.session = { ...page.session, id: `s-${user}`, user: String(user) };
        happened.push(['changed hands']);
      }
    },
    onUnknownTicket: note('unknown'),
    onExpired: note('expired'),
    onServerTime: () => undefined,
  });
  return {
    page,
    phases,
    asked,
    sent,
    happened,
    follower,
    open: () => {
      follower.greet();
      page.isOpen = true;
      follower.onOpened();
      follower.reconcile();
    },
    lose: (isByServer = false) => {
      page.isOpen = false;
      follower.onLost(isByServer);
    },
    pass: (ms: number) => {
      page.now += ms;
      follower.reconcile();
    },
    session: (code: string, user: number | null) => {
      follower.onMessage('session', { code, message: 'Words.', user, at: 0 });
      follower.reconcile();
    },
    topics: () => asked.map(({ request }) => request),
  };
}

describe('subscription', () => {
  it('is requested once when the socket is open and cancelled when no longer needed', async () => {
    const { open, asked, pass, page, follower, sent, happened, topics } = desk();
    follower.reconcile();
    expect(asked).toEqual([]);
    open();
    pass(60_000);
    expect(topics()).toEqual([BOOK]);
    await asked[0].answer(SNAPSHOT);
    expect(happened).toEqual([['answered', 'depth', SNAPSHOT.data]]);
    pass(60_000);
    expect(asked).toHaveLength(1);
    page.wanted = [];
    follower.reconcile();
    expect(sent).toEqual([{ event: 'unsubscribe', ...BOOK }]);
    expect(happened.at(-1)).toEqual(['ended', BOOK]);
  });

  it.each([
    ['refused', BUSY, 'Busy.'],
    ['not answered', 'late', null],
  ])('that is %s is retried with growing pauses', async (_, reply, words) => {
    const { open, asked, pass, happened } = desk();
    open();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      await asked[attempt - 1].answer(reply);
      let waited = 0;
      for (; asked.length === attempt; waited += RETRY_MS) pass(RETRY_MS);
      pauses.push(waited);
    }
    expect(happened[0]).toEqual(['refused', BOOK, words]);
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15, 15].map((times) => times * RETRY_MS));
    expect(Math.max(...pauses)).toBe(RETRY_MS_MAX);
  });

  it('is requested again after a gap, but not repeatedly', async () => {
    const { open, asked, pass, phases, follower } = desk();
    open();
    await asked[0].answer(SNAPSHOT);
    pass(RETRY_MS);
    phases.set(keyOf(BOOK), 'resyncing');
    follower.reconcile();
    follower.reconcile();
    expect(asked).toHaveLength(2);
    await asked[1].answer(SNAPSHOT);
    phases.set(keyOf(BOOK), 'resyncing');
    follower.reconcile();
    expect(asked).toHaveLength(2);
  });

  it('gone stale during sleep is requested at once', async () => {
    const { open, asked, pass, phases } = desk();
    open();
    await asked[0].answer(SNAPSHOT);
    phases.set(keyOf(BOOK), 'stale');
    pass(8 * 3_600_000);
    expect(asked).toHaveLength(2);
  });

  it('ignores responses of a previous connection', async () => {
    const { open, lose, asked, happened } = desk();
    open();
    lose();
    open();
    await asked[0].answer(SNAPSHOT);
    expect(happened).toEqual([]);
    await asked[1].answer(SNAPSHOT);
    expect(happened).toHaveLength(1);
  });

  it('no longer needed after a reconnect is not requested', () => {
    const { open, lose, page, follower, asked, happened } = desk();
    open();
    lose();
    page.wanted = [];
    follower.reconcile();
    expect(happened).toEqual([['ended', BOOK]]);
    open();
    expect(asked).toHaveLength(1);
  });
});

describe('private topics', () => {
  const PUSH = { from: 1, to: 2, at: 0, updates: [] };
  const private_ = { ticket: 't-1', wanted: [ORDER] };

  it('wait until the socket is authenticated', () => {
    const { open, session, topics, follower, happened } = desk(private_);
    open();
    follower.onMessage('order', PUSH);
    expect([topics(), happened]).toEqual([[], []]);
    session('success', 7);
    expect(topics()).toEqual([ORDER]);
    follower.onMessage('order', PUSH);
    expect(happened).toEqual([['pushed', 'order', PUSH]]);
  });

  it('resume from the last known position', () => {
    const { open, session, topics, phases } = desk(private_);
    phases.set('order', 'stale');
    open();
    session('success', 7);
    expect(topics()).toEqual([{ ...ORDER, since: 7 }]);
  });

  it('switch the session to the server’s user before any data arrives', () => {
    const { open, session, page, happened } = desk(private_);
    page.session.user = '7';
    open();
    session('success', 8);
    expect(happened).toEqual([['changed hands']]);
    expect(page.session).toMatchObject({ id: 's-8', user: '8' });
  });

  it('are blocked after a session change, which reopens the socket', async () => {
    const { open, session, page, asked, follower, happened } = desk(private_);
    open();
    session('success', 7);
    page.session = { id: 's-2', ticket: 't-2', user: '8' };
    follower.onMessage('order', PUSH);
    follower.onMessage('snapshot', { channel: 'order', snapshot: {} });
    expect(happened).toEqual([]);
    follower.reconcile();
    expect(happened).toEqual([['reopen']]);
    follower.onOpened();
    await asked[0].answer(SNAPSHOT);
    expect(happened).toEqual([['reopen']]);
  });

  it('retry authentication while the ticket store is unavailable, and report the refusal', async () => {
    const { open, session, asked, pass, happened, topics } = desk(private_);
    open();
    session('system.busy', null);
    expect(happened).toEqual([['refused', ORDER, 'Words.']]);
    pass(RETRY_MS);
    expect(asked.map(({ event, request }) => [event, request])).toEqual([['login', { ticket: 't-1' }]]);
    await asked[0].answer(BUSY);
    expect(happened.at(-1)).toEqual(['refused', ORDER, 'Busy.']);
    pass(RETRY_MS);
    expect(asked).toHaveLength(1);
    pass(RETRY_MS);
    expect(asked).toHaveLength(2);
    session('success', 7);
    await asked[1].answer({ code: 'success', message: '' });
    expect(topics().at(-1)).toEqual(ORDER);
    pass(60_000);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ['4001', 'expired', ['expired', 't-1', 'Words.']],
    ['login.user.not.login', 'unknown', ['unknown']],
  ])('end according to the server’s answer on the ticket: %s', (code, _, told) => {
    const { open, session, happened } = desk(private_);
    open();
    session(code, null);
    expect(happened[0]).toEqual(told);
  });
});

it('reconnects after growing pauses when the server disconnects', () => {
  const { open, lose, pass, happened } = desk();
  open();
  lose(true);
  pass(RETRY_MS - 1);
  expect(happened).toEqual([]);
  pass(1);
  expect(happened).toEqual([['open']]);
  lose(true);
  pass(RETRY_MS);
  expect(happened).toHaveLength(1);
  pass(RETRY_MS);
  expect(happened).toHaveLength(2);
});
