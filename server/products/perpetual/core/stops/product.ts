/** Stops of positions, as rows. */
import { nextReached } from '../../../../core/market/reached-triggers';
import type { CommandRow, DueWork, EventRow } from '../../../../core/product';
import { decideAttachStops } from '../orders/attached-stops';
import { amendStop, endStop, growStop, placeStop, triggerStop } from './evolve';
import type { StopCommand } from './commands';
import { AmendStop, AttachStops, CancelStop, EndStops, PlaceStop, TriggerStop } from './commands';
import type { StopEvent } from './events';
import { StopAmended, StopEnded, StopGrown, StopPlaced, StopTriggered } from './events';
import { decideAmendStop, decideCancelStop, decideEndStops, decidePlaceStop } from './stops';
import { decideTriggerStop, fallbackTriggerStop } from './trigger-stop';

export const stopCommands: { [T in StopCommand['type']]: CommandRow<Extract<StopCommand, { type: T }>> } = {
  PlaceStop: {
    about: 'Places a take-profit, stop-loss or trailing stop for a position.',
    allowedActors: ['user'],
    message: PlaceStop,
    idempotencyRetention: null,
    decide: decidePlaceStop,
  },
  AmendStop: {
    about: 'Changes trigger, price or quantity of a stop.',
    allowedActors: ['user'],
    message: AmendStop,
    idempotencyRetention: null,
    decide: decideAmendStop,
  },
  CancelStop: {
    about: 'Cancels a stop.',
    allowedActors: ['user'],
    message: CancelStop,
    idempotencyRetention: null,
    decide: decideCancelStop,
  },
  AttachStops: {
    about: 'Creates the stops of an order that opened a position with take-profit or stop-loss.',
    allowedActors: ['clock'],
    message: AttachStops,
    idempotencyRetention: null,
    decide: decideAttachStops,
    fallbackEvents: decideAttachStops,
  },
  TriggerStop: {
    about: 'Triggers a stop whose trigger price was reached.',
    allowedActors: ['clock'],
    message: TriggerStop,
    idempotencyRetention: null,
    decide: decideTriggerStop,
    fallbackEvents: fallbackTriggerStop,
  },
  EndStops: {
    about: 'Ends the stops of a closed position.',
    allowedActors: ['clock'],
    message: EndStops,
    idempotencyRetention: null,
    decide: decideEndStops,
    fallbackEvents: decideEndStops,
  },
};

export const stopEvents: { [T in StopEvent['type']]: EventRow<Extract<StopEvent, { type: T }>> } = {
  StopPlaced: {
    about: 'A stop was placed.',
    message: StopPlaced,
    evolve: placeStop,
    createdId: ({ stop }) => stop,
  },
  StopGrown: {
    about: 'A stop grew with the position that its order opened.',
    message: StopGrown,
    evolve: growStop,
  },
  StopAmended: {
    about: 'New terms of a stop: changed by its user, or waiting again because its order was not filled.',
    message: StopAmended,
    evolve: amendStop,
    createdId: ({ stop }) => stop,
  },
  StopTriggered: {
    about: 'A stop was triggered; its order follows in the same batch, and the last event tells the rest of the stop.',
    message: StopTriggered,
    evolve: triggerStop,
  },
  StopEnded: {
    about: 'A stop ended.',
    message: StopEnded,
    evolve: endStop,
    createdId: ({ stop }) => stop,
  },
};

/** Runs before a new position can be opened in place of the closed one, and before other orders can meet a position without its stop. */
export const stopDueWork: readonly DueWork[] = [
  {
    kind: 'stops_over',
    urgency: 'urgent',
    place: 20,
    next({ stops: { over }, position, at }) {
      if (over.size === 0) return null;
      let contract = Infinity;
      for (const id of over) if (id < contract) contract = id;
      return { dueAt: at, id: contract, command: { type: 'EndStops', contract }, cause: position };
    },
  },
  {
    kind: 'stops_owed',
    urgency: 'urgent',
    place: 21,
    next({ stops: { owing }, position, at }) {
      if (owing.size === 0) return null;
      let order = Infinity;
      for (const id of owing) if (id < order) order = id;
      return { dueAt: at, id: order, command: { type: 'AttachStops', order }, cause: position };
    },
  },
  {
    kind: 'stop_triggers',
    urgency: 'urgent',
    place: 61,
    next({ reached, orders, at }) {
      const next = nextReached(reached);
      if (next === null || orders.has(next.order)) return null;
      const { order: stop, cause } = next;
      return { dueAt: at, id: stop, command: { type: 'TriggerStop', stop }, cause };
    },
  },
];
