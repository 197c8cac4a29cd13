/** The user's stored orders in the panel under the chart: closed orders and fills. */
import { labelOf } from '../../../kit/entities/instrument/instrument';
import { useSelector } from 'react-redux';
import type { FILL_SORTS, FillRecord } from '../../../../../shared/products/spot/wire';
import { useOrderFillsQuery, useOrderHistoryQuery } from '../../../kit/entities/order/order-api';
import { selectOrdersPosition } from '../../../kit/entities/order/order-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useFollowPosition, useList } from '../../../kit/lib/hooks/use-list';
import { column, figure, fixed, timeColumn, type Column } from '../../../kit/ui/data-table/columns';
import { PanelList } from '../../../kit/ui/lists/query-list';
import { AmountOf, ENDED_COLUMNS, orderColumns, priceShown, quantityShown, type ShownOrder } from './order-columns';
import type { OrderSort, OrderWords } from './order-columns';
import { useOrderWords } from './use-order-words';

interface StoredTableProps {
  /** Restricts the list to one market; undefined for all. */
  marketFilter: string | undefined;
}

export function HistoryTable({ marketFilter }: StoredTableProps) {
  const { t } = useTexts();
  const format = useOrderWords();
  const position = useSelector(selectOrdersPosition);
  const list = useList<object, OrderSort>(position);
  const query = useOrderHistoryQuery({ ...list.request, ...marketOf(marketFilter) });
  useFollowPosition(list, position, query.isFetching);
  return (
    <PanelList<ShownOrder>
      {...{ query, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      label={t('own.tab.history')}
      columns={orderColumns(format, ENDED_COLUMNS)}
      keyOf={({ order }) => order}
      empty={t('orderlist.none_ended')}
    />
  );
}

export function FillsTable({ marketFilter }: StoredTableProps) {
  const { t } = useTexts();
  const format = useOrderWords();
  const position = useSelector(selectOrdersPosition);
  const list = useList<object, (typeof FILL_SORTS)[number]>(position);
  const query = useOrderFillsQuery({ ...list.request, ...marketOf(marketFilter) });
  useFollowPosition(list, position, query.isFetching);
  return (
    <PanelList<FillRecord>
      {...{ query, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      label={t('own.tab.fills')}
      columns={fillColumns(format)}
      keyOf={({ trade, order }) => `${trade}-${order}`}
      empty={t('own.none_filled')}
    />
  );
}

function marketOf(marketFilter: string | undefined): { market?: string } {
  return marketFilter === undefined ? {} : { market: marketFilter };
}

function fillColumns(format: OrderWords): Column<FillRecord>[] {
  const { t } = format.texts;
  return [
    timeColumn('time', t('orderlist.time'), ({ at }) => at, { isFixed: true, sortBy: 'time' }),
    fixed('market', t('orderlist.market'), ({ market }) => <b>{labelOf(format.instruments, market)}</b>, {
      sortBy: 'market',
    }),
    fixed(
      'side',
      t('orderlist.side'),
      ({ side }) => <span data-direction={side === 'buy' ? 'up' : 'down'}>{t(`trades.${side}`)}</span>,
      { sortBy: 'side' },
    ),
    figure('price', t('orderlist.price'), ({ market, price }) => priceShown(format, market, price), {
      sortBy: 'price',
    }),
    figure(
      'quantity',
      t('orderlist.quantity'),
      ({ market, quantity }) =>
        `${quantityShown(format, market, quantity)} ${format.instruments.get(market)?.base ?? ''}`,
      { sortBy: 'quantity' },
    ),
    figure('total', t('orderlist.total'), ({ market, amount }) => (
      <AmountOf amount={amount} asset={format.instruments.get(market)?.quote ?? ''} />
    )),
    figure('fee', t('orderlist.fee'), ({ fee, feeAsset }) => <AmountOf amount={fee} asset={feeAsset} />),
    column('role', t('own.head.role'), ({ role }) => t(`orderlist.role.${role}`)),
  ];
}
