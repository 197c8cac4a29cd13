/** The user's open orders, and ended ones with all fields, filters and export. */
import { useSelector } from 'react-redux';
import type { CONTRACT_ORDER_SORTS, ContractHistoryRequest } from '../../../../../../shared/products/perpetual/wire';
import type { ContractOrderRecord } from '../../../../../../shared/products/perpetual/records';
import { contractListsApi, useContractHistoryQuery, useCurrentContractsQuery } from '../../api/contract-lists-api';
import { selectPositionsPosition } from '../../../../kit/entities/contract/positions';
import { useOwnList } from '../../../../kit/entities/session/use-own-list';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { DayRange } from '../../../../kit/ui/lists/day-range';
import { ClientExport } from '../../../../kit/ui/lists/export-button';
import { Filter, Filters } from '../../../../kit/ui/lists/filters';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import { EmptyStateLink } from '../../../../kit/ui/page/empty-state-link';
import { useContractColumns, useContractFields } from './contract-columns';
import { ContractSelect } from '../contract-select';

type FilteredBy = Partial<Pick<ContractHistoryRequest, 'market' | 'position' | 'act' | 'status' | 'from' | 'to'>>;
type Sort = (typeof CONTRACT_ORDER_SORTS)[number];

const STATUSES = ['pending', 'holding', 'closed', 'cancelled'] as const;
const SIDES = ['long', 'short'] as const;
const ACTS = ['open', 'close'] as const;

export function CurrentOrders() {
  const { t } = useTexts();
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
        label={t('contracts.current')}
        columns={useContractColumns()}
        keyOf={({ order }) => order}
        empty={t(list.isFiltered ? 'orderlist.none_found' : 'positions.none.orders')}
        emptyStateLink={
          !list.isFiltered && <EmptyStateLink to="/contractTransaction">{t('menu.futures')}</EmptyStateLink>
        }
      />
    </>
  );
}

export function EndedOrders() {
  const { t } = useTexts();
  const position = useSelector(selectPositionsPosition);
  const list = useOwnList<FilteredBy, Sort, ContractOrderRecord>(position, useContractHistoryQuery);
  const { filters, filter } = list;
  const fields = useContractFields();
  const [fetchPage] = contractListsApi.useLazyContractHistoryQuery();
  const linesOf = (orders: readonly ContractOrderRecord[]) => ({
    head: fields.map(({ title, unit }) => t(title) + (unit === undefined ? '' : ` (${unit})`)),
    rows: orders.map((order) => fields.map(({ text }) => text(order))),
  });
  return (
    <>
      <Filters>
        <ContractSelect value={filters.market} onChange={(market) => filter({ ...filters, market })} />
        <Filter
          {...{ label: t('place.side'), any: t('contracts.any_side'), value: filters.position }}
          options={SIDES.map((value) => ({ value, label: t(`positions.${value}`) }))}
          onChange={(side) => filter({ ...filters, position: side })}
        />
        <Filter
          {...{ label: t('ticket.act'), any: t('contracts.any_act'), value: filters.act }}
          options={ACTS.map((value) => ({ value, label: t(`ticket.act.${value}`) }))}
          onChange={(act) => filter({ ...filters, act })}
        />
        <Filter
          {...{ label: t('orderlist.status'), any: t('contracts.any_status'), value: filters.status }}
          options={STATUSES.map((value) => ({ value, label: t(`positions.status.${value}`) }))}
          onChange={(status) => filter({ ...filters, status })}
        />
        <DayRange label={t('orderlist.time')} onChange={list.filterDays} />
      </Filters>
      <QueryList<ContractOrderRecord>
        {...list.table}
        name="contracts.history"
        label={t('contracts.history')}
        columns={useContractColumns()}
        keyOf={nameOf}
        empty={t(list.isFiltered ? 'orderlist.none_found' : 'positions.none.history')}
        emptyStateLink={
          !list.isFiltered && <EmptyStateLink to="/contractTransaction">{t('menu.futures')}</EmptyStateLink>
        }
        selection={{ keys: list.chosen, onChange: list.setChosen }}
        actions={
          <ClientExport
            {...{ nameOf, linesOf, isEmpty: list.isEmpty, file: 'contract-orders.csv' }}
            selectedRows={list.chosenBy(nameOf)}
            fetchPage={(page) => fetchPage({ ...filters, ...page })}
          />
        }
      />
    </>
  );
}

function nameOf({ order }: ContractOrderRecord): string {
  return order;
}
