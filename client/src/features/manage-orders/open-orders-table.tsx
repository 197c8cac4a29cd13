import { useSelector } from 'react-redux';
import type { OrderState } from '../../../../shared/wire/market-data';
import { useCurrentOrdersQuery } from '../../entities/order/order-api';
import { selectOrdersPosition } from '../../entities/order/order-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { useFollowed, useList } from '../../shared/lib/use-list';
import { Rows } from '../../shared/ui/data-table/rows';
import { Note } from '../../shared/ui/note';
import { openColumns, type OrderSort, type ShownOrder } from './order-columns';
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
  return (
    <>
      <Rows<ShownOrder>
        label={say('own.tab.open')}
        columns={[...openColumns(how, orders), column]}
        rows={isKnown ? orders.map((order) => ({ ...order, placedAt: placedAt.get(order.order) })) : undefined}
        keyOf={({ order }) => order}
        empty={<Note kind="empty" text={say('orderlist.none_open')} />}
        density="panel"
      />
      {dialog}
    </>
  );
}

/** The socket tells which orders are open, the stored ones when they were placed: asked while one is not known. */
function usePlacedAt(orders: readonly OrderState[]): ReadonlyMap<string, number> {
  const position = useSelector(selectOrdersPosition);
  const list = useList<object, OrderSort>(position, PLACED_MAX);
  const { data, isFetching } = useCurrentOrdersQuery(list.request, { skip: orders.length === 0 });
  const known = new Map(data?.records.map(({ order, placedAt }) => [order, placedAt]));
  const isMissing = orders.slice(0, PLACED_MAX).some(({ order }) => !known.has(order));
  useFollowed(list, isMissing ? position : null, isFetching);
  return known;
}
