/**
 * Keeps the subscriptions of one socket as the page wants them, asks again after refusals and gaps, in growing pauses and
 * by chance, and lets nothing private in before the server has said that the socket stands for the page's own user.
 */
import type { Ack, Missed, SessionPush, SnapshotPush } from '../../../../shared/wire/market-data';
import type { Session } from '../api/session';
import type { Phase } from './liveness';
import type { SocketListener, SocketPort } from './socket-port';
import { PRIVATE_CHANNELS, keyOf, type FollowedTopic } from './stream-events';

/** The least time between two questions for the same; doubled with each one that brought nothing. */
export const RETRY_MS = 2_000;
export const RETRY_MS_MAX = 30_000;
const SUCCESS = 'success';
const NOT_LOGGED_IN = 'login.user.not.login';
const ENDED: ReadonlySet<string> = new Set(['4001', '4003', 'audit.access.expired']);

export type Answer = { snapshot: unknown } | Missed;

/** The page, as far as its streams go. */
export interface StreamPage {
  now(): number;
  /** From 0 to below 1. */
  chance(): number;
  session(): Session;
  wanted(): readonly FollowedTopic[];
  phaseOf(topic: FollowedTopic): Phase;
  /** The position to go on from, where one is known. */
  sinceOf(topic: FollowedTopic): number | null;
  asked(topic: FollowedTopic): void;
  refused(topic: FollowedTopic, fault: string | null): void;
  ended(topic: FollowedTopic): void;
  answered(channel: string, answer: Answer): void;
  pushed(channel: string, push: unknown): void;
  opened(): void;
  lost(): void;
  /** The server says who has the ticket of the page. */
  owned(user: number): void;
  /** The server does not know the ticket, or has ended it. */
  unknown(): void;
  expired(ticket: string | null, words: string): void;
  timeHeard(at: number): void;
}

interface Question {
  topic: FollowedTopic;
  at: number;
  /** Until when there is no other. */
  until: number;
  /** How many have brought nothing. */
  tries: number;
  isWaiting: boolean;
}

export interface Follower extends SocketListener {
  /** Brings the subscriptions in line with what the page wants: after every change of it and with every tick. */
  reconcile(): void;
}

export function createFollower(port: SocketPort, page: StreamPage): Follower {
  /** The ticket that the socket was opened with. */
  let ticket: string | null = null;
  /** The session of the page that the server has said the socket stands for. */
  let confirmed: string | null = null;
  let questions = new Map<string, Question>();
  /** What has been asked for, on whichever connection, and is looked at still. */
  const followed = new Map<string, FollowedTopic>();
  /** When to log in again, or to open again; and how often that has been tried. */
  let loginAt: number | null = null;
  let openAt: number | null = null;
  let failures = 0;

  const pauseAfter = (tries: number): number => Math.min(RETRY_MS * 2 ** tries, RETRY_MS_MAX) * (1 + page.chance() / 2);
  const isOurs = (): boolean => confirmed !== null && confirmed === page.session().id;

  const ask = async (topic: FollowedTopic, tries: number): Promise<void> => {
    const [key, at] = [keyOf(topic), page.now()];
    const question: Question = { topic, at, until: at + pauseAfter(tries), tries: tries + 1, isWaiting: true };
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
    // Of a connection or a user that is no more, or of what nobody looks at by now.
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
    // A success is told with the word on the session that comes beside it.
    if (mine === ticket && !isOurs() && reply?.code !== SUCCESS) notConfirmed(reply?.message ?? null);
  };

  const notConfirmed = (words: string | null): void => {
    loginAt = page.now() + pauseAfter(failures);
    failures += 1;
    for (const topic of page.wanted()) if (isPrivate(topic.channel)) page.refused(topic, words);
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
      return;
    }
    confirmed = null;
    if (code === NOT_LOGGED_IN) page.unknown();
    notConfirmed(message);
  };

  const isDue = (topic: FollowedTopic, question: Question): boolean => {
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
    // One that is being opened takes the ticket of its moment, and is not to be closed before it stands.
    if (!port.isOpen()) return;
    if (page.session().ticket !== ticket) return port.reopen();
    if (loginAt !== null && now >= loginAt) void logIn();
    for (const topic of wanted) {
      if (isPrivate(topic.channel) && !isOurs()) continue;
      const question = questions.get(keyOf(topic));
      if (!question) void ask(topic, 0);
      else if (isDue(topic, question)) void ask(topic, question.tries);
    }
  }

  return {
    reconcile,
    greet: () => (ticket = page.session().ticket),
    opened: () => {
      // The server knows nothing of what an earlier connection had asked for.
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
    said: (event, said) => {
      if (event === 'session') return sessionSaid(said as SessionPush);
      const channel = event === 'snapshot' ? (said as SnapshotPush).channel : event;
      // For a user whose page this is no more, or not yet.
      if (isPrivate(channel) && !isOurs()) return;
      if (event === 'snapshot') page.answered(channel, { snapshot: (said as SnapshotPush).snapshot });
      else page.pushed(channel, said);
    },
  };
}

function isPrivate(channel: string): boolean {
  return (PRIVATE_CHANNELS as readonly string[]).includes(channel);
}
