/** What is owed of closing and reversing in the canonical state. */
import { sorted } from '../folding';
import type { PositionSide } from '../market/order';
import { lineRow, linesOf, type Told } from '../product';
import type { CoreState } from '../state';
import type { CloseOutMode } from './close-out-events';
import type { CloseOutState } from './close-out-state';

type ClosingLine = [
  is: string,
  position: number,
  user: number,
  market: string,
  side: PositionSide,
  lots: number,
  mode: CloseOutMode,
];

function closingLine(is: string, those: (state: CoreState) => CloseOutState['closing']) {
  return lineRow<ClosingLine>(
    is,
    function* (state) {
      for (const [position, { user, market, side, lots, mode }] of sorted(those(state)))
        yield [is, position, user, market, side, lots, mode];
    },
    (state, [, position, user, market, side, lots, mode]) => {
      those(state).set(position, { position, user, market, side, lots, mode });
    },
  );
}

const CLOSE_OUT: Told<CloseOutState> = {
  closing: closingLine('closing', ({ closeOut }) => closeOut.closing),
  reversing: closingLine('reversing', ({ closeOut }) => closeOut.reversing),
};

export const closeOutLines = linesOf(CLOSE_OUT);
