/**
 * State of the two connections. An open socket proves nothing about a channel; a closed one makes all channels stale. Without a socket,
 * `isAnswering` tells whether orders and cancellations can still be sent over HTTP.
 */
import { createSlice } from '@reduxjs/toolkit';

export interface ConnectionState {
  state: 'connecting' | 'open' | 'lost';
  /** HTTP reachability, probed while there is no socket. */
  isAnswering: boolean;
}

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: (): ConnectionState => ({ state: 'connecting', isAnswering: false }),
  reducers: {
    connectionOpened: (): ConnectionState => ({ state: 'open', isAnswering: false }),
    connectionLost: ({ isAnswering }): ConnectionState => ({ state: 'lost', isAnswering }),
    exchangeAnswered: ({ state }): ConnectionState => ({ state, isAnswering: state !== 'open' }),
    exchangeSilent: ({ state }): ConnectionState => ({ state, isAnswering: false }),
  },
  selectors: {
    /** True if no shown data is live. */
    selectIsConnectionLost: ({ state }) => state === 'lost',
    /** True if nothing can be sent either. */
    selectIsAway: ({ state, isAnswering }) => state === 'lost' && !isAnswering,
    /** True if only HTTP works: data is polled every few seconds, and orders can be sent. */
    selectIsPolled: ({ state, isAnswering }) => state !== 'open' && isAnswering,
  },
});

export const { connectionOpened, connectionLost, exchangeAnswered, exchangeSilent } = connectionSlice.actions;
export const { selectIsConnectionLost, selectIsAway, selectIsPolled } = connectionSlice.selectors;
