/** What happens to every stream alike. What a channel says is an event of its entity. */
import { createAction, prepareAutoBatched } from '@reduxjs/toolkit';
import type { Interval } from '../../../../shared/wire/market-data';

export type MarketTopic = { channel: 'depth' | 'trade' | 'index' | 'mark'; market: string };
/** Of all markets. */
export type TickersTopic = { channel: 'tickers' };
export type KlineTopic = { channel: 'kline'; market: string; interval: Interval };
/** The user's own, followed wherever they are; the server knows whose socket it is. */
export const PRIVATE_CHANNELS = ['order', 'balance', 'message'] as const;
/** `position`, `option`, `earn`: the user's own as well, followed where they are shown. */
export type PrivateTopic = { channel: (typeof PRIVATE_CHANNELS)[number] | 'position' | 'option' | 'earn' | 'robot' };
export type FollowedTopic = MarketTopic | TickersTopic | KlineTopic | PrivateTopic;
export type FollowedChannel = FollowedTopic['channel'];

/** Names a topic: its channel, market and interval, as far as it has them. */
export function keyOf(topic: FollowedTopic): string {
  if ('interval' in topic) return `${topic.channel}:${topic.market}:${topic.interval}`;
  return 'market' in topic ? `${topic.channel}:${topic.market}` : topic.channel;
}

export const subscriptionAsked = createAction('stream/subscriptionAsked', prepareAutoBatched<FollowedTopic>());
/** The server refused, in its words, or did not answer. */
export const subscriptionRefused = createAction<FollowedTopic & { fault: string | null }>('stream/subscriptionRefused');
/** Nobody looks at it any more. */
export const subscriptionEnded = createAction<FollowedTopic>('stream/subscriptionEnded');
/** Epoch milliseconds, once a second: reducers have no clock. */
export const clockTicked = createAction<number>('stream/clockTicked');
