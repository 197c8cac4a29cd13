import { useCallback, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { useCurrentOrdersQuery } from '../../../kit/entities/order/order-api';
import { selectOrdersPosition } from '../../../kit/entities/order/order-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useFollowPosition, useList } from '../../../kit/lib/hooks/use-list';
import { Rows } from '../../../kit/ui/data-table/rows';
import { Note } from '../../../kit/ui/page/note';
import { haveTriggers, openColumns, type OrderSort, type ShownOrder } from './order-columns';
import { useOrderActions } from './use-order-actions';
import { useOrderWords } from './use-order-words';

const PLACED_MAX = 200;

/** Open orders from the private channel. */
export function OpenOrdersTable({ orders }: { orders: readonly OrderState[] }) {
  const { t } = useTexts();
  const format = useOrderWords();
  const isKnown = useSelector(selectOrdersPosition) !== null;
  const placedAt = usePlacedAt(orders);
  const { column, dialog } = useOrderActions();
  const hasTriggers = haveTriggers(orders);
  const columns = useMemo(() => [...openColumns(format, hasTriggers), column], [format, hasTriggers, column]);
  return (
    <>
      <Rows<ShownOrder>
        label={t('own.tab.open')}
        columns={columns}
        rows={isKnown ? orders.map((order) => shownOf(order, placedAt.get(order.order))) : undefined}
        keyOf={({ order }) => order}
        empty={<Note kind="empty" text={t('orderlist.none_open')} />}
        density="panel"
      />
      {dialog}
    </>
  );
}

/** Keeps row identity, so that a fill rerenders only its own row. */
const cachedOrders = new WeakMap<OrderState, ShownOrder>();

function shownOf(order: OrderState, placedAt: number | undefined): ShownOrder {
  const before = cachedOrders.get(order);
  if (before && before.placedAt === placedAt) return before;
  const shownOrder = { ...order, placedAt };
  cachedOrders.set(order, shownOrder);
  return shownOrder;
}

/**
 * The stream has open orders without their time of placing; that comes from stored orders, refetched when a newer
 * order appears. Orders missing because the list exceeds a page are not refetched again.
 */
function usePlacedAt(orders: readonly OrderState[]): ReadonlyMap<string, number> {
  const position = useSelector(selectOrdersPosition);
  const { request, since, follow } = useList<object, OrderSort>(position, PLACED_MAX);
  const newestId = newestIdOf(orders);
  const [newestRequested, setNewestRequested] = useState(newestId);
  const { data, isError, isFetching } = useCurrentOrdersQuery(request, { skip: orders.length === 0 });
  const stored = useMemo(() => new Map(data?.records.map(({ order, placedAt }) => [order, placedAt])), [data]);
  const isMissing = orders.slice(0, PLACED_MAX).some(({ order }) => !stored.has(order));
  const isAskedFor = newestId <= newestRequested && !isError;
  const followNewest = useCallback(
    (to: number) => {
      follow(to);
      setNewestRequested(newestId);
    },
    [follow, newestId],
  );
  useFollowPosition({ since, follow: followNewest }, isMissing && !isAskedFor ? position : null, isFetching);
  return stored;
}

/** Ids are counters, so the highest is the newest. */
function newestIdOf(orders: readonly OrderState[]): number {
  return orders.reduce((newest, { order }) => Math.max(newest, Number(order)), 0);
}
