import { useSelector } from 'react-redux';
import type { HistoryOrdersRequest, OrderRecord } from '../../../../../shared/products/spot/wire';
import { useExportSpotMutation, useOrderHistoryQuery } from '../../../kit/entities/order/order-api';
import { selectOrdersPosition } from '../../../kit/entities/order/order-slice';
import { useOwnList } from '../../../kit/entities/session/use-own-list';
import { ENDED_COLUMNS, orderColumns, type OrderSort, type ShownOrder } from '../panels/order-columns';
import { orderLines } from '../panels/order-csv';
import { useOrderWords } from '../panels/use-order-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Button } from '../../../kit/ui/controls/button';
import type { Column } from '../../../kit/ui/data-table/columns';
import { DayRange, type TimeRange } from '../../../kit/ui/lists/day-range';
import { csvOf, downloadCsv } from '../../../kit/lib/csv';
import { ExportButton, ServerExport } from '../../../kit/ui/lists/export-button';
import { Filter, Filters } from '../../../kit/ui/lists/filters';
import { QueryList } from '../../../kit/ui/lists/query-list';
import { EmptyStateLink } from '../../../kit/ui/page/empty-state-link';
import { MarketSelect } from './filters';

type FilteredBy = Partial<Pick<HistoryOrdersRequest, 'market' | 'side' | 'kind' | 'from' | 'to'>>;

const SIDES = ['buy', 'sell'] as const;
const KINDS = ['limit', 'market', 'stop_limit', 'stop_market'] as const;

/** Closed orders, newest first. */
export function EndedOrders({ onShow }: { onShow: (order: string) => void }) {
  const { t } = useTexts();
  const format = useOrderWords();
  const list = useOwnList<FilteredBy, OrderSort, OrderRecord>(useSelector(selectOrdersPosition), useOrderHistoryQuery);
  const actions: Column<ShownOrder> = {
    key: 'actions',
    title: '',
    isFixed: true,
    render: ({ order }) => <Button onClick={() => onShow(order)}>{t('orderlist.detail')}</Button>,
  };
  return (
    <>
      <FilterRow {...list} />
      <QueryList<ShownOrder>
        {...list.table}
        name="orders.ended"
        label={t('menu.orders_history')}
        columns={[...orderColumns(format, ENDED_COLUMNS), actions]}
        keyOf={nameOf}
        empty={t(list.isFiltered ? 'orderlist.none_found' : 'orderlist.none_ended')}
        emptyStateLink={
          !list.isFiltered && <EmptyStateLink to="/currencyTransaction">{t('orderlist.trade')}</EmptyStateLink>
        }
        selection={{ keys: list.chosen, onChange: list.setChosen }}
        actions={
          <Files {...list} selectedOrders={list.chosenBy(nameOf)} linesOf={(orders) => orderLines(format, orders)} />
        }
      />
    </>
  );
}

function nameOf({ order }: { order: string }): string {
  return order;
}

interface FilesProps {
  filters: FilteredBy;
  since: number | null;
  isEmpty: boolean;
  /** The selected orders; if empty, the export covers all that match the filters. */
  selectedOrders: readonly OrderRecord[];
  linesOf: (orders: readonly OrderRecord[]) => { head: readonly string[]; rows: readonly (readonly string[])[] };
}

function Files({ filters, since, isEmpty, selectedOrders, linesOf }: FilesProps) {
  const saveChosen = () => {
    const { head, rows } = linesOf(selectedOrders);
    downloadCsv('spot-orders.csv', csvOf(head, rows));
    return Promise.resolve();
  };
  const { kind: _, ...ofFills } = filters;
  const exportOptions = { useExport: useExportSpotMutation, since };
  if (selectedOrders.length > 0)
    return <ExportButton isBusy={false} isEmpty={false} isOfSelected onSave={saveChosen} />;
  return (
    <>
      <ServerExport
        {...exportOptions}
        isEmpty={isEmpty}
        filters={{ list: 'orders', ...filters }}
        file="spot-orders.csv"
      />
      <ServerExport
        {...{ ...exportOptions, isEmpty: false, text: 'orderlist.export_fills' }}
        filters={{ list: 'fills', ...ofFills }}
        file="spot-fills.csv"
      />
    </>
  );
}

interface FilterRowProps {
  filters: FilteredBy;
  filter: (filters: FilteredBy) => void;
  filterDays: (range: TimeRange) => void;
}

function FilterRow({ filters, filter, filterDays }: FilterRowProps) {
  const { t } = useTexts();
  return (
    <Filters>
      <MarketSelect value={filters.market} onChange={(market) => filter({ ...filters, market })} />
      <Filter
        {...{ label: t('orderlist.side'), any: t('orderlist.any_side'), value: filters.side }}
        options={SIDES.map((side) => ({ value: side, label: t(`trades.${side}`) }))}
        onChange={(side) => filter({ ...filters, side })}
      />
      <Filter
        {...{ label: t('orderlist.kind'), any: t('orderlist.any_kind'), value: filters.kind }}
        options={KINDS.map((kind) => ({ value: kind, label: t(`orderlist.kind_name.${kind}`) }))}
        onChange={(kind) => filter({ ...filters, kind })}
      />
      <DayRange label={t('orderlist.time')} onChange={filterDays} />
    </Filters>
  );
}
