/** Levels of fees: what they need, when a day is over, and what follows from it. */
import { dayStart } from '../../../shared/rules/days';
import { nothingOpen, type CommandRow, type Debt, type EventRow } from '../product';
import type { FeesCommand } from './commands';
import { decideCloseFeeDay, decideSetFeeLevels, decideSetFeeTiers } from './decide-fees';
import type { FeesEvent } from './events';
import { loosensFeeTiers } from './loosens';
import { closeDay, endSlice, setLevel, setTiers } from './evolve';

export const feesCommands: { [T in FeesCommand['type']]: CommandRow<Extract<FeesCommand, { type: T }>> } = {
  SetFeeTiers: {
    senders: ['admin'],
    payload: { type: 'asked', product: 'asked', from: 'asked', volumes: 'asked', reason: 'asked' },
    lasting: nothingOpen,
    loosens: loosensFeeTiers,
    decide: decideSetFeeTiers,
  },
  CloseFeeDay: {
    senders: ['clock'],
    payload: { type: 'asked', product: 'asked' },
    lasting: null,
    decide: decideCloseFeeDay,
  },
  SetFeeLevels: {
    senders: ['clock'],
    payload: { type: 'asked', product: 'asked' },
    lasting: null,
    decide: decideSetFeeLevels,
  },
};

export const feesEvents: { [T in FeesEvent['type']]: EventRow<Extract<FeesEvent, { type: T }>> } = {
  FeeTiersSet: {
    shape: { product: 'word', from: 'integer', volumes: 'amounts', reason: 'text' },
    evolve: setTiers,
  },
  FeeDayClosed: {
    shape: { product: 'word', day: 'integer', price: 'amount', by: 'word' },
    evolve: closeDay,
  },
  FeeLevelSet: {
    shape: { user: 'integer', product: 'word', level: 'integer', volume: 'amount', from: 'integer' },
    evolve: setLevel,
  },
  FeeLevelsReckoned: {
    shape: { product: 'word', day: 'integer', through: 'integer?' },
    evolve: endSlice,
  },
};

/**
 * Once levels are set a day is closed at 00:00 GMT+8, before anything of the next day is decided; the levels that follow are
 * reckoned between commands. Days missed are closed one after the other, and reckoned each from what was traded until then.
 */
export const feesDebts: readonly Debt[] = [
  {
    kind: 'fee_days',
    urgency: 'urgent',
    next({ fees: { spot } }) {
      if (spot.open === null) return null;
      return { dueAt: dayStart(spot.open + 1), id: 0, command: { type: 'CloseFeeDay', product: 'spot' } };
    },
  },
  {
    kind: 'fee_levels',
    urgency: 'scheduled',
    next({ fees: { spot } }) {
      if (spot.open === null || spot.reckoned + 1 === spot.open) return null;
      return { dueAt: dayStart(spot.reckoned + 2), id: 0, command: { type: 'SetFeeLevels', product: 'spot' } };
    },
  },
];
