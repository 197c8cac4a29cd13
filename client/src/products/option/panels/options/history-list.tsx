/** The user's settled contracts: filtered, sorted, paged and exported. */
import { useSelector } from 'react-redux';
import type { OPTION_SORTS, OptionHistoryRequest } from '../../../../../../shared/products/option/wire';
import type { OptionEnd, SettledOption } from '../../../../../../shared/products/option/stream';
import { useExportOptionsMutation, useOptionHistoryQuery, useOptionProductsQuery } from '../../api/option-api';
import { selectOptionsPosition } from '../../api/option-slice';
import { useOwnList } from '../../../../kit/entities/session/use-own-list';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { DayRange } from '../../../../kit/ui/lists/day-range';
import { ServerExport } from '../../../../kit/ui/lists/export-button';
import { Filter, Filters } from '../../../../kit/ui/lists/filters';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import { EmptyStateLink } from '../../../../kit/ui/page/empty-state-link';
import { useSettledColumns } from './settled-columns';

type FilteredBy = Partial<Pick<OptionHistoryRequest, 'symbol' | 'direction' | 'timing' | 'end' | 'from' | 'to'>>;
type SortedBy = (typeof OPTION_SORTS)[number];

const DIRECTIONS = ['up', 'down'] as const;
const TIMINGS = ['now', 'timed'] as const;
/** Keys of a record, so that the compiler demands all of them. */
const ENDS = Object.keys({
  won: true,
  lost: true,
  tie: true,
  take_profit: true,
  stop_loss: true,
  refunded: true,
  cancelled: true,
} satisfies Record<OptionEnd, true>) as OptionEnd[];

export function OptionHistory() {
  const { t } = useTexts();
  const { data: catalogue } = useOptionProductsQuery();
  const position = useSelector(selectOptionsPosition);
  const list = useOwnList<FilteredBy, SortedBy, SettledOption>(position, useOptionHistoryQuery);
  const { filters, filter } = list;
  return (
    <>
      <Filters>
        <Filter
          {...{ label: t('option.product'), any: t('option.any.product'), value: filters.symbol }}
          options={(catalogue?.products ?? []).map((product) => ({ value: product.symbol, label: product.label }))}
          onChange={(symbol) => filter({ ...filters, symbol })}
        />
        <Filter
          {...{ label: t('option.direction'), any: t('option.any.direction'), value: filters.direction }}
          options={DIRECTIONS.map((value) => ({ value, label: t(`option.buy.${value}`) }))}
          onChange={(direction) => filter({ ...filters, direction })}
        />
        <Filter
          {...{ label: t('option.start'), any: t('option.any.start'), value: filters.timing }}
          options={TIMINGS.map((value) => ({ value, label: t(`option.timing.${value}`) }))}
          onChange={(timing) => filter({ ...filters, timing })}
        />
        <Filter
          {...{ label: t('option.result'), any: t('option.any.result'), value: filters.end }}
          options={ENDS.map((value) => ({ value, label: t(`option.end.${value}`) }))}
          onChange={(end) => filter({ ...filters, end })}
        />
        <DayRange label={t('option.settled_at')} onChange={list.filterDays} />
      </Filters>
      <QueryList<SettledOption>
        {...list.table}
        name="option.history"
        label={t('option.tab.history')}
        columns={useSettledColumns()}
        keyOf={({ contract }) => contract}
        empty={t(list.isFiltered ? 'option.none.found' : 'option.none.history')}
        emptyStateLink={!list.isFiltered && <EmptyStateLink to="/secondContract">{t('menu.second')}</EmptyStateLink>}
        actions={
          <ServerExport
            {...{ useExport: useExportOptionsMutation, since: list.since, isEmpty: list.isEmpty }}
            filters={filters}
            file="second-contracts.csv"
          />
        }
      />
    </>
  );
}
