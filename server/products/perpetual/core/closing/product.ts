/** Closing and reversing whole positions, as rows. */
import type { CommandRow, DueWork, EventRow } from '../../../../core/product';
import { decideCloseAllPositions, decideCloseOut, fallbackCloseOut } from './close-out';
import type { CloseOutCommand } from './commands';
import { CloseAllPositions, CloseOut, OpenReversed, ReversePosition } from './commands';
import type { CloseOutEvent } from './events';
import { CloseOutBegun, CloseOutEnded, ReverseEnded } from './events';
import { beginCloseOut, endCloseOut, endReverse } from './evolve';
import { decideOpenReversed, decideReversePosition, fallbackOpenReversed } from './reverse';

export const closeOutCommands: {
  [T in CloseOutCommand['type']]: CommandRow<Extract<CloseOutCommand, { type: T }>>;
} = {
  CloseAllPositions: {
    about: 'Closes every position of a user at market price, in one market or in all.',
    allowedActors: ['user'],
    message: CloseAllPositions,
    idempotencyRetention: null,
    decide: decideCloseAllPositions,
  },
  ReversePosition: {
    about: 'Closes a position at market price and opens the opposite side with as many lots as the margin allows.',
    allowedActors: ['user'],
    message: ReversePosition,
    idempotencyRetention: null,
    staffForbidden: true,
    decide: decideReversePosition,
  },
  CloseOut: {
    about: 'Closes one position at market price.',
    allowedActors: ['clock'],
    message: CloseOut,
    idempotencyRetention: null,
    decide: decideCloseOut,
    fallbackEvents: fallbackCloseOut,
  },
  OpenReversed: {
    about: 'Opens the opposite side of a position that was reversed.',
    allowedActors: ['clock'],
    message: OpenReversed,
    idempotencyRetention: null,
    decide: decideOpenReversed,
    fallbackEvents: fallbackOpenReversed,
  },
};

export const closeOutEvents: { [T in CloseOutEvent['type']]: EventRow<Extract<CloseOutEvent, { type: T }>> } = {
  CloseOutBegun: {
    about: 'A position is to be closed at market price; the order follows in its own batch.',
    message: CloseOutBegun,
    evolve: beginCloseOut,
  },
  CloseOutEnded: {
    about: 'A close-out ended. A reversal with lots left opens nothing.',
    message: CloseOutEnded,
    evolve: endCloseOut,
  },
  ReverseEnded: {
    about: 'A reversal ended with the given lots on the new side.',
    message: ReverseEnded,
    evolve: endReverse,
  },
};

function lowestId(ids: Iterable<number>): number {
  let min = Infinity;
  for (const id of ids) if (id < min) min = id;
  return min;
}

/** After liquidations, which must not be delayed by closing, and before any trigger. */
export const closeOutDueWork: readonly DueWork[] = [
  {
    kind: 'reversing',
    urgency: 'urgent',
    place: 40,
    next({ closeOut: { reversing }, position, at }) {
      if (reversing.size === 0) return null;
      const contract = lowestId(reversing.keys());
      return { dueAt: at, id: contract, command: { type: 'OpenReversed', contract }, cause: position };
    },
  },
  {
    kind: 'closing',
    urgency: 'urgent',
    place: 41,
    next({ closeOut: { closing }, position, at }) {
      if (closing.size === 0) return null;
      const contract = lowestId(closing.keys());
      return { dueAt: at, id: contract, command: { type: 'CloseOut', contract }, cause: position };
    },
  },
];
