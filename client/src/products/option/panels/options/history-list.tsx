/** The user's settled contracts, through filters, sorted, page by page, and as a file. */
import { useSelector } from 'react-redux';
import type { OPTION_SORTS, OptionHistoryRequest } from '../../../../../../shared/products/option/wire';
import type { OptionEnd, SettledOption } from '../../../../../../shared/products/option/stream';
import {
  useExportOptionsMutation,
  useOptionHistoryQuery,
  useOptionProductsQuery,
} from '../../../../entities/option/option-api';
import { selectOptionsPosition } from '../../api/option-slice';
import { useOwnList } from '../../../../entities/session/use-own-list';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { DayRange } from '../../../../shared/ui/lists/day-range';
import { WrittenExport } from '../../../../shared/ui/lists/export-button';
import { Filter, Filters } from '../../../../shared/ui/lists/filters';
import { QueryList } from '../../../../shared/ui/lists/query-list';
import { Way } from '../../../../shared/ui/page/way';
import { useSettledColumns } from './settled-columns';

type FilteredBy = Partial<Pick<OptionHistoryRequest, 'symbol' | 'direction' | 'timing' | 'end' | 'from' | 'to'>>;
type SortedBy = (typeof OPTION_SORTS)[number];

const DIRECTIONS = ['up', 'down'] as const;
const TIMINGS = ['now', 'timed'] as const;
/** By a table that has to name all of them. */
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
  const { say } = useTexts();
  const { data: catalogue } = useOptionProductsQuery();
  const position = useSelector(selectOptionsPosition);
  const list = useOwnList<FilteredBy, SortedBy, SettledOption>(position, useOptionHistoryQuery);
  const { filters, filter } = list;
  return (
    <>
      <Filters>
        <Filter
          {...{ label: say('option.product'), any: say('option.any.product'), value: filters.symbol }}
          options={(catalogue?.products ?? []).map((product) => ({ value: product.symbol, label: product.label }))}
          onChange={(symbol) => filter({ ...filters, symbol })}
        />
        <Filter
          {...{ label: say('option.direction'), any: say('option.any.direction'), value: filters.direction }}
          options={DIRECTIONS.map((value) => ({ value, label: say(`option.buy.${value}`) }))}
          onChange={(direction) => filter({ ...filters, direction })}
        />
        <Filter
          {...{ label: say('option.start'), any: say('option.any.start'), value: filters.timing }}
          options={TIMINGS.map((value) => ({ value, label: say(`option.timing.${value}`) }))}
          onChange={(timing) => filter({ ...filters, timing })}
        />
        <Filter
          {...{ label: say('option.result'), any: say('option.any.result'), value: filters.end }}
          options={ENDS.map((value) => ({ value, label: say(`option.end.${value}`) }))}
          onChange={(end) => filter({ ...filters, end })}
        />
        <DayRange label={say('option.settled_at')} onChange={list.filterDays} />
      </Filters>
      <QueryList<SettledOption>
        {...list.table}
        name="option.history"
        label={say('option.tab.history')}
        columns={useSettledColumns()}
        keyOf={({ contract }) => contract}
        empty={say(list.isFiltered ? 'option.none.found' : 'option.none.history')}
        way={!list.isFiltered && <Way to="/secondContract">{say('menu.second')}</Way>}
        actions={
          <WrittenExport
            {...{ useExport: useExportOptionsMutation, since: list.since, isEmpty: list.isEmpty }}
            asked={filters}
            file="second-contracts.csv"
          />
        }
      />
    </>
  );
}
