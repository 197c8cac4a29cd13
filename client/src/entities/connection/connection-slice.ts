/** Whether the socket is open. That it is says nothing about a channel; that it is not says everything. */
import { createSlice } from '@reduxjs/toolkit';

export interface ConnectionState {
  state: 'connecting' | 'open' | 'lost';
}

export const connectionSlice = createSlice({
  name: 'connection',
  initialState: (): ConnectionState => ({ state: 'connecting' }),
  reducers: {
    connectionOpened: (): ConnectionState => ({ state: 'open' }),
    connectionLost: (): ConnectionState => ({ state: 'lost' }),
  },
  selectors: { selectIsConnectionLost: ({ state }) => state === 'lost' },
});

export const { connectionOpened, connectionLost } = connectionSlice.actions;
export const { selectIsConnectionLost } = connectionSlice.selectors;
