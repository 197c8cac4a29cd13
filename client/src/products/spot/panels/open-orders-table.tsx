import { useCallback, useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import type { OrderState } from '../../../../../shared/wire/market-data';
import { useCurrentOrdersQuery } from '../../../entities/order/order-api';
import { selectOrdersPosition } from '../../../entities/order/order-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useFollowed, useList } from '../../../shared/lib/hooks/use-list';
import { Rows } from '../../../shared/ui/data-table/rows';
import { Note } from '../../../shared/ui/page/note';
import { haveTriggers, openColumns, type OrderSort, type ShownOrder } from './order-columns';
import { useOrderActions } from './use-order-actions';
import { useOrderWords } from './use-order-words';

const PLACED_MAX = 200;

/** Open orders as the private channel tells them. */
export function OpenOrdersTable({ orders }: { orders: readonly OrderState[] }) {
  const { say } = useTexts();
  const how = useOrderWords();
  const isKnown = useSelector(selectOrdersPosition) !== null;
  const placedAt = usePlacedAt(orders);
  const { column, dialog } = useOrderActions();
  const hasTriggers = haveTriggers(orders);
  const columns = useMemo(() => [...openColumns(how, hasTriggers), column], [how, hasTriggers, column]);
  return (
    <>
      <Rows<ShownOrder>
        label={say('own.tab.open')}
        columns={columns}
        rows={isKnown ? orders.map((order) => shownOf(order, placedAt.get(order.order))) : undefined}
        keyOf={({ order }) => order}
        empty={<Note kind="empty" text={say('orderlist.none_open')} />}
        density="panel"
      />
      {dialog}
    </>
  );
}

/** The same order is the same row: of a hundred, one that is filled is rendered again. */
const known = new WeakMap<OrderState, ShownOrder>();

function shownOf(order: OrderState, placedAt: number | undefined): ShownOrder {
  const before = known.get(order);
  if (before && before.placedAt === placedAt) return before;
  const shown = { ...order, placedAt };
  known.set(order, shown);
  return shown;
}

/**
 * The socket tells which orders are open, the stored ones when they were placed: asked for again when another one has come. What an
 * answer does not have that should, because the list is longer than a page, it has not the next time either.
 */
function usePlacedAt(orders: readonly OrderState[]): ReadonlyMap<string, number> {
  const position = useSelector(selectOrdersPosition);
  const { request, since, follow } = useList<object, OrderSort>(position, PLACED_MAX);
  const newest = newestOf(orders);
  const [asked, ask] = useState(newest);
  const { data, isError, isFetching } = useCurrentOrdersQuery(request, { skip: orders.length === 0 });
  const stored = useMemo(() => new Map(data?.records.map(({ order, placedAt }) => [order, placedAt])), [data]);
  const isMissing = orders.slice(0, PLACED_MAX).some(({ order }) => !stored.has(order));
  const isAskedFor = newest <= asked && !isError;
  const followNewest = useCallback(
    (to: number) => {
      follow(to);
      ask(newest);
    },
    [follow, newest],
  );
  useFollowed({ since, follow: followNewest }, isMissing && !isAskedFor ? position : null, isFetching);
  return stored;
}

/** Ids are counters. */
function newestOf(orders: readonly OrderState[]): number {
  return orders.reduce((newest, { order }) => Math.max(newest, Number(order)), 0);
}
