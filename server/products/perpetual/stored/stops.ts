/** Stops of positions, including ended ones. */
import type { Projection } from '../../../views/stored/projection';

export const contractStopsProjection: Projection = {
  name: 'contract stops',
  tables: ['contractStops'],
  reads: {
    StopPlaced: ({ stop }, { rows }) => rows.contractStops.markNew(stop),
    StopGrown: ({ stop }, { rows }) => rows.contractStops.prefetch(stop),
    StopAmended: ({ stop }, { rows }) => rows.contractStops.prefetch(stop),
    StopTriggered: ({ stop, extreme }, { rows }) => {
      if (extreme !== undefined) rows.contractStops.prefetch(stop);
    },
    StopEnded: ({ stop }, { rows }) => rows.contractStops.prefetch(stop),
  },
  writes: {
    StopPlaced: (event, { rows, at, position }) => {
      const { stop: id, user: userId, market, position: positionSide, contract, kind, triggerBy } = event;
      rows.contractStops.put({
        id,
        userId,
        market,
        positionSide,
        contract,
        kind,
        triggerPrice: event.trigger,
        triggerBy,
        price: event.price ?? null,
        quantity: event.quantity ?? null,
        callbackTicks: event.callbackTicks ?? null,
        callbackBp: event.callbackBp ?? null,
        extreme: null,
        open: 1,
        reason: null,
        placedAt: at,
        endedAt: null,
        position,
      });
    },
    StopGrown: ({ stop, quantity }, { rows, position }) => {
      const row = rows.contractStops.get(stop);
      rows.contractStops.markChanged(Object.assign(row, { quantity, position }));
    },
    StopAmended: ({ stop, trigger, price = null, quantity = null }, { rows, position }) => {
      const row = rows.contractStops.get(stop);
      rows.contractStops.markChanged(Object.assign(row, { triggerPrice: trigger, price, quantity, position }));
    },
    StopTriggered: ({ stop, trigger, extreme }, { rows, position }) => {
      if (extreme === undefined) return;
      const row = rows.contractStops.get(stop);
      rows.contractStops.markChanged(Object.assign(row, { triggerPrice: trigger, extreme, position }));
    },
    StopEnded: ({ stop, reason }, { rows, at, position }) => {
      const row = rows.contractStops.get(stop);
      rows.contractStops.markChanged(Object.assign(row, { open: 0, reason, endedAt: at, position }));
    },
  },
};
