/** What is stored of the user's orders, in the panel under the chart: those that have ended, and every fill. */
import { labelOf } from '../../../entities/instrument/instrument';
import { useSelector } from 'react-redux';
import type { FILL_SORTS, FillRecord } from '../../../../../shared/products/spot/wire';
import { useOrderFillsQuery, useOrderHistoryQuery } from '../../../entities/order/order-api';
import { selectOrdersPosition } from '../../../entities/order/order-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useFollowed, useList } from '../../../shared/lib/hooks/use-list';
import { column, figure, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import { PanelList } from '../../../shared/ui/lists/query-list';
import { AmountOf, ENDED_COLUMNS, orderColumns, priceShown, quantityShown, type ShownOrder } from './order-columns';
import type { OrderSort, OrderWords } from './order-columns';
import { useOrderWords } from './use-order-words';

interface StoredTableProps {
  /** Of one market only. */
  only: string | undefined;
}

export function HistoryTable({ only }: StoredTableProps) {
  const { say } = useTexts();
  const how = useOrderWords();
  const position = useSelector(selectOrdersPosition);
  const list = useList<object, OrderSort>(position);
  const asked = useOrderHistoryQuery({ ...list.request, ...marketOf(only) });
  useFollowed(list, position, asked.isFetching);
  return (
    <PanelList<ShownOrder>
      {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      label={say('own.tab.history')}
      columns={orderColumns(how, ENDED_COLUMNS)}
      keyOf={({ order }) => order}
      empty={say('orderlist.none_ended')}
    />
  );
}

export function FillsTable({ only }: StoredTableProps) {
  const { say } = useTexts();
  const how = useOrderWords();
  const position = useSelector(selectOrdersPosition);
  const list = useList<object, (typeof FILL_SORTS)[number]>(position);
  const asked = useOrderFillsQuery({ ...list.request, ...marketOf(only) });
  useFollowed(list, position, asked.isFetching);
  return (
    <PanelList<FillRecord>
      {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      label={say('own.tab.fills')}
      columns={fillColumns(how)}
      keyOf={({ trade, order }) => `${trade}-${order}`}
      empty={say('own.none_filled')}
    />
  );
}

function marketOf(only: string | undefined): { market?: string } {
  return only === undefined ? {} : { market: only };
}

function fillColumns(how: OrderWords): Column<FillRecord>[] {
  const { say } = how.texts;
  return [
    timeColumn('time', say('orderlist.time'), ({ at }) => at, { isFixed: true, sortBy: 'time' }),
    fixed('market', say('orderlist.market'), ({ market }) => <b>{labelOf(how.instruments, market)}</b>, {
      sortBy: 'market',
    }),
    fixed(
      'side',
      say('orderlist.side'),
      ({ side }) => <span data-direction={side === 'buy' ? 'up' : 'down'}>{say(`trades.${side}`)}</span>,
      { sortBy: 'side' },
    ),
    figure('price', say('orderlist.price'), ({ market, price }) => priceShown(how, market, price), { sortBy: 'price' }),
    figure(
      'quantity',
      say('orderlist.quantity'),
      ({ market, quantity }) => `${quantityShown(how, market, quantity)} ${how.instruments.get(market)?.base ?? ''}`,
      { sortBy: 'quantity' },
    ),
    figure('total', say('orderlist.total'), ({ market, amount }) => (
      <AmountOf amount={amount} asset={how.instruments.get(market)?.quote ?? ''} />
    )),
    figure('fee', say('orderlist.fee'), ({ fee, feeAsset }) => <AmountOf amount={fee} asset={feeAsset} />),
    column('role', say('own.head.role'), ({ role }) => say(`orderlist.role.${role}`)),
  ];
}
