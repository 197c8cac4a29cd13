/** The user's settled contracts, through filters, sorted, page by page, and as a file. */
import Select from 'antd/es/select';
import { Download } from 'lucide-react';
import { useSelector } from 'react-redux';
import type { OPTION_SORTS, OptionHistoryRequest } from '../../../../shared/wire/option';
import { OPTION_ENDS, type SettledOption } from '../../../../shared/wire/option-stream';
import {
  useExportOptionsMutation,
  useOptionHistoryQuery,
  useOptionProductsQuery,
} from '../../entities/option/option-api';
import { selectOptionsPosition } from '../../entities/option/option-slice';
import { selectUser } from '../../entities/session/session-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { downloadCsv } from '../../shared/lib/csv';
import { including, useFollowed, useList } from '../../shared/lib/use-list';
import { Button } from '../../shared/ui/button';
import { DayRange } from '../../shared/ui/day-range';
import { QueryList } from '../../shared/ui/query-list';
import { Themed } from '../../shared/ui/themed';
import { Way } from '../../shared/ui/way';
import styles from './manage-options.module.css';
import { useSettledColumns } from './settled-columns';

type Filters = Partial<Pick<OptionHistoryRequest, 'symbol' | 'direction' | 'timing' | 'end' | 'from' | 'to'>>;
type SortedBy = (typeof OPTION_SORTS)[number];

const DIRECTIONS = ['up', 'down'] as const;
const TIMINGS = ['now', 'timed'] as const;

export function OptionHistory() {
  const { say } = useTexts();
  const position = useSelector(selectOptionsPosition);
  const isKnown = useSelector(selectUser) !== null;
  const { data: catalogue } = useOptionProductsQuery();
  const list = useList<Filters, SortedBy>(position);
  const asked = useOptionHistoryQuery(list.request, { skip: !isKnown, refetchOnMountOrArgChange: true });
  useFollowed(list, position, asked.isFetching);
  const { filters, filter } = list;
  return (
    <Themed>
      <div className={styles.filters}>
        <Select
          aria-label={say('option.product')}
          placeholder={say('option.any.product')}
          allowClear
          value={filters.symbol}
          options={(catalogue?.products ?? []).map(({ symbol, label }) => ({ value: symbol, label }))}
          onChange={(symbol?: string) => filter({ ...filters, symbol })}
        />
        <Select
          aria-label={say('option.direction')}
          placeholder={say('option.any.direction')}
          allowClear
          value={filters.direction}
          options={DIRECTIONS.map((value) => ({ value, label: say(`option.buy.${value}`) }))}
          onChange={(direction?: (typeof DIRECTIONS)[number]) => filter({ ...filters, direction })}
        />
        <Select
          aria-label={say('option.start')}
          placeholder={say('option.any.start')}
          allowClear
          value={filters.timing}
          options={TIMINGS.map((value) => ({ value, label: say(`option.timing.${value}`) }))}
          onChange={(timing?: (typeof TIMINGS)[number]) => filter({ ...filters, timing })}
        />
        <Select
          aria-label={say('option.result')}
          placeholder={say('option.any.result')}
          allowClear
          value={filters.end}
          options={OPTION_ENDS.map((value) => ({ value, label: say(`option.end.${value}`) }))}
          onChange={(end?: SettledOption['end']) => filter({ ...filters, end })}
        />
        <DayRange
          label={say('option.settled_at')}
          onChange={(range) => filter({ ...filters, from: undefined, to: undefined, ...range })}
        />
      </div>
      <QueryList<SettledOption>
        {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
        name="option.history"
        label={say('option.tab.history')}
        columns={useSettledColumns()}
        keyOf={({ contract }) => contract}
        empty={say(list.isFiltered ? 'option.none.found' : 'option.none.history')}
        way={!list.isFiltered && <Way to="/secondContract">{say('menu.second')}</Way>}
        actions={<Export filters={filters} since={list.since} isEmpty={!asked.data || asked.data.total === 0} />}
      />
    </Themed>
  );
}

interface ExportProps {
  filters: Filters;
  /** What is shown is in the file. */
  since: number | null;
  isEmpty: boolean;
}

/** The exchange writes it: every field, however long it is. */
function Export({ filters: { symbol, from, to }, since, isEmpty }: ExportProps) {
  const { say } = useTexts();
  const [ask, { isLoading, reset }] = useExportOptionsMutation();
  const save = async () => {
    const given = Object.fromEntries(Object.entries({ symbol, from, to }).filter(([, value]) => value !== undefined));
    const { data } = await ask({ ...given, ...including(since) });
    reset();
    if (data !== undefined) downloadCsv('second-contracts.csv', data);
  };
  return (
    <Button disabled={isLoading || isEmpty} aria-busy={isLoading} onClick={() => void save()}>
      <Download size={15} aria-hidden="true" />
      <span className={styles.buttonText}>{say('table.export')}</span>
    </Button>
  );
}
