/** Topics the page subscribes to. */
import { SUBSCRIPTIONS_MAX } from '../../../shared/wire/market-data';
import type { FollowedTopic } from '../kit/stream/stream-events';

/** The user's own topics, followed on every screen. */
const EVERYWHERE: readonly FollowedTopic[] = [{ channel: 'order' }, { channel: 'balance' }, { channel: 'message' }];

interface Wishes {
  /** Topics needed by the visible screen. */
  interests: readonly FollowedTopic[];
  isLogin: boolean;
}

/** The user's own topics first, then the screen's, up to the subscription limit. */
export function topicsWanted({ interests, isLogin }: Wishes): FollowedTopic[] {
  return [...(isLogin ? EVERYWHERE : []), ...interests].slice(0, SUBSCRIPTIONS_MAX);
}
