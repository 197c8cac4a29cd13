/** What happens to every stream alike. What a channel says is an event of its entity. */
import { createAction } from '@reduxjs/toolkit';

export type FollowedChannel = 'depth' | 'trade' | 'ticker';

export interface FollowedTopic {
  channel: FollowedChannel;
  market: string;
}

export const subscriptionAsked = createAction<FollowedTopic>('stream/subscriptionAsked');
/** The server refused, in its words, or did not answer. */
export const subscriptionRefused = createAction<FollowedTopic & { fault: string | null }>('stream/subscriptionRefused');
/** Epoch milliseconds, once a second: reducers have no clock. */
export const clockTicked = createAction<number>('stream/clockTicked');
