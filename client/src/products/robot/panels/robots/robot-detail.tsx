/** One robot: holdings, chart of its value per cycle, its cycles, and orders of all cycles or one. */
import { useState } from 'react';
import { useSelector } from 'react-redux';
import type {
  Robot,
  RobotCycle,
  RobotCyclesRequest,
  RobotOrder,
  RobotOrdersRequest,
  RobotProduct,
} from '../../../../../../shared/products/robot/wire';
import {
  useExportRobotsMutation,
  useRobotCyclesQuery,
  useRobotInfoQuery,
  useRobotOrdersQuery,
} from '../../api/robot-api';
import { selectRobotsPosition, useRunningRobots } from '../../api/robot-slice';
import { useRobotFormat } from '../../api/robot-format';
import { ValueChart } from '../../api/value-chart';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useOwnList } from '../../../../kit/entities/session/use-own-list';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { minPositionQuery, useFollowPosition } from '../../../../kit/lib/hooks/use-list';
import { Button } from '../../../../kit/ui/controls/button';
import { column, figure, fixed, timeColumn, type Column } from '../../../../kit/ui/data-table/columns';
import { ServerExport } from '../../../../kit/ui/lists/export-button';
import { Filter, Filters } from '../../../../kit/ui/lists/filters';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import { Waiting } from '../../../../kit/ui/page/waiting';
import styles from './manage-robots.module.css';
import { RobotFacts } from './running-robots';
import { StopDialog } from './stop-dialog';

/** Maximum number of cycles in the chart. */
const CYCLES_DRAWN = 200;
/** A line needs two points. */
const DRAWN_MIN = 2;

interface RobotDetailProps {
  /** Id of the robot. */
  number: string;
  product: RobotProduct | undefined;
}

export function RobotDetail({ number, product }: RobotDetailProps) {
  const { t } = useTexts();
  const format = useRobotFormat();
  const position = useSelector(selectRobotsPosition);
  const running = useRunningRobots()?.find(({ robot }) => robot === number);
  // The stream contains running robots completely. An ended robot no longer changes; it is requested at a position that includes its end.
  const isOver = running === undefined;
  const [wasOver, setWasOver] = useState(isOver);
  const [since, follow] = useState(position);
  if (wasOver !== isOver) {
    setWasOver(isOver);
    follow(position);
  }
  const query = useRobotInfoQuery({ robot: number, ...minPositionQuery(since) }, { skip: !isOver });
  useFollowPosition({ since, follow }, isOver ? position : null, query.isFetching);
  const { data, error, refetch } = query;
  const [isStopping, setStopping] = useState(false);
  const robot = running ?? data;
  if (!robot) {
    return <Waiting error={error} onRetry={refetch} />;
  }
  const price = product?.market === robot.market ? product.price : null;
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <h3>{t('robot.named', { number, market: format.market(robot) })}</h3>
        <span className={styles.status} data-status={robot.status}>
          {format.status(robot)}
        </span>
        {robot.status === 'running' && <Button onClick={() => setStopping(true)}>{t('robot.stop')}</Button>}
      </div>
      <RobotFacts {...{ robot, price }} />
      <CyclesChart robot={robot} />
      <Cycles robot={robot} tick={product?.tick ?? '1'} />
      <Orders robot={robot} tick={product?.tick ?? '1'} />
      {isStopping && <StopDialog robot={robot} onClose={() => setStopping(false)} />}
    </div>
  );
}

/** Value after each cycle at the index price of that time. */
function CyclesChart({ robot }: { robot: Robot }) {
  const { t, numbers } = useTexts();
  const position = useSelector(selectRobotsPosition);
  const [since, follow] = useState(position);
  const page = { pageIndex: 1, pageSize: CYCLES_DRAWN };
  const { data, isFetching } = useRobotCyclesQuery({ robot: robot.robot, ...page, ...minPositionQuery(since) });
  useFollowPosition({ since, follow }, position, isFetching);
  const worths = (data?.records ?? []).flatMap(({ endedAt, value }) =>
    value === null ? [] : [{ at: endedAt, value }],
  );
  const points = [{ at: robot.startedAt, value: robot.amount }, ...worths.reverse()];
  if (points.length < DRAWN_MIN) return null;
  const last = points[points.length - 1];
  return (
    <ValueChart
      points={points}
      level={robot.amount}
      label={t('robot.cycles.drawn', {
        count: String(worths.length),
        value: `${numbers.exact(last.value)} ${robot.quote}`,
      })}
    />
  );
}

function Cycles({ robot, tick }: { robot: Robot; tick: string }) {
  const { t } = useTexts();
  const format = useRobotFormat();
  const list = useOwnList<Pick<RobotCyclesRequest, 'robot'>, never, RobotCycle>(
    useSelector(selectRobotsPosition),
    function useCycles(request, options) {
      return useRobotCyclesQuery({ ...request, robot: robot.robot }, options);
    },
  );
  const { base, quote } = robot;
  const columns: Column<RobotCycle>[] = [
    fixed('cycle', t('robot.cycle'), ({ cycle }) => String(cycle)),
    timeColumn('ended', t('robot.cycle.ended'), ({ endedAt }) => endedAt),
    figure('trades', t('robot.trades'), ({ trades }) => String(trades)),
    figure('bought', t('robot.bought'), ({ bought }) => format.money(bought, base)),
    figure('paid', t('robot.paid'), ({ paid }) => format.money(paid, quote)),
    figure('sold', t('robot.sold'), ({ sold }) => format.money(sold, base)),
    figure('received', t('robot.received'), ({ received }) => format.money(received, quote)),
    figure('fees', t('robot.fees'), ({ feesBase, feesQuote }) => (
      <span className={styles.two}>
        {format.money(feesQuote, quote)}
        {format.money(feesBase, base)}
      </span>
    )),
    figure('realised', t('robot.realised'), ({ realised }) => format.signed(realised, quote)),
    figure('index', t('index.title'), ({ price }) => format.price(price, tick)),
    figure('worth', t('robot.worth'), ({ value }) => format.money(value, quote)),
  ];
  return (
    <QueryList<RobotCycle>
      {...{ columns, ...list.table }}
      name="robot.cycles"
      label={t('robot.cycles')}
      keyOf={({ cycle }) => String(cycle)}
      empty={t('robot.none.cycles')}
      actions={
        <ServerExport
          {...{ useExport: useExportRobotsMutation, since: list.since, isEmpty: list.isEmpty }}
          filters={{ of: 'cycles' as const, robot: robot.robot }}
          file={`robot-${robot.robot}-cycles.csv`}
        />
      }
    />
  );
}

type OrdersBy = Partial<Pick<RobotOrdersRequest, 'cycle'>>;

function Orders({ robot, tick }: { robot: Robot; tick: string }) {
  const { t } = useTexts();
  const format = useRobotFormat();
  const serverText = useServerWords();
  const list = useOwnList<OrdersBy, never, RobotOrder>(
    useSelector(selectRobotsPosition),
    function useOrders(request, options) {
      return useRobotOrdersQuery({ ...request, robot: robot.robot }, options);
    },
  );
  const { base, quote } = robot;
  const columns: Column<RobotOrder>[] = [
    fixed('order', t('robot.order'), ({ order }) => `#${order}`),
    figure('cycle', t('robot.cycle'), ({ cycle }) => String(cycle)),
    fixed('side', t('robot.side'), ({ side }) => (
      <span data-direction={side === 'buy' ? 'up' : 'down'}>{t(`robot.side.${side}`)}</span>
    )),
    figure('price', t('robot.price'), ({ price }) =>
      price === null ? t('robot.price.market') : format.price(price, tick),
    ),
    figure('quantity', t('robot.quantity'), ({ quantity }) => format.money(quantity, base)),
    figure('filled', t('robot.filled'), ({ filledQuantity, filledQuote }) => (
      <span className={styles.two}>
        {format.money(filledQuantity, base)}
        {format.money(filledQuote, quote)}
      </span>
    )),
    column('status', t('robot.status'), ({ status, reason }) => (
      <span className={styles.two}>
        <span>{t(`robot.order.${status}`)}</span>
        {reason !== null && <small>{serverText('reason', reason)}</small>}
      </span>
    )),
    timeColumn('placed', t('robot.placed'), ({ placedAt }) => placedAt),
  ];
  const cycles = Array.from({ length: robot.cycle }, (_, place) => String(robot.cycle - place));
  return (
    <>
      <Filters>
        <Filter
          {...{ label: t('robot.cycle'), any: t('robot.any_cycle') }}
          value={list.filters.cycle === undefined ? undefined : String(list.filters.cycle)}
          options={cycles.slice(0, CYCLES_DRAWN).map((value) => ({ value, label: value }))}
          onChange={(cycle) => list.filter(cycle === undefined ? {} : { cycle: Number(cycle) })}
        />
      </Filters>
      <QueryList<RobotOrder>
        {...{ columns, ...list.table }}
        name="robot.orders"
        label={t('robot.orders')}
        keyOf={({ order }) => order}
        empty={t('robot.none.orders')}
        actions={
          <ServerExport
            {...{ useExport: useExportRobotsMutation, since: list.since, isEmpty: list.isEmpty }}
            filters={{ of: 'orders' as const, robot: robot.robot, ...list.filters }}
            file={`robot-${robot.robot}-orders.csv`}
          />
        }
      />
    </>
  );
}
