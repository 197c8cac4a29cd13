import Select from 'antd/es/select';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { HistoryOrdersRequest, OrderRecord } from '../../../../shared/wire/spot';
import { orderApi, useOrderHistoryQuery } from '../../entities/order/order-api';
import { selectOrdersPosition } from '../../entities/order/order-slice';
import { selectUser } from '../../entities/session/session-slice';
import {
  ENDED_COLUMNS,
  orderColumns,
  type OrderSort,
  type ShownOrder,
} from '../../features/manage-orders/order-columns';
import { orderLines } from '../../features/manage-orders/order-csv';
import { useOrderWords } from '../../features/manage-orders/use-order-words';
import { wordsOf, type Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { allPages } from '../../shared/lib/all-pages';
import { csvOf, downloadCsv } from '../../shared/lib/csv';
import { useFollowed, useList } from '../../shared/lib/use-list';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import type { Column } from '../../shared/ui/data-table/columns';
import { DayRange } from '../../shared/ui/day-range';
import { QueryList } from '../../shared/ui/query-list';
import { Way } from '../../shared/ui/way';
import { MarketSelect } from './filters';
import styles from './orders-page.module.css';

type Filters = Partial<Pick<HistoryOrdersRequest, 'market' | 'side' | 'kind' | 'from' | 'to'>>;

const SIDES = ['buy', 'sell'] as const;
const KINDS = ['limit', 'market', 'stop_limit', 'stop_market'] as const;

/** Orders that have ended, newest first. */
export function EndedOrders({ onShow }: { onShow: (order: string) => void }) {
  const { say } = useTexts();
  const how = useOrderWords();
  const position = useSelector(selectOrdersPosition);
  const isKnown = useSelector(selectUser) !== null;
  const list = useList<Filters, OrderSort>(position);
  const asked = useOrderHistoryQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  useFollowed(list, position, asked.isFetching);
  const actions: Column<ShownOrder> = {
    key: 'actions',
    title: '',
    isFixed: true,
    render: ({ order }) => <Button onClick={() => onShow(order)}>{say('orderlist.detail')}</Button>,
  };
  const { data } = asked;
  return (
    <>
      <FilterRow filters={list.filters} onChange={list.filter} />
      <QueryList<ShownOrder>
        {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
        name="orders.ended"
        label={say('menu.orders_history')}
        columns={[...orderColumns(how, ENDED_COLUMNS), actions]}
        keyOf={({ order }) => order}
        empty={say(list.isFiltered ? 'orderlist.none_found' : 'orderlist.none_ended')}
        way={!list.isFiltered && <Way to="/currencyTransaction">{say('orderlist.trade')}</Way>}
        selection={{ keys: list.chosen, onChange: list.setChosen }}
        actions={
          <Export
            filters={list.filters}
            chosen={data?.records.filter(({ order }) => list.chosen.includes(order)) ?? []}
            isEmpty={!data || data.total === 0}
          />
        }
      />
    </>
  );
}

function FilterRow({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const { say } = useTexts();
  return (
    <div className={styles.filters}>
      <MarketSelect value={filters.market} onChange={(market) => onChange({ ...filters, market })} />
      <Select
        aria-label={say('orderlist.side')}
        placeholder={say('orderlist.any_side')}
        allowClear
        value={filters.side}
        options={SIDES.map((side) => ({ value: side, label: say(side === 'buy' ? 'trades.buy' : 'trades.sell') }))}
        onChange={(side?: 'buy' | 'sell') => onChange({ ...filters, side })}
      />
      <Select
        aria-label={say('orderlist.kind')}
        placeholder={say('orderlist.any_kind')}
        allowClear
        value={filters.kind}
        options={KINDS.map((kind) => ({ value: kind, label: say(`orderlist.kind_name.${kind}`) }))}
        onChange={(kind?: (typeof KINDS)[number]) => onChange({ ...filters, kind })}
      />
      <DayRange
        label={say('orderlist.time')}
        onChange={(range) => onChange({ ...filters, from: undefined, to: undefined, ...range })}
      />
    </div>
  );
}

interface ExportProps {
  filters: Filters;
  /** The selected ones; when there are none, everything that the filters let through. */
  chosen: readonly OrderRecord[];
  isEmpty: boolean;
}

function Export({ filters, chosen, isEmpty }: ExportProps) {
  const { say } = useTexts();
  const how = useOrderWords();
  const dispatch = useDispatch();
  const [ask] = orderApi.useLazyOrderHistoryQuery();
  const [isBusy, setBusy] = useState(false);

  const everything = (): Promise<readonly OrderRecord[] | null> =>
    allPages(
      async (page) => {
        const { data, error } = await ask({ ...filters, ...page });
        if (error) dispatch(toastShown({ kind: 'error', ...wordsOf(error as Fault) }));
        return data ?? null;
      },
      ({ order }) => order,
    );
  const save = async () => {
    setBusy(true);
    const orders = chosen.length > 0 ? chosen : await everything();
    setBusy(false);
    if (orders === null) return;
    const { head, rows } = orderLines(how, orders);
    downloadCsv('order-history.csv', csvOf(head, rows));
  };
  return (
    <Button disabled={isBusy || isEmpty} aria-busy={isBusy} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{say(chosen.length > 0 ? 'table.export_selected' : 'table.export')}</span>
    </Button>
  );
}
