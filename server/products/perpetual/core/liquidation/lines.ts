/** Liquidations in the canonical state. */
import { linesOf, type Told } from '../../../../core/product';
import { counterIn, digits, entriesIn, record, recordsIn } from '../../../../core/snapshot/records';
import { touchCross } from './cross-found';
import type { CrossLiquidation, Liquidation, LiquidationState } from './state';

const OPEN = record<Liquidation>()('id', 'position', 'user', 'side', 'next', '#insured');
const ACCOUNT = record<CrossLiquidation>()('user', 'id', 'asset', 'next');

const LIQUIDATIONS: Told<LiquidationState> = {
  open: entriesIn('liquidation', ({ liquidations }) => liquidations.open, OPEN),
  accounts: recordsIn('cross_liquidation', ({ liquidations }) => liquidations.accounts, ACCOUNT, {
    key: ({ user }) => user,
    note: (state, { user }) => touchCross(state, user),
  }),
  next: counterIn('liquidations', ({ liquidations }) => liquidations, 'next'),
  fund: entriesIn('insured', ({ liquidations }) => liquidations.fund, digits),
  found: 'derived',
  cross: 'derived',
  rankings: 'derived',
};

export const liquidationLines = linesOf(LIQUIDATIONS);
