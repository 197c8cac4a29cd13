/** The user's open orders of every market and the latest fills, folded from the private channel. */
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Fill, OrderSnapshot, OrderState, OrderUpdate } from '../../../../shared/wire/market-data';

/** Enough for what the screens show; older ones are asked for over HTTP. */
export const FILLS_KEPT_MAX = 100;

export type KnownFill = Fill & { at: number; position: number };

export interface EndedOrder {
  position: number;
  order: OrderState;
}

export interface OrdersState {
  /** Journal position the orders stand at; null before the first snapshot. */
  position: number | null;
  open: Readonly<Record<string, OrderState>>;
  /** Since the page was opened, newest first. */
  fills: readonly KnownFill[];
  /** Orders that ended since then, newest first, each with the position at which it did: what a screen may tell the user. */
  ended: readonly EndedOrder[];
}

const UNKNOWN: OrdersState = { position: null, open: {}, fills: [], ended: [] };

export const ordersSlice = createSlice({
  name: 'orders',
  initialState: UNKNOWN,
  reducers: {
    /** Counts whatever was known: after a restart of the exchange positions may begin anew. */
    orderSnapshotReceived: (state, { payload: { position, orders } }: PayloadAction<OrderSnapshot>) => ({
      ...state,
      position,
      open: Object.fromEntries(orders.map((order) => [order.order, order])),
    }),
    orderUpdatesReceived: (state, { payload }: PayloadAction<readonly OrderUpdate[]>) =>
      payload.reduce(ordersAfter, state),
  },
  selectors: {
    selectOrdersPosition: ({ position }) => position,
    selectOpenById: ({ open }) => open,
    selectLatestFills: ({ fills }) => fills,
    selectEnded: ({ ended }) => ended,
  },
});

export const { orderSnapshotReceived, orderUpdatesReceived } = ordersSlice.actions;
export const { selectOrdersPosition, selectOpenById, selectLatestFills, selectEnded } = ordersSlice.selectors;

/** Newest first: ids are counters. */
export const selectOpenOrders = createSelector([selectOpenById], (open) =>
  Object.values(open).sort((a, b) => Number(b.order) - Number(a.order)),
);

/** The same state when the update is not newer than what is known. */
function ordersAfter(state: OrdersState, { position, at, orders, fills }: OrderUpdate): OrdersState {
  if (state.position === null || position <= state.position) return state;
  const open = { ...state.open };
  for (const order of orders) {
    if (order.phase === 'closed') delete open[order.order];
    else open[order.order] = order;
  }
  const fresh = fills.map((fill) => ({ ...fill, at, position })).reverse();
  const over = orders
    .filter(({ phase }) => phase === 'closed')
    .map((order) => ({ position, order }))
    .reverse();
  return {
    position,
    open,
    fills: fresh.length === 0 ? state.fills : [...fresh, ...state.fills].slice(0, FILLS_KEPT_MAX),
    ended: over.length === 0 ? state.ended : [...over, ...state.ended].slice(0, FILLS_KEPT_MAX),
  };
}
