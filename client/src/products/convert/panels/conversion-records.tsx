/** The user's conversions: filtered, sorted and paged by the server, with CSV export. */
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { CONVERSION_SORTS, ConversionRecord } from '../../../../../shared/products/convert/wire';
import { selectBalancesPosition } from '../../../kit/entities/balance/balance-slice';
import { useOwnList } from '../../../kit/entities/session/use-own-list';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import type { Column } from '../../../kit/ui/data-table/columns';
import { Amount } from '../../../kit/ui/figures/amount';
import { DayRange } from '../../../kit/ui/lists/day-range';
import { ServerExport } from '../../../kit/ui/lists/export-button';
import { Filter, Filters } from '../../../kit/ui/lists/filters';
import { QueryList } from '../../../kit/ui/lists/query-list';
import { rateOf } from '../api/rate';
import { useConversionsQuery, useExportConversionsMutation, type ConversionFilters } from '../api/convert-api';

type SortedBy = (typeof CONVERSION_SORTS)[number];

const KINDS = ['convert', 'dust'] as const;

export function ConversionRecords({ coins }: { coins: readonly string[] }) {
  const { t } = useTexts();
  const position = useSelector(selectBalancesPosition);
  const list = useOwnList<ConversionFilters, SortedBy, ConversionRecord>(position, useConversionsQuery);
  const { filters, filter, since, isEmpty } = list;
  const options = coins.map((coin) => ({ value: coin, label: coin }));
  return (
    <>
      <Filters>
        <Filter
          {...{ label: t('convert.kind'), any: t('convert.any_kind'), value: filters.kind }}
          options={KINDS.map((value) => ({ value, label: t(`convert.kind.${value}`) }))}
          onChange={(kind) => filter({ ...filters, kind })}
        />
        <Filter
          {...{ label: t('convert.from'), any: t('convert.from_any'), value: filters.fromAsset, options }}
          isSearched
          onChange={(fromAsset) => filter({ ...filters, fromAsset })}
        />
        <Filter
          {...{ label: t('convert.to'), any: t('convert.to_any'), value: filters.toAsset, options }}
          isSearched
          onChange={(toAsset) => filter({ ...filters, toAsset })}
        />
        <DayRange label={t('convert.at')} onChange={list.filterDays} />
      </Filters>
      <QueryList<ConversionRecord>
        {...list.table}
        columns={useColumns()}
        name="conversions"
        label={t('convert.records')}
        keyOf={({ id }) => id}
        empty={t(list.isFiltered ? 'convert.none.found' : 'convert.none.records')}
        actions={
          <ServerExport
            {...{ useExport: useExportConversionsMutation, since, isEmpty }}
            filters={filters}
            file="conversions.csv"
          />
        }
      />
    </>
  );
}

function useColumns(): Column<ConversionRecord>[] {
  const { t, numbers } = useTexts();
  return [
    {
      ...{ key: 'at', title: t('convert.at'), isFixed: true, sortBy: 'time' },
      render: ({ at }) => dateAndTime(at),
    },
    { key: 'kind', title: t('convert.kind'), render: ({ kind }) => t(`convert.kind.${kind}`) },
    { key: 'from', title: t('convert.from'), isFixed: true, sortBy: 'from', render: ({ from }) => from },
    { key: 'to', title: t('convert.to'), isFixed: true, sortBy: 'to', render: ({ to }) => to },
    {
      ...{ key: 'spent', title: t('convert.spent'), isEnd: true },
      render: ({ spent, from }) => (
        <>
          <Amount amount={spent} asset={from} /> {from}
        </>
      ),
    },
    {
      ...{ key: 'received', title: t('convert.received'), isEnd: true },
      render: ({ received, to }) => (
        <>
          <Amount amount={received} asset={to} /> {to}
        </>
      ),
    },
    {
      ...{ key: 'price', title: t('convert.price'), isEnd: true },
      render: ({ spent, received, from, to }) => `1 ${from} ≈ ${numbers.exact(rateOf(spent, received))} ${to}`,
    },
    {
      ...{ key: 'orders', title: t('convert.orders'), isEnd: true },
      render: ({ orders }) =>
        orders.length === 0 ? (
          '–'
        ) : (
          <Link to="/accountSet/commin?active=2">{orders.map((order) => `#${order}`).join(', ')}</Link>
        ),
    },
  ];
}
