/** Closing and reversing whole positions, as rows. */
import type { CommandRow, Debt, EventRow } from '../../../../core/product';
import { decideCloseAllPositions, decideCloseOut, giveUpCloseOut } from './close-out';
import type { CloseOutCommand } from './commands';
import { CloseAllPositions, CloseOut, OpenReversed, ReversePosition } from './commands';
import type { CloseOutEvent } from './events';
import { CloseOutBegun, CloseOutEnded, ReverseEnded } from './events';
import { beginCloseOut, endCloseOut, endReverse } from './evolve';
import { decideOpenReversed, decideReversePosition, giveUpOpenReversed } from './reverse';

export const closeOutCommands: {
  [T in CloseOutCommand['type']]: CommandRow<Extract<CloseOutCommand, { type: T }>>;
} = {
  CloseAllPositions: {
    about: 'Closes every position of a user at market price, in one market or in all.',
    senders: ['user'],
    message: CloseAllPositions,
    lasting: null,
    decide: decideCloseAllPositions,
  },
  ReversePosition: {
    about: 'Closes a position at market price and opens the opposite side with as many lots as the margin allows.',
    senders: ['user'],
    message: ReversePosition,
    lasting: null,
    notByStaff: true,
    decide: decideReversePosition,
  },
  CloseOut: {
    about: 'Closes one position at market price.',
    senders: ['clock'],
    message: CloseOut,
    lasting: null,
    decide: decideCloseOut,
    giveUp: giveUpCloseOut,
  },
  OpenReversed: {
    about: 'Opens the opposite side of a position that was reversed.',
    senders: ['clock'],
    message: OpenReversed,
    lasting: null,
    decide: decideOpenReversed,
    giveUp: giveUpOpenReversed,
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

function lowest(ids: Iterable<number>): number {
  let least = Infinity;
  for (const id of ids) if (id < least) least = id;
  return least;
}

/** Behind liquidations, which are not waited out by closing, and before any trigger. */
export const closeOutDebts: readonly Debt[] = [
  {
    kind: 'reversing',
    urgency: 'urgent',
    place: 40,
    next({ closeOut: { reversing }, position, at }) {
      if (reversing.size === 0) return null;
      const contract = lowest(reversing.keys());
      return { dueAt: at, id: contract, command: { type: 'OpenReversed', contract }, cause: position };
    },
  },
  {
    kind: 'closing',
    urgency: 'urgent',
    place: 41,
    next({ closeOut: { closing }, position, at }) {
      if (closing.size === 0) return null;
      const contract = lowest(closing.keys());
      return { dueAt: at, id: contract, command: { type: 'CloseOut', contract }, cause: position };
    },
  },
];
