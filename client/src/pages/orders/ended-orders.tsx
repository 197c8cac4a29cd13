import { useSelector } from 'react-redux';
import type { HistoryOrdersRequest, OrderRecord } from '../../../../shared/wire/spot';
import { orderApi, useOrderHistoryQuery } from '../../entities/order/order-api';
import { selectOrdersPosition } from '../../entities/order/order-slice';
import { useOwnList } from '../../entities/session/use-own-list';
import {
  ENDED_COLUMNS,
  orderColumns,
  type OrderSort,
  type ShownOrder,
} from '../../features/manage-orders/order-columns';
import { orderLines } from '../../features/manage-orders/order-csv';
import { useOrderWords } from '../../features/manage-orders/use-order-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import type { Column } from '../../shared/ui/data-table/columns';
import { DayRange, type TimeRange } from '../../shared/ui/day-range';
import { GatheredExport } from '../../shared/ui/export-button';
import { Filter, Filters } from '../../shared/ui/filters';
import { QueryList } from '../../shared/ui/query-list';
import { Way } from '../../shared/ui/way';
import { MarketSelect } from './filters';

type FilteredBy = Partial<Pick<HistoryOrdersRequest, 'market' | 'side' | 'kind' | 'from' | 'to'>>;

const SIDES = ['buy', 'sell'] as const;
const KINDS = ['limit', 'market', 'stop_limit', 'stop_market'] as const;

/** Orders that have ended, newest first. */
export function EndedOrders({ onShow }: { onShow: (order: string) => void }) {
  const { say } = useTexts();
  const how = useOrderWords();
  const list = useOwnList<FilteredBy, OrderSort, OrderRecord>(useSelector(selectOrdersPosition), useOrderHistoryQuery);
  const [ask] = orderApi.useLazyOrderHistoryQuery();
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
        actions={
          <GatheredExport
            {...{ nameOf, isEmpty: list.isEmpty, file: 'order-history.csv' }}
            chosen={list.chosenBy(nameOf)}
            ask={(page) => ask({ ...list.filters, ...page })}
            linesOf={(orders) => orderLines(how, orders)}
          />
        }
      />
    </>
  );
}

function nameOf({ order }: { order: string }): string {
  return order;
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
