/** Liquidations in the canonical state. */
import { snapshotRowsOf, type SnapshotRows } from '../../../../core/product';
import { counterRow, digits, keyedRecordsRow, recordCodec, recordsRow } from '../../../../core/snapshot/record-rows';
import { markAccountForCheck } from './cross-liquidation-queue';
import type { CrossLiquidation, Liquidation, LiquidationState } from './state';

const OPEN = recordCodec<Liquidation>()('id', 'position', 'user', 'side', 'next', '#insured');
const ACCOUNT = recordCodec<CrossLiquidation>()('user', 'id', 'asset', 'next');

const LIQUIDATIONS: SnapshotRows<LiquidationState> = {
  open: keyedRecordsRow('liquidation', ({ liquidations }) => liquidations.open, OPEN),
  accounts: recordsRow('cross_liquidation', ({ liquidations }) => liquidations.accounts, ACCOUNT, {
    key: ({ user }) => user,
    note: (state, { user }) => markAccountForCheck(state, user),
  }),
  next: counterRow('liquidations', ({ liquidations }) => liquidations, 'next'),
  fund: keyedRecordsRow('insured', ({ liquidations }) => liquidations.fund, digits),
  queues: 'derived',
  cross: 'derived',
  rankings: 'derived',
};

export const liquidationSnapshotRows = snapshotRowsOf(LIQUIDATIONS);
