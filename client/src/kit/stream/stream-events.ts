/** Events common to all streams. Channel messages are events of their entities. */
import { createAction, prepareAutoBatched } from '@reduxjs/toolkit';
import type { Interval, ListingChannel, MarketChannel, PrivateChannel } from '../../../../shared/wire/market-data';

/** Single tickers are not followed: `tickers` covers all markets. */
export type MarketTopic = { channel: Exclude<MarketChannel, 'ticker' | 'kline'>; market: string };
/** All markets at once. */
export type ListingTopic = { channel: ListingChannel };
export type KlineTopic = { channel: 'kline'; market: string; interval: Interval };
/** Private channels; the server knows the socket's user. */
export type PrivateTopic = { channel: PrivateChannel };
export type FollowedTopic = MarketTopic | ListingTopic | KlineTopic | PrivateTopic;
export type FollowedChannel = FollowedTopic['channel'];

/** Key of a topic: channel, market and interval, as applicable. */
export function keyOf(topic: FollowedTopic): string {
  if ('interval' in topic) return `${topic.channel}:${topic.market}:${topic.interval}`;
  return 'market' in topic ? `${topic.channel}:${topic.market}` : topic.channel;
}

export const subscriptionAsked = createAction('stream/subscriptionAsked', prepareAutoBatched<FollowedTopic>());
/** The server refused with this text, or did not answer. */
export const subscriptionRefused = createAction<FollowedTopic & { fault: string | null }>('stream/subscriptionRefused');
/** No component uses the topic any more. */
export const subscriptionEnded = createAction<FollowedTopic>('stream/subscriptionEnded');
/** Epoch milliseconds, once a second: reducers have no clock. */
export const clockTicked = createAction<number>('stream/clockTicked');
