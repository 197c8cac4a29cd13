/** Polls the shown topics over HTTP while no socket is open. Answers are handled like subscription answers. */
import type { Missed } from '../../../../shared/wire/market-data';
import { askedName, type SnapshotsAnswer } from '../../../../shared/wire/stream-snapshots';
import { keyOf, type FollowedTopic } from './stream-events';

/** Delay before polling, as a socket may open or return at once. */
export const WAIT_MS = 1_000;
export const POLL_MS = 3_000;
export const POLL_MS_MAX = 30_000;

export interface PollingPage {
  now(): number;
  isOpen(): boolean;
  wantedTopics(): readonly FollowedTopic[];
  /** Last known position to resume from, if any. */
  sinceOf(topic: FollowedTopic): number | null;
  /** Null without an answer; undefined for an answer without data. */
  fetchSnapshots(topics: string): Promise<SnapshotsAnswer | null | undefined>;
  onAnswered(channel: string, answer: { snapshot: unknown } | Missed): void;
  onRefused(topic: FollowedTopic, errorText: string | null): void;
  onEnded(topic: FollowedTopic): void;
  exchangeAnswered(): void;
  exchangeSilent(): void;
}

/** Call the returned function after every change of the wanted topics, and once a second. */
export function createPolling(page: PollingPage): () => void {
  let closedSince: number | null = null;
  let isAsking = false;
  let askAt = 0;
  let failures = 0;
  let requestedKeys: ReadonlySet<string> = new Set();
  /** Topics that polling has answered; the socket's follower ends its own. */
  const topicsByKey = new Map<string, FollowedTopic>();

  const poll = async (topics: readonly FollowedTopic[]): Promise<void> => {
    isAsking = true;
    requestedKeys = new Set(topics.map(keyOf));
    const answer = await page.fetchSnapshots(
      topics.map((topic) => askedName(keyOf(topic), page.sinceOf(topic))).join(','),
    );
    isAsking = false;
    failures = answer ? 0 : failures + 1;
    askAt = page.now() + Math.min(POLL_MS * 2 ** failures, POLL_MS_MAX);
    if (page.isOpen()) return;
    if (answer === null) return page.exchangeSilent();
    page.exchangeAnswered();
    const byKey = new Map(page.wantedTopics().map((topic) => [keyOf(topic), topic]));
    for (const message of answer?.topics ?? []) {
      const topic = byKey.get(message.topic);
      if (!topic) continue;
      topicsByKey.set(message.topic, topic);
      if ('snapshot' in message) page.onAnswered(message.channel, message);
      else if ('missed' in message) page.onAnswered(message.channel, message.missed as unknown as Missed);
      else page.onRefused(topic, null);
    }
  };

  return () => {
    const now = page.now();
    const wantedTopics = page.wantedTopics();
    const keys = new Set(wantedTopics.map(keyOf));
    for (const [key, topic] of topicsByKey) {
      if (keys.has(key)) continue;
      topicsByKey.delete(key);
      page.onEnded(topic);
    }
    if (page.isOpen()) {
      closedSince = null;
      failures = 0;
      return;
    }
    closedSince ??= now;
    if (isAsking || now - closedSince < WAIT_MS) return;
    // A new screen gets its data at once.
    const isNew = failures === 0 && [...keys].some((key) => !requestedKeys.has(key));
    if (now >= askAt || isNew) void poll(wantedTopics);
  };
}
