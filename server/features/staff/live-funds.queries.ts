/** The desk's queries of the live views. */
import { DESK_ROUTES as ROUTES } from '../../../shared/wire/desk';
import type { HouseFunds } from '../../../shared/wire/desk';
import type { OrderSnapshot } from '../../../shared/wire/market-data';
import { queryHandler } from '../shared/endpoints/handlers';
import { OwnersPayments } from '../shared/withdrawals/owners-payments.queries';
import { LiveReader } from '../shared/endpoints/live-reader';

export const HouseFundsOfAll = queryHandler(
  ROUTES.houseFunds,
  [LiveReader, OwnersPayments],
  async ({ request: { minPosition } }, reader, owners): Promise<HouseFunds> => {
    const { balances } = await reader.at(minPosition);
    return { position: balances.position, records: balances.houseFunds(), wallets: owners.wallets() };
  },
);

export const OpenOrdersOf = queryHandler(
  ROUTES.ordersOf,
  [LiveReader],
  async ({ request: { userId, minPosition } }, reader): Promise<OrderSnapshot> => {
    return (await reader.at(minPosition)).orders.snapshot(userId);
  },
);
