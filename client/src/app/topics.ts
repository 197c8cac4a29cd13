/** What the page listens to. */
import { SUBSCRIPTIONS_MAX } from '../../../shared/wire/market-data';
import { PRIVATE_CHANNELS, type FollowedTopic } from '../shared/stream/stream-events';

const PRIVATE_TOPICS = PRIVATE_CHANNELS.map((channel): FollowedTopic => ({ channel }));

interface Wishes {
  /** What is on the screen. */
  interests: readonly FollowedTopic[];
  isLogin: boolean;
}

/** What is the user's own, wherever they are, and what is on the screen. */
export function topicsWanted({ interests, isLogin }: Wishes): FollowedTopic[] {
  return [...(isLogin ? PRIVATE_TOPICS : []), ...interests].slice(0, SUBSCRIPTIONS_MAX);
}
