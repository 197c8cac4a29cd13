import type { FollowedTopic } from '../shared/stream/stream-events';
import { topicsWanted } from './topics';

describe('the topics a page listens to', () => {
  it('are what is on the screen, and for a user what is theirs', () => {
    const interests: FollowedTopic[] = [{ channel: 'tickers' }, { channel: 'depth', market: 'ETH-USDT' }];
    expect(topicsWanted({ interests, isLogin: false })).toEqual(interests);
    expect(topicsWanted({ interests, isLogin: true })).toEqual([
      { channel: 'order' },
      { channel: 'balance' },
      { channel: 'message' },
      ...interests,
    ]);
  });

  it('keep within what a socket may have, the user’s own among them', () => {
    const interests = Array.from({ length: 60 }, (_, index): FollowedTopic => ({
      channel: 'depth',
      market: `M${index}`,
    }));
    const topics = topicsWanted({ interests, isLogin: true });
    expect(topics).toHaveLength(50);
    expect(topics).toContainEqual({ channel: 'message' });
  });
});
