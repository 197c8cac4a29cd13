/** Lists of a user's spot orders and fills, as pages and as files. */
import { SPOT_EXPORTS, SPOT_ROUTES } from '../../../../shared/products/spot/wire';
import { FILLS, ORDERS } from '../stored/lists';
import { ListFileOf, withMarket, PagesOf, recordList } from '../../../features/shared/endpoints/list';
import { fillRecord, orderRecord } from './spot.records';

const OPEN_ORDERS = recordList(ORDERS, { fixedFilters: { open: 1 }, record: withMarket(orderRecord) });
const ENDED_ORDERS = recordList(ORDERS, {
  fixedFilters: { open: 0 },
  record: withMarket(orderRecord),
  columns: SPOT_EXPORTS.orders.keyof().options,
});
const OWN_FILLS = recordList(FILLS, { record: withMarket(fillRecord), columns: SPOT_EXPORTS.fills.keyof().options });
const FILES = { orders: ENDED_ORDERS, fills: OWN_FILLS };

export const CurrentOrders = PagesOf(SPOT_ROUTES.currentOrders, OPEN_ORDERS);
export const HistoryOrders = PagesOf(SPOT_ROUTES.historyOrders, ENDED_ORDERS);
export const Fills = PagesOf(SPOT_ROUTES.fills, OWN_FILLS);
export const SpotFile = ListFileOf(
  SPOT_ROUTES.export,
  ({ list }) => `spot-${list}.csv`,
  ({ list }) => FILES[list],
);
