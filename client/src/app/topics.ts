/** What the page listens to, and when it has to ask again. */
import type { Phase } from '../shared/stream/liveness';
import { keyOf, type FollowedTopic } from '../shared/stream/stream-events';

/** So many subscriptions a socket may have. */
const SUBSCRIPTIONS_MAX = 50;
/** A snapshot that has not come by then is asked for again; also the least time between two questions. */
export const RETRY_MS = 2_000;

const PRIVATE_TOPICS: readonly FollowedTopic[] = [{ channel: 'order' }, { channel: 'balance' }, { channel: 'message' }];

export interface Wishes {
  markets: readonly string[];
  /** What is on the screen. */
  interests: readonly FollowedTopic[];
  isLogin: boolean;
}

/** What is on the screen, what is the user's own, and every market's ticker, as far as there is room. */
export function topicsWanted({ markets, interests, isLogin }: Wishes): FollowedTopic[] {
  const first = [...(isLogin ? PRIVATE_TOPICS : []), ...interests];
  const followed = new Set(first.map(keyOf));
  const watched = new Set(interests.flatMap((topic) => ('market' in topic ? [topic.market] : [])));
  const tickers = [...watched, ...markets.filter((market) => !watched.has(market))].map((market): FollowedTopic => ({
    channel: 'ticker',
    market,
  }));
  return [...first, ...tickers.filter((topic) => !followed.has(keyOf(topic)))].slice(0, SUBSCRIPTIONS_MAX);
}

/** Whether to ask for a snapshot: at first, and as long as the channel is not live, but never in a storm. */
export function isSnapshotDue(phase: Phase, askedAt: number | undefined, now: number): boolean {
  if (askedAt === undefined) return true;
  return phase !== 'live' && now - askedAt >= RETRY_MS;
}
