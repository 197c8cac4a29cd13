/** What is owed of closing and reversing in the canonical state. */
import { linesOf, type Told } from '../../../../core/product';
import { record, recordsIn } from '../../../../core/snapshot/records';
import type { Closing, CloseOutState } from './state';

const CLOSING = record<Closing>()('position', 'user', 'market', 'side', 'lots', 'mode');

const CLOSE_OUT: Told<CloseOutState> = {
  closing: recordsIn('closing', ({ closeOut }) => closeOut.closing, CLOSING, { key: ({ position }) => position }),
  reversing: recordsIn('reversing', ({ closeOut }) => closeOut.reversing, CLOSING, { key: ({ position }) => position }),
};

export const closeOutLines = linesOf(CLOSE_OUT);
