/** Endpoints of users. */
import { TIMER_ASSET } from '../../../../shared/products/sample/rules';
import { TIMER_ROUTES } from '../../../../shared/products/sample/wire';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { ListFileOf, PagesOf, recordList } from '../../../features/shared/endpoints/list';
import { LiveReader } from '../../../features/shared/endpoints/live-reader';
import { commandHandler } from '../../../features/shared/endpoints/command-handler';
import { amountOf } from '../../../features/shared/orders/convert';
import { LIVE_VIEWS } from '../../../platform/tokens';
import { toldTimer } from '../live/wire-records';
import { TIMERS } from '../stored/lists';

const LIST = recordList(TIMERS, {
  record: (row, live) => toldTimer({ ...row, price: row.amount, index: row.indexPrice }, live),
  columns: ['timer', 'market', 'price', 'startedAt', 'ringsAt', 'rangAt', 'index'],
});

export const Offer = queryHandler(TIMER_ROUTES.offer, [LIVE_VIEWS], (_, { timers }) => ({
  asset: TIMER_ASSET,
  price: timers.price(),
}));

export const Start = commandHandler(
  TIMER_ROUTES.start,
  ({ user, request: { market, seconds, price } }, { reference }) => {
    const units = amountOf(price, reference.scaleOf(TIMER_ASSET) ?? 0, TIMER_ASSET);
    return { type: 'StartTimer', user, market, seconds, price: units };
  },
  'timer',
);

export const Records = PagesOf(TIMER_ROUTES.records, LIST);
export const File = ListFileOf(
  TIMER_ROUTES.export,
  () => 'timers.csv',
  () => LIST,
);

export const Desk = queryHandler(TIMER_ROUTES.desk, [LiveReader], async ({ request }, reader) => {
  const { timers } = await reader.at(request.minPosition);
  return { asset: TIMER_ASSET, price: timers.price(), position: timers.position, running: timers.running() };
});
