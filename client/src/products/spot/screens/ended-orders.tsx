import { useSelector } from 'react-redux';
import type { HistoryOrdersRequest, OrderRecord } from '../../../../../shared/products/spot/wire';
import { useExportSpotMutation, useOrderHistoryQuery } from '../../../entities/order/order-api';
import { selectOrdersPosition } from '../../../entities/order/order-slice';
import { useOwnList } from '../../../entities/session/use-own-list';
import { ENDED_COLUMNS, orderColumns, type OrderSort, type ShownOrder } from '../panels/order-columns';
import { orderLines } from '../panels/order-csv';
import { useOrderWords } from '../panels/use-order-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Button } from '../../../shared/ui/controls/button';
import type { Column } from '../../../shared/ui/data-table/columns';
import { DayRange, type TimeRange } from '../../../shared/ui/lists/day-range';
import { csvOf, downloadCsv } from '../../../shared/lib/csv';
import { ExportButton, WrittenExport } from '../../../shared/ui/lists/export-button';
import { Filter, Filters } from '../../../shared/ui/lists/filters';
import { QueryList } from '../../../shared/ui/lists/query-list';
import { Way } from '../../../shared/ui/page/way';
import { MarketSelect } from './filters';

type FilteredBy = Partial<Pick<HistoryOrdersRequest, 'market' | 'side' | 'kind' | 'from' | 'to'>>;

const SIDES = ['buy', 'sell'] as const;
const KINDS = ['limit', 'market', 'stop_limit', 'stop_market'] as const;

/** Orders that have ended, newest first. */
export function EndedOrders({ onShow }: { onShow: (order: string) => void }) {
  const { say } = useTexts();
  const how = useOrderWords();
  const list = useOwnList<FilteredBy, OrderSort, OrderRecord>(useSelector(selectOrdersPosition), useOrderHistoryQuery);
  const actions: Column<ShownOrder> = {
    key: 'actions',
    title: '',
    isFixed: true,
    render: ({ order }) => <Button onClick={() => onShow(order)}>{say('orderlist.detail')}</Button>,
  };
  return (
    <>
      <FilterRow {...list} />
      <QueryList<ShownOrder>
        {...list.table}
        name="orders.ended"
        label={say('menu.orders_history')}
        columns={[...orderColumns(how, ENDED_COLUMNS), actions]}
        keyOf={nameOf}
        empty={say(list.isFiltered ? 'orderlist.none_found' : 'orderlist.none_ended')}
        way={!list.isFiltered && <Way to="/currencyTransaction">{say('orderlist.trade')}</Way>}
        selection={{ keys: list.chosen, onChange: list.setChosen }}
        actions={<Files {...list} chosen={list.chosenBy(nameOf)} linesOf={(orders) => orderLines(how, orders)} />}
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
  /** The selected ones; when there are none, everything that the filters let through. */
  chosen: readonly OrderRecord[];
  linesOf: (orders: readonly OrderRecord[]) => { head: readonly string[]; rows: readonly (readonly string[])[] };
}

function Files({ filters, since, isEmpty, chosen, linesOf }: FilesProps) {
  const saveChosen = () => {
    const { head, rows } = linesOf(chosen);
    downloadCsv('spot-orders.csv', csvOf(head, rows));
    return Promise.resolve();
  };
  const { kind: _, ...ofFills } = filters;
  const written = { useExport: useExportSpotMutation, since };
  if (chosen.length > 0) return <ExportButton isBusy={false} isEmpty={false} isOfSelected onSave={saveChosen} />;
  return (
    <>
      <WrittenExport {...written} isEmpty={isEmpty} asked={{ list: 'orders', ...filters }} file="spot-orders.csv" />
      <WrittenExport
        {...{ ...written, isEmpty: false, text: 'orderlist.export_fills' }}
        asked={{ list: 'fills', ...ofFills }}
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
  const { say } = useTexts();
  return (
    <Filters>
      <MarketSelect value={filters.market} onChange={(market) => filter({ ...filters, market })} />
      <Filter
        {...{ label: say('orderlist.side'), any: say('orderlist.any_side'), value: filters.side }}
        options={SIDES.map((side) => ({ value: side, label: say(`trades.${side}`) }))}
        onChange={(side) => filter({ ...filters, side })}
      />
      <Filter
        {...{ label: say('orderlist.kind'), any: say('orderlist.any_kind'), value: filters.kind }}
        options={KINDS.map((kind) => ({ value: kind, label: say(`orderlist.kind_name.${kind}`) }))}
        onChange={(kind) => filter({ ...filters, kind })}
      />
      <DayRange label={say('orderlist.time')} onChange={filterDays} />
    </Filters>
  );
}
