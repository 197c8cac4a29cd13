/** All robots the user ever started: filtered and paged by the server, with CSV export. */
import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { Robot, RobotProduct, RobotsRequest } from '../../../../../../shared/products/robot/wire';
import { useExportRobotsMutation, useRobotsQuery } from '../../api/robot-api';
import { selectRobotsPosition } from '../../api/robot-slice';
import { useRobotFormat } from '../../api/robot-format';
import { gainOf } from '../../api/worth';
import { useOwnList } from '../../../../kit/entities/session/use-own-list';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { column, figure, fixed, timeColumn, type Column } from '../../../../kit/ui/data-table/columns';
import { ServerExport } from '../../../../kit/ui/lists/export-button';
import { Filter, Filters } from '../../../../kit/ui/lists/filters';
import { QueryList } from '../../../../kit/ui/lists/query-list';

type FilteredBy = Partial<Pick<RobotsRequest, 'status' | 'market'>>;

const STATES = ['running', 'stopping', 'ended'] as const satisfies readonly Robot['status'][];

interface RobotHistoryProps {
  products: readonly RobotProduct[];
  priceOf: (market: string) => string | null;
}

export function RobotHistory({ products, priceOf }: RobotHistoryProps) {
  const { t } = useTexts();
  const list = useOwnList<FilteredBy, never, Robot>(useSelector(selectRobotsPosition), useRobotsQuery);
  const { filters, filter, since, isEmpty } = list;
  return (
    <>
      <Filters>
        <Filter
          {...{ label: t('robot.market'), any: t('robot.any_market'), value: filters.market }}
          options={products.map(({ market, base, quote }) => ({ value: market, label: `${base}/${quote}` }))}
          onChange={(market) => filter({ ...filters, market })}
        />
        <Filter
          {...{ label: t('robot.status'), any: t('robot.any_status'), value: filters.status }}
          options={STATES.map((value) => ({ value, label: t(`robot.status.${value}`) }))}
          onChange={(status) => filter({ ...filters, status })}
        />
      </Filters>
      <QueryList<Robot>
        {...{ columns: useColumns(priceOf), ...list.table }}
        name="robot.history"
        label={t('robot.tab.history')}
        keyOf={({ robot }) => robot}
        empty={t(list.isFiltered ? 'robot.none.found' : 'robot.none.history')}
        actions={
          <ServerExport
            {...{ useExport: useExportRobotsMutation, since, isEmpty }}
            filters={{ of: 'robots' as const, ...filters }}
            file="robots.csv"
          />
        }
      />
    </>
  );
}

function useColumns(priceOf: (market: string) => string | null): Column<Robot>[] {
  const { t } = useTexts();
  const format = useRobotFormat();
  return [
    fixed('market', t('robot.market'), (row) => (
      <Link to={`/robot?market=${row.market}&robot=${row.robot}`}>
        {format.market(row)} #{row.robot}
      </Link>
    )),
    fixed('status', t('robot.status'), (row) => format.status(row)),
    figure('amount', t('robot.amount'), (row) => format.money(row.amount, row.quote)),
    figure('gain', t('robot.gain'), (row) => format.signed(gainOf(row, priceOf(row.market)), row.quote)),
    figure('realised', t('robot.realised'), (row) => format.signed(row.realised, row.quote)),
    figure('trades', t('robot.trades'), ({ trades }) => String(trades)),
    figure('cycles', t('robot.cycles'), ({ cycle }) => String(cycle)),
    timeColumn('started', t('robot.start_time'), ({ startedAt }) => startedAt),
    column('ended', t('robot.end_time'), ({ endedAt }) => (endedAt === null ? '–' : dateAndTime(endedAt))),
  ];
}
