/** What the page listens to, and when it has to ask again. */
import type { Phase } from '../shared/stream/liveness';
import type { FollowedTopic, KlineTopic } from '../shared/stream/stream-events';

/** A socket may have 50 subscriptions: the market being watched takes four, the user three, the rest is room to spare. */
export const TICKERS_MAX = 40;
/** A snapshot that has not come by then is asked for again; also the least time between two questions. */
export const RETRY_MS = 2_000;

const PRIVATE_TOPICS: readonly FollowedTopic[] = [{ channel: 'order' }, { channel: 'balance' }, { channel: 'message' }];

export interface Wishes {
  markets: readonly string[];
  /** The market whose book and trades are on the screen. */
  watched: string | null;
  kline: KlineTopic | null;
  isLogin: boolean;
}

/** Every market's ticker, as far as there is room, what the screen shows of one market, and what is the user's own. */
export function topicsWanted({ markets, watched, kline, isLogin }: Wishes): FollowedTopic[] {
  const first = watched === null ? [] : [watched];
  const tickers = [...first, ...markets.filter((market) => market !== watched)].slice(0, TICKERS_MAX);
  return [
    ...first.flatMap((market): FollowedTopic[] => [
      { channel: 'depth', market },
      { channel: 'trade', market },
      { channel: 'index', market },
    ]),
    ...(kline ? [kline] : []),
    ...(isLogin ? PRIVATE_TOPICS : []),
    ...tickers.map((market): FollowedTopic => ({ channel: 'ticker', market })),
  ];
}

export function keyOf(topic: FollowedTopic): string {
  return Object.values(topic).join(':');
}

/** Whether to ask for a snapshot: at first, and as long as the channel is not live, but never in a storm. */
export function isSnapshotDue(phase: Phase, askedAt: number | undefined, now: number): boolean {
  if (askedAt === undefined) return true;
  return phase !== 'live' && now - askedAt >= RETRY_MS;
}
