/** The user's orders: those that are open, and those that have ended with every field, filters and a file. */
import { useSelector } from 'react-redux';
import type {
  CONTRACT_ORDER_SORTS,
  ContractHistoryRequest,
  ContractOrderRecord,
} from '../../../../../../shared/products/perpetual/wire';
import { contractListsApi, useContractHistoryQuery, useCurrentContractsQuery } from '../../api/contract-lists-api';
import { selectPositionsPosition } from '../../../../entities/contract/positions';
import { useOwnList } from '../../../../entities/session/use-own-list';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { DayRange } from '../../../../shared/ui/lists/day-range';
import { GatheredExport } from '../../../../shared/ui/lists/export-button';
import { Filter, Filters } from '../../../../shared/ui/lists/filters';
import { QueryList } from '../../../../shared/ui/lists/query-list';
import { Way } from '../../../../shared/ui/page/way';
import { useContractColumns, useContractFields } from './contract-columns';
import { ContractSelect } from '../contract-select';

type FilteredBy = Partial<Pick<ContractHistoryRequest, 'market' | 'position' | 'act' | 'status' | 'from' | 'to'>>;
type Sort = (typeof CONTRACT_ORDER_SORTS)[number];

const STATUSES = ['pending', 'holding', 'closed', 'cancelled'] as const;
const SIDES = ['long', 'short'] as const;
const ACTS = ['open', 'close'] as const;

export function CurrentOrders() {
  const { say } = useTexts();
  const list = useOwnList<Pick<FilteredBy, 'market'>, Sort, ContractOrderRecord>(
    useSelector(selectPositionsPosition),
    useCurrentContractsQuery,
  );
  return (
    <>
      <Filters>
        <ContractSelect value={list.filters.market} onChange={(market) => list.filter({ market })} />
      </Filters>
      <QueryList<ContractOrderRecord>
        {...list.table}
        name="contracts.current"
        label={say('contracts.current')}
        columns={useContractColumns()}
        keyOf={({ order }) => order}
        empty={say(list.isFiltered ? 'orderlist.none_found' : 'positions.none.orders')}
        way={!list.isFiltered && <Way to="/contractTransaction">{say('menu.futures')}</Way>}
      />
    </>
  );
}

export function EndedOrders() {
  const { say } = useTexts();
  const position = useSelector(selectPositionsPosition);
  const list = useOwnList<FilteredBy, Sort, ContractOrderRecord>(position, useContractHistoryQuery);
  const { filters, filter } = list;
  const fields = useContractFields();
  const [ask] = contractListsApi.useLazyContractHistoryQuery();
  const linesOf = (orders: readonly ContractOrderRecord[]) => ({
    head: fields.map(({ title, unit }) => say(title) + (unit === undefined ? '' : ` (${unit})`)),
    rows: orders.map((order) => fields.map(({ text }) => text(order))),
  });
  return (
    <>
      <Filters>
        <ContractSelect value={filters.market} onChange={(market) => filter({ ...filters, market })} />
        <Filter
          {...{ label: say('place.side'), any: say('contracts.any_side'), value: filters.position }}
          options={SIDES.map((value) => ({ value, label: say(`positions.${value}`) }))}
          onChange={(side) => filter({ ...filters, position: side })}
        />
        <Filter
          {...{ label: say('ticket.act'), any: say('contracts.any_act'), value: filters.act }}
          options={ACTS.map((value) => ({ value, label: say(`ticket.act.${value}`) }))}
          onChange={(act) => filter({ ...filters, act })}
        />
        <Filter
          {...{ label: say('orderlist.status'), any: say('contracts.any_status'), value: filters.status }}
          options={STATUSES.map((value) => ({ value, label: say(`positions.status.${value}`) }))}
          onChange={(status) => filter({ ...filters, status })}
        />
        <DayRange label={say('orderlist.time')} onChange={list.filterDays} />
      </Filters>
      <QueryList<ContractOrderRecord>
        {...list.table}
        name="contracts.history"
        label={say('contracts.history')}
        columns={useContractColumns()}
        keyOf={nameOf}
        empty={say(list.isFiltered ? 'orderlist.none_found' : 'positions.none.history')}
        way={!list.isFiltered && <Way to="/contractTransaction">{say('menu.futures')}</Way>}
        selection={{ keys: list.chosen, onChange: list.setChosen }}
        actions={
          <GatheredExport
            {...{ nameOf, linesOf, isEmpty: list.isEmpty, file: 'contract-orders.csv' }}
            chosen={list.chosenBy(nameOf)}
            ask={(page) => ask({ ...filters, ...page })}
          />
        }
      />
    </>
  );
}

function nameOf({ order }: ContractOrderRecord): string {
  return order;
}
