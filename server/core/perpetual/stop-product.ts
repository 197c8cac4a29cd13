/** Stops of positions, as rows. */
import type { CommandRow, Debt, EventRow } from '../product';
import type { StopCommand } from './stop-commands';
import type { StopEvent } from './stop-events';
import { decideAttachStops } from './attached';
import { amendStop, endStop, growStop, placeStop, triggerStop } from './evolve-stops';
import { decideAmendStop, decideCancelStop, decideEndStops, decidePlaceStop } from './stops';
import { decideTriggerStop, giveUpTriggerStop } from './trigger-stop';

export const stopCommands: { [T in StopCommand['type']]: CommandRow<Extract<StopCommand, { type: T }>> } = {
  PlaceStop: {
    senders: ['user'],
    payload: {
      type: 'asked',
      user: 'asked',
      market: 'asked',
      position: 'asked',
      kind: 'asked',
      trigger: 'asked',
      callbackTicks: 'asked',
      callbackBp: 'asked',
      triggerBy: 'asked',
      price: 'asked',
      quantity: 'asked',
    },
    lasting: null,
    decide: decidePlaceStop,
  },
  AmendStop: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', stop: 'asked', trigger: 'asked', price: 'asked', quantity: 'asked' },
    lasting: null,
    decide: decideAmendStop,
  },
  CancelStop: {
    senders: ['user'],
    payload: { type: 'asked', user: 'asked', stop: 'asked' },
    lasting: null,
    decide: decideCancelStop,
  },
  AttachStops: {
    senders: ['clock'],
    payload: { type: 'asked', order: 'asked' },
    lasting: null,
    decide: decideAttachStops,
    giveUp: decideAttachStops,
  },
  TriggerStop: {
    senders: ['clock'],
    payload: { type: 'asked', stop: 'asked' },
    lasting: null,
    decide: decideTriggerStop,
    giveUp: giveUpTriggerStop,
  },
  EndStops: {
    senders: ['clock'],
    payload: { type: 'asked', contract: 'asked' },
    lasting: null,
    decide: decideEndStops,
    giveUp: decideEndStops,
  },
};

export const stopEvents: { [T in StopEvent['type']]: EventRow<Extract<StopEvent, { type: T }>> } = {
  StopPlaced: {
    shape: {
      stop: 'integer',
      user: 'integer',
      market: 'word',
      position: 'word',
      contract: 'integer',
      kind: 'word',
      trigger: 'integer',
      triggerBy: 'word',
      price: 'integer?',
      quantity: 'integer?',
      callbackTicks: 'integer?',
      callbackBp: 'integer?',
      extreme: 'integer?',
      order: 'integer?',
    },
    evolve: placeStop,
    made: ({ stop }) => stop,
  },
  StopGrown: {
    shape: { stop: 'integer', user: 'integer', market: 'word', order: 'integer', quantity: 'integer' },
    evolve: growStop,
  },
  StopAmended: {
    shape: {
      stop: 'integer',
      user: 'integer',
      market: 'word',
      trigger: 'integer',
      price: 'integer?',
      quantity: 'integer?',
      reason: 'word?',
    },
    evolve: amendStop,
    made: ({ stop }) => stop,
  },
  StopTriggered: {
    shape: {
      stop: 'integer',
      user: 'integer',
      market: 'word',
      contract: 'integer',
      kind: 'word',
      trigger: 'integer',
      triggerBy: 'word',
      price: 'integer',
      extreme: 'integer?',
      order: 'integer',
      lots: 'integer',
    },
    evolve: triggerStop,
  },
  StopEnded: {
    shape: { stop: 'integer', user: 'integer', market: 'word', reason: 'word' },
    evolve: endStop,
    made: ({ stop }) => stop,
  },
};

/** Before anything can be opened again in the place of what was closed, and before anybody can meet what has no stop yet. */
export const stopDebts: readonly Debt[] = [
  {
    kind: 'stops_over',
    urgency: 'urgent',
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
    next({ stops: { owing }, position, at }) {
      if (owing.size === 0) return null;
      let order = Infinity;
      for (const id of owing) if (id < order) order = id;
      return { dueAt: at, id: order, command: { type: 'AttachStops', order }, cause: position };
    },
  },
];
