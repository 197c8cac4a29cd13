/**
 * Keeps a socket's subscriptions as the page wants them. Retries after refusals and gaps with growing, random pauses. Blocks private data
 * until the server has confirmed the socket for the page's user.
 */
import type { Ack, Missed, SessionPush, SnapshotPush } from '../../../../shared/wire/market-data';
import type { Session } from '../api/session';
import type { Phase } from './liveness';
import type { SocketListener, SocketPort } from './socket-port';
import { keyOf, type FollowedTopic } from './stream-events';

/** Minimum pause before a retry; doubles with each failure. */
export const RETRY_MS = 2_000;
export const RETRY_MS_MAX = 30_000;
const SUCCESS = 'success';
const NOT_LOGGED_IN = 'login.user.not.login';
const ENDED: ReadonlySet<string> = new Set(['4001', '4003', 'audit.access.expired']);

export type Answer = { snapshot: unknown } | Missed;

/** Dependencies on the page. */
export interface StreamPage {
  now(): number;
  /** Random number from 0 to below 1. */
  chance(): number;
  session(): Session;
  wanted(): readonly FollowedTopic[];
  /** True for a private channel. */
  isPrivate(channel: string): boolean;
  phaseOf(topic: FollowedTopic): Phase;
  /** Last known position to resume from, if any. */
  sinceOf(topic: FollowedTopic): number | null;
  asked(topic: FollowedTopic): void;
  refused(topic: FollowedTopic, fault: string | null): void;
  ended(topic: FollowedTopic): void;
  answered(channel: string, answer: Answer): void;
  pushed(channel: string, push: unknown): void;
  opened(): void;
  lost(): void;
  /** Called with the ticket's owner. */
  owned(user: number): void;
  /** Called when the ticket is unknown or ended. */
  unknown(): void;
  expired(ticket: string | null, words: string): void;
  timeHeard(at: number): void;
}

interface PendingSubscription {
  topic: FollowedTopic;
  at: number;
  /** No request before this time. */
  until: number;
  /** Number of failed attempts. */
  tries: number;
  isWaiting: boolean;
}

export interface Follower extends SocketListener {
  /** Updates subscriptions to the page's wishes. Call after every change and every tick. */
  reconcile(): void;
}

export function createFollower(port: SocketPort, page: StreamPage): Follower {
  /** Ticket the socket was opened with. */
  let ticket: string | null = null;
  /** Session for which the server confirmed the socket. */
  let confirmed: string | null = null;
  let questions = new Map<string, PendingSubscription>();
  /** Requested topics, over all connections, that are still in use. */
  const followed = new Map<string, FollowedTopic>();
  /** Time of the next log-in or connection attempt, and the number of attempts so far. */
  let loginAt: number | null = null;
  let openAt: number | null = null;
  let failures = 0;

  const pauseAfter = (tries: number): number => Math.min(RETRY_MS * 2 ** tries, RETRY_MS_MAX) * (1 + page.chance() / 2);
  const isOurs = (): boolean => confirmed !== null && confirmed === page.session().id;

  const ask = async (topic: FollowedTopic, tries: number): Promise<void> => {
    const [key, at] = [keyOf(topic), page.now()];
    const question: PendingSubscription = {
      topic,
      at,
      until: at + pauseAfter(tries),
      tries: tries + 1,
      isWaiting: true,
    };
    questions.set(key, question);
    followed.set(key, topic);
    page.asked(topic);
    const since = page.sinceOf(topic);
    let reply: Ack<Answer> | null;
    try {
      reply = (await port.ask('subscribe', since === null ? topic : { ...topic, since })) as Ack<Answer>;
    } catch {
      reply = null;
    }
    // The response is for an old connection or user, or for a topic no longer in use.
    if (questions.get(key) !== question) return;
    question.isWaiting = false;
    if (reply?.code === SUCCESS && reply.data) page.answered(topic.channel, reply.data as Answer);
    else page.refused(topic, reply?.message ?? null);
  };

  const logIn = async (): Promise<void> => {
    const mine = ticket;
    loginAt = null;
    let reply: Ack | null;
    try {
      reply = (await port.ask('login', { ticket: mine ?? '' })) as Ack;
    } catch {
      reply = null;
    }
    // On success the server sends a separate session event.
    if (mine === ticket && !isOurs() && reply?.code !== SUCCESS) notConfirmed(reply?.message ?? null);
  };

  const notConfirmed = (words: string | null): void => {
    loginAt = page.now() + pauseAfter(failures);
    failures += 1;
    for (const topic of page.wanted()) if (page.isPrivate(topic.channel)) page.refused(topic, words);
  };

  const sessionSaid = ({ code, message, user, at }: SessionPush): void => {
    page.timeHeard(at);
    if (ticket !== page.session().ticket) return;
    if (ENDED.has(code)) return page.expired(ticket, message);
    if (ticket === null) return;
    if (code === SUCCESS && user !== null) {
      page.owned(user);
      confirmed = page.session().id;
      loginAt = null;
      failures = 0;
      // Private topics were held back until now.
      return reconcile();
    }
    confirmed = null;
    if (code === NOT_LOGGED_IN) page.unknown();
    notConfirmed(message);
  };

  const isDue = (topic: FollowedTopic, question: PendingSubscription): boolean => {
    if (page.phaseOf(topic) === 'live') question.tries = 0;
    else if (!question.isWaiting) return page.now() >= question.until;
    return false;
  };

  const leave = (wanted: ReadonlySet<string>): void => {
    for (const [key, topic] of followed) {
      if (wanted.has(key)) continue;
      followed.delete(key);
      if (questions.delete(key)) port.send('unsubscribe', topic);
      page.ended(topic);
    }
  };

  function reconcile(): void {
    const now = page.now();
    if (openAt !== null && now >= openAt) {
      openAt = null;
      port.open();
    }
    const wanted = page.wanted();
    leave(new Set(wanted.map(keyOf)));
    // A socket being opened uses the current ticket, and is not closed before it is open.
    if (!port.isOpen()) return;
    if (page.session().ticket !== ticket) return port.reopen();
    if (loginAt !== null && now >= loginAt) void logIn();
    for (const topic of wanted) {
      if (page.isPrivate(topic.channel) && !isOurs()) continue;
      const question = questions.get(keyOf(topic));
      if (!question) void ask(topic, 0);
      else if (isDue(topic, question)) void ask(topic, question.tries);
    }
  }

  return {
    reconcile,
    greet: () => (ticket = page.session().ticket),
    opened: () => {
      // Subscriptions of an earlier connection are lost.
      questions = new Map();
      confirmed = null;
      page.opened();
    },
    lost: (isByServer) => {
      questions = new Map();
      confirmed = null;
      loginAt = null;
      if (isByServer) {
        openAt = page.now() + pauseAfter(failures);
        failures += 1;
      }
      page.lost();
    },
    onMessage: (event, said) => {
      if (event === 'session') return sessionSaid(said as SessionPush);
      const channel = event === 'snapshot' ? (said as SnapshotPush).channel : event;
      // For a user to whom the page does not belong.
      if (page.isPrivate(channel) && !isOurs()) return;
      if (event === 'snapshot') page.answered(channel, { snapshot: (said as SnapshotPush).snapshot });
      else page.pushed(channel, said);
    },
  };
}
