/** Whether the stream of messages is being followed: it speaks only when there is something new. */
import { createSlice } from '@reduxjs/toolkit';
import { subscriptionAsked, subscriptionRefused } from '../../shared/stream/stream-events';

export const messageSlice = createSlice({
  name: 'message',
  initialState: { isFollowed: false },
  reducers: {
    messagesFollowed: () => ({ isFollowed: true }),
  },
  extraReducers: (builder) =>
    builder
      .addCase(subscriptionAsked, (state, { payload: { channel } }) =>
        channel === 'message' ? { isFollowed: false } : state,
      )
      .addCase(subscriptionRefused, (state, { payload: { channel } }) =>
        channel === 'message' ? { isFollowed: false } : state,
      ),
  selectors: { selectMessagesFollowed: ({ isFollowed }) => isFollowed },
});

export const { messagesFollowed } = messageSlice.actions;
export const { selectMessagesFollowed } = messageSlice.selectors;
