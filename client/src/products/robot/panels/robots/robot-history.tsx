/** All robots that the user ever started, through filters, page by page, and as a file. */
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { Robot, RobotProduct, RobotsRequest } from '../../../../../../shared/products/robot/wire';
import { useExportRobotsMutation, useRobotsQuery } from '../../api/robot-api';
import { selectRobotsPosition } from '../../api/robot-slice';
import { useRobotWords } from '../../api/robot-words';
import { gainOf } from '../../api/worth';
import { useOwnList } from '../../../../entities/session/use-own-list';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { column, figure, fixed, timeColumn, type Column } from '../../../../shared/ui/data-table/columns';
import { WrittenExport } from '../../../../shared/ui/lists/export-button';
import { Filter, Filters } from '../../../../shared/ui/lists/filters';
import { QueryList } from '../../../../shared/ui/lists/query-list';

type FilteredBy = Partial<Pick<RobotsRequest, 'status' | 'market'>>;

const STATES = ['running', 'stopping', 'ended'] as const satisfies readonly Robot['status'][];

interface RobotHistoryProps {
  products: readonly RobotProduct[];
  priceOf: (market: string) => string | null;
}

export function RobotHistory({ products, priceOf }: RobotHistoryProps) {
  const { say } = useTexts();
  const list = useOwnList<FilteredBy, never, Robot>(useSelector(selectRobotsPosition), useRobotsQuery);
  const { filters, filter, since, isEmpty } = list;
  return (
    <>
      <Filters>
        <Filter
          {...{ label: say('robot.market'), any: say('robot.any_market'), value: filters.market }}
          options={products.map(({ market, base, quote }) => ({ value: market, label: `${base}/${quote}` }))}
          onChange={(market) => filter({ ...filters, market })}
        />
        <Filter
          {...{ label: say('robot.status'), any: say('robot.any_status'), value: filters.status }}
          options={STATES.map((value) => ({ value, label: say(`robot.status.${value}`) }))}
          onChange={(status) => filter({ ...filters, status })}
        />
      </Filters>
      <QueryList<Robot>
        {...{ columns: useColumns(priceOf), ...list.table }}
        name="robot.history"
        label={say('robot.tab.history')}
        keyOf={({ robot }) => robot}
        empty={say(list.isFiltered ? 'robot.none.found' : 'robot.none.history')}
        actions={
          <WrittenExport
            {...{ useExport: useExportRobotsMutation, since, isEmpty }}
            asked={{ of: 'robots' as const, ...filters }}
            file="robots.csv"
          />
        }
      />
    </>
  );
}

function useColumns(priceOf: (market: string) => string | null): Column<Robot>[] {
  const { say } = useTexts();
  const how = useRobotWords();
  return [
    fixed('market', say('robot.market'), (row) => (
      <Link to={`/robot?market=${row.market}&robot=${row.robot}`}>
        {how.market(row)} #{row.robot}
      </Link>
    )),
    fixed('status', say('robot.status'), (row) => how.status(row)),
    figure('amount', say('robot.amount'), (row) => how.money(row.amount, row.quote)),
    figure('gain', say('robot.gain'), (row) => how.signed(gainOf(row, priceOf(row.market)), row.quote)),
    figure('realised', say('robot.realised'), (row) => how.signed(row.realised, row.quote)),
    figure('trades', say('robot.trades'), ({ trades }) => String(trades)),
    figure('cycles', say('robot.cycles'), ({ cycle }) => String(cycle)),
    timeColumn('started', say('robot.start_time'), ({ startedAt }) => startedAt),
    column('ended', say('robot.end_time'), ({ endedAt }) => (endedAt === null ? '–' : dateAndTime(endedAt))),
  ];
}
