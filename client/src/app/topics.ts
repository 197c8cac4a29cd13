/** What the page listens to, and when it has to ask again. */
import type { Phase } from '../shared/stream/liveness';
import type { FollowedTopic } from '../shared/stream/stream-events';

/** A socket may have 50 subscriptions: the market being watched takes two, the rest leaves room for what is to come. */
export const TICKERS_MAX = 40;

/** A snapshot that has not come by then is asked for again; also the least time between two questions. */
export const RETRY_MS = 2_000;

/** Every market's ticker, as far as there is room, and book and trades of the one being watched. */
export function topicsWanted(markets: readonly string[], watched: string | undefined): FollowedTopic[] {
  if (watched === undefined) return [];
  const tickers = [watched, ...markets.filter((market) => market !== watched)].slice(0, TICKERS_MAX);
  return [
    { channel: 'depth', market: watched },
    { channel: 'trade', market: watched },
    ...tickers.map((market): FollowedTopic => ({ channel: 'ticker', market })),
  ];
}

export function keyOf({ channel, market }: FollowedTopic): string {
  return `${channel}:${market}`;
}

/** Whether to ask for a snapshot: at first, and as long as the channel is not live, but never in a storm. */
export function isSnapshotDue(phase: Phase, askedAt: number | undefined, now: number): boolean {
  if (askedAt === undefined) return true;
  return phase !== 'live' && now - askedAt >= RETRY_MS;
}
