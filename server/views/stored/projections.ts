import { candlesProjection } from './candles';
import { frozenFundsProjection } from './frozen-funds';
import { ledgerProjection } from './ledger';
import { listingsProjection } from './listings';
import { ordersProjection } from './orders';
import { stepOf, type Projection } from './projection';
import { tradesProjection } from './trades';
import { walletProjection } from './wallet';

/** All of them. To add one: its tables in `tables.ts` and a migration, its file, its place here. */
const PROJECTIONS: readonly Projection[] = [
  listingsProjection,
  ordersProjection,
  tradesProjection,
  ledgerProjection,
  candlesProjection,
  walletProjection,
  frozenFundsProjection,
];

/** The two steps of writing a group, of all projections at once. */
export const READS = stepOf(PROJECTIONS.map(({ reads }) => reads));
export const WRITES = stepOf(PROJECTIONS.map(({ writes }) => writes));
