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
  random(): number;
  session(): Session;
  wantedTopics(): readonly FollowedTopic[];
  /** True for a private channel. */
  isPrivate(channel: string): boolean;
  phaseOf(topic: FollowedTopic): Phase;
  /** Last known position to resume from, if any. */
  sinceOf(topic: FollowedTopic): number | null;
  onRequested(topic: FollowedTopic): void;
  onRefused(topic: FollowedTopic, errorText: string | null): void;
  onEnded(topic: FollowedTopic): void;
  onAnswered(channel: string, answer: Answer): void;
  onPushed(channel: string, push: unknown): void;
  onOpened(): void;
  onLost(): void;
  /** Called with the ticket's owner. */
  onOwner(user: number): void;
  /** Called when the ticket is unknown or ended. */
  onUnknownTicket(): void;
  onExpired(ticket: string | null, message: string): void;
  onServerTime(at: number): void;
}

interface PendingSubscription {
  topic: FollowedTopic;
  at: number;
  /** No request before this time. */
  until: number;
  /** Number of failed attempts. */
  attempts: number;
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
  const followedTopics = new Map<string, FollowedTopic>();
  /** Time of the next log-in or connection attempt, and the number of attempts so far. */
  let loginAt: number | null = null;
  let openAt: number | null = null;
  let failures = 0;

  const pauseAfter = (attempts: number): number =>
    Math.min(RETRY_MS * 2 ** attempts, RETRY_MS_MAX) * (1 + page.random() / 2);
  const isOurs = (): boolean => confirmed !== null && confirmed === page.session().id;

  const requestTopic = async (topic: FollowedTopic, attempts: number): Promise<void> => {
    const [key, at] = [keyOf(topic), page.now()];
    const question: PendingSubscription = {
      topic,
      at,
      until: at + pauseAfter(attempts),
      attempts: attempts + 1,
      isWaiting: true,
    };
    questions.set(key, question);
    followedTopics.set(key, topic);
    page.onRequested(topic);
    const since = page.sinceOf(topic);
    let reply: Ack<Answer> | null;
    try {
      reply = (await port.sendRequest('subscribe', since === null ? topic : { ...topic, since })) as Ack<Answer>;
    } catch {
      reply = null;
    }
    // The response is for an old connection or user, or for a topic no longer in use.
    if (questions.get(key) !== question) return;
    question.isWaiting = false;
    if (reply?.code === SUCCESS && reply.data) page.onAnswered(topic.channel, reply.data as Answer);
    else page.onRefused(topic, reply?.message ?? null);
  };

  const logIn = async (): Promise<void> => {
    const usedTicket = ticket;
    loginAt = null;
    let reply: Ack | null;
    try {
      reply = (await port.sendRequest('login', { ticket: usedTicket ?? '' })) as Ack;
    } catch {
      reply = null;
    }
    // On success the server sends a separate session event.
    if (usedTicket === ticket && !isOurs() && reply?.code !== SUCCESS) notConfirmed(reply?.message ?? null);
  };

  const notConfirmed = (errorText: string | null): void => {
    loginAt = page.now() + pauseAfter(failures);
    failures += 1;
    for (const topic of page.wantedTopics()) if (page.isPrivate(topic.channel)) page.onRefused(topic, errorText);
  };

  const sessionSaid = ({ code, message, user, at }: SessionPush): void => {
    page.onServerTime(at);
    if (ticket !== page.session().ticket) return;
    if (ENDED.has(code)) return page.onExpired(ticket, message);
    if (ticket === null) return;
    if (code === SUCCESS && user !== null) {
      page.onOwner(user);
      confirmed = page.session().id;
      loginAt = null;
      failures = 0;
      // Private topics were held back until now.
      return reconcile();
    }
    confirmed = null;
    if (code === NOT_LOGGED_IN) page.onUnknownTicket();
    notConfirmed(message);
  };

  const isDue = (topic: FollowedTopic, question: PendingSubscription): boolean => {
    if (page.phaseOf(topic) === 'live') question.attempts = 0;
    else if (!question.isWaiting) return page.now() >= question.until;
    return false;
  };

  const leave = (wantedKeys: ReadonlySet<string>): void => {
    for (const [key, topic] of followedTopics) {
      if (wantedKeys.has(key)) continue;
      followedTopics.delete(key);
      if (questions.delete(key)) port.send('unsubscribe', topic);
      page.onEnded(topic);
    }
  };

  function reconcile(): void {
    const now = page.now();
    if (openAt !== null && now >= openAt) {
      openAt = null;
      port.open();
    }
    const wantedTopics = page.wantedTopics();
    leave(new Set(wantedTopics.map(keyOf)));
    // A socket being opened uses the current ticket, and is not closed before it is open.
    if (!port.isOpen()) return;
    if (page.session().ticket !== ticket) return port.reopen();
    if (loginAt !== null && now >= loginAt) void logIn();
    for (const topic of wantedTopics) {
      if (page.isPrivate(topic.channel) && !isOurs()) continue;
      const question = questions.get(keyOf(topic));
      if (!question) void requestTopic(topic, 0);
      else if (isDue(topic, question)) void requestTopic(topic, question.attempts);
    }
  }

  return {
    reconcile,
    greet: () => (ticket = page.session().ticket),
    onOpened: () => {
      // Subscriptions of an earlier connection are lost.
      questions = new Map();
      confirmed = null;
      page.onOpened();
    },
    onLost: (isByServer) => {
      questions = new Map();
      confirmed = null;
      loginAt = null;
      if (isByServer) {
        openAt = page.now() + pauseAfter(failures);
        failures += 1;
      }
      page.onLost();
    },
    onMessage: (event, payload) => {
      if (event === 'session') return sessionSaid(payload as SessionPush);
      const channel = event === 'snapshot' ? (payload as SnapshotPush).channel : event;
      // For a user to whom the page does not belong.
      if (page.isPrivate(channel) && !isOurs()) return;
      if (event === 'snapshot') page.onAnswered(channel, { snapshot: (payload as SnapshotPush).snapshot });
      else page.onPushed(channel, payload);
    },
  };
}
