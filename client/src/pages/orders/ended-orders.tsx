import Select from 'antd/es/select';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import type { HistoryOrdersRequest, OrderRecord } from '../../../../shared/wire/spot';
import { orderApi, useOrderHistoryQuery } from '../../entities/order/order-api';
import { wordsOf, type Fault } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { allPages } from '../../shared/lib/all-pages';
import { csvOf, downloadCsv } from '../../shared/lib/csv';
import { toastShown } from '../../shared/toasts/toasts-slice';
import { Button } from '../../shared/ui/button';
import type { Column } from '../../shared/ui/data-table/columns';
import { DataTable } from '../../shared/ui/data-table/data-table';
import { DayRange } from '../../shared/ui/day-range';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { MarketSelect } from './filters';
import { orderColumns } from './order-columns';
import { orderSheet } from './order-sheet';
import styles from './orders-page.module.css';
import { useOrderList } from './use-order-list';
import { useOrderWords } from './use-order-words';

type Filters = Partial<Pick<HistoryOrdersRequest, 'market' | 'side' | 'kind' | 'from' | 'to'>>;

const SIDES = ['buy', 'sell'] as const;
const KINDS = ['limit', 'market', 'stop_limit', 'stop_market'] as const;

/** Orders that have ended, newest first. */
export function EndedOrders({ onShow }: { onShow: (order: string) => void }) {
  const { say } = useTexts();
  const how = useOrderWords();
  const list = useOrderList<Filters>();
  const { data, error, isFetching, refetch } = useOrderHistoryQuery(list.request, {
    skip: !list.isKnown,
    refetchOnMountOrArgChange: true,
  });
  const actions: Column<OrderRecord> = {
    key: 'actions',
    title: '',
    isFixed: true,
    render: ({ order }) => <Button onClick={() => onShow(order)}>{say('orderlist.detail')}</Button>,
  };
  return (
    <>
      <FilterRow filters={list.filters} onChange={list.filter} />
      {error && !data ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<OrderRecord>
          name="orders.ended"
          label={say('menu.orders_history')}
          columns={[...orderColumns(how), actions]}
          rows={data?.records}
          keyOf={({ order }) => order}
          isFetching={isFetching}
          empty={<Note kind="empty" text={say(list.isFiltered ? 'orderlist.none_found' : 'orderlist.none_ended')} />}
          selection={{ keys: list.chosen, onChange: list.setChosen }}
          paging={list.paging}
          total={data?.total ?? 0}
          onPage={list.turn}
          actions={
            <Export
              filters={list.filters}
              chosen={data?.records.filter(({ order }) => list.chosen.includes(order)) ?? []}
              isEmpty={!data || data.total === 0}
            />
          }
        />
      )}
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
    const { head, rows } = orderSheet(how, orders);
    downloadCsv('order-history.csv', csvOf(head, rows));
  };
  return (
    <Button disabled={isBusy || isEmpty} aria-busy={isBusy} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{say(chosen.length > 0 ? 'table.export_selected' : 'table.export')}</span>
    </Button>
  );
}
