/**
 * Two ways to the exchange. Whether the socket is open: that it is says nothing about a channel; that it is not says everything. And
 * while it is not, whether the exchange answers over HTTP, by which orders and cancellations go.
 */
import { createSlice } from '@reduxjs/toolkit';

export interface ConnectionState {
  state: 'connecting' | 'open' | 'lost';
  /** Over HTTP, asked while there is no socket. */
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
    /** Nothing shown is live. */
    selectIsConnectionLost: ({ state }) => state === 'lost',
    /** Nothing can be sent either. */
    selectIsAway: ({ state, isAnswering }) => state === 'lost' && !isAnswering,
    /** HTTP works while no socket is open: data is polled every few seconds, and orders can be sent. */
    selectIsPolled: ({ state, isAnswering }) => state !== 'open' && isAnswering,
  },
});

export const { connectionOpened, connectionLost, exchangeAnswered, exchangeSilent } = connectionSlice.actions;
export const { selectIsConnectionLost, selectIsAway, selectIsPolled } = connectionSlice.selectors;
