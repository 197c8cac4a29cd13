/** While no socket is open, the topics on the screen are asked for over HTTP: each answer is like a subscription's. */
import type { Missed } from '../../../../shared/wire/market-data';
import { askedName, type SnapshotsAnswer } from '../../../../shared/wire/stream-snapshots';
import { keyOf, type FollowedTopic } from './stream-events';

/** A socket that opens at once, or comes back at once, is not polled for. */
export const WAIT_MS = 1_000;
export const POLL_MS = 3_000;
export const POLL_MS_MAX = 30_000;

export interface PollingPage {
  now(): number;
  isOpen(): boolean;
  wanted(): readonly FollowedTopic[];
  /** The position to go on from, where one is known. */
  sinceOf(topic: FollowedTopic): number | null;
  /** Null when no answer came; undefined when one came that has no data. */
  ask(topics: string): Promise<SnapshotsAnswer | null | undefined>;
  answered(channel: string, answer: { snapshot: unknown } | Missed): void;
  refused(topic: FollowedTopic, fault: string | null): void;
  ended(topic: FollowedTopic): void;
  exchangeAnswered(): void;
  exchangeSilent(): void;
}

/** Call the result after every change of what is wanted, and once a second. */
export function createPolling(page: PollingPage): () => void {
  let closedSince: number | null = null;
  let isAsking = false;
  let askAt = 0;
  let failures = 0;
  let asked: ReadonlySet<string> = new Set();
  /** Told by an answer; the follower of the socket ends what it has asked for itself. */
  const told = new Map<string, FollowedTopic>();

  const poll = async (wanted: readonly FollowedTopic[]): Promise<void> => {
    isAsking = true;
    asked = new Set(wanted.map(keyOf));
    const answer = await page.ask(wanted.map((topic) => askedName(keyOf(topic), page.sinceOf(topic))).join(','));
    isAsking = false;
    failures = answer ? 0 : failures + 1;
    askAt = page.now() + Math.min(POLL_MS * 2 ** failures, POLL_MS_MAX);
    if (page.isOpen()) return;
    if (answer === null) return page.exchangeSilent();
    page.exchangeAnswered();
    const byKey = new Map(page.wanted().map((topic) => [keyOf(topic), topic]));
    for (const said of answer?.topics ?? []) {
      const topic = byKey.get(said.topic);
      if (!topic) continue;
      told.set(said.topic, topic);
      if ('snapshot' in said) page.answered(said.channel, said);
      else if ('missed' in said) page.answered(said.channel, said.missed as unknown as Missed);
      else page.refused(topic, null);
    }
  };

  return () => {
    const now = page.now();
    const wanted = page.wanted();
    const keys = new Set(wanted.map(keyOf));
    for (const [key, topic] of told) {
      if (keys.has(key)) continue;
      told.delete(key);
      page.ended(topic);
    }
    if (page.isOpen()) {
      closedSince = null;
      failures = 0;
      return;
    }
    closedSince ??= now;
    if (isAsking || now - closedSince < WAIT_MS) return;
    // Another screen is shown what it needs at once.
    const isNew = failures === 0 && [...keys].some((key) => !asked.has(key));
    if (now >= askAt || isNew) void poll(wanted);
  };
}
