/** One robot: what it has, its cycles with a chart of what it was worth after each, and the orders of all of them or of one. */
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
import { useRobotWords } from '../../api/robot-words';
import { ValueChart } from '../../api/value-chart';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useOwnList } from '../../../../entities/session/use-own-list';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { including, useFollowed } from '../../../../shared/lib/hooks/use-list';
import { Button } from '../../../../shared/ui/controls/button';
import { column, figure, fixed, timeColumn, type Column } from '../../../../shared/ui/data-table/columns';
import { WrittenExport } from '../../../../shared/ui/lists/export-button';
import { Filter, Filters } from '../../../../shared/ui/lists/filters';
import { QueryList } from '../../../../shared/ui/lists/query-list';
import { Waiting } from '../../../../shared/ui/page/waiting';
import styles from './manage-robots.module.css';
import { RobotFacts } from './running-robots';
import { StopDialog } from './stop-dialog';

/** Cycles that are drawn. */
const CYCLES_DRAWN = 200;
/** Two points make a line. */
const DRAWN_MIN = 2;

interface RobotDetailProps {
  /** Its number. */
  number: string;
  product: RobotProduct | undefined;
}

export function RobotDetail({ number, product }: RobotDetailProps) {
  const { say } = useTexts();
  const how = useRobotWords();
  const position = useSelector(selectRobotsPosition);
  const running = useRunningRobots()?.find(({ robot }) => robot === number);
  // The stream tells all of one that runs. Once it is over nothing becomes of it: it is asked for as that left it.
  const isOver = running === undefined;
  const [wasOver, setWasOver] = useState(isOver);
  const [since, follow] = useState(position);
  if (wasOver !== isOver) {
    setWasOver(isOver);
    follow(position);
  }
  const asked = useRobotInfoQuery({ robot: number, ...including(since) }, { skip: !isOver });
  useFollowed({ since, follow }, isOver ? position : null, asked.isFetching);
  const { data, error, refetch } = asked;
  const [isStopping, setStopping] = useState(false);
  const robot = running ?? data;
  if (!robot) {
    return <Waiting error={error} onRetry={refetch} />;
  }
  const price = product?.market === robot.market ? product.price : null;
  return (
    <div className={styles.detail}>
      <div className={styles.head}>
        <h3>{say('robot.named', { number, market: how.market(robot) })}</h3>
        <span className={styles.status} data-status={robot.status}>
          {how.status(robot)}
        </span>
        {robot.status === 'running' && <Button onClick={() => setStopping(true)}>{say('robot.stop')}</Button>}
      </div>
      <RobotFacts {...{ robot, price }} />
      <CyclesChart robot={robot} />
      <Cycles robot={robot} tick={product?.tick ?? '1'} />
      <Orders robot={robot} tick={product?.tick ?? '1'} />
      {isStopping && <StopDialog robot={robot} onClose={() => setStopping(false)} />}
    </div>
  );
}

/** What it was worth after each cycle, by the index then. */
function CyclesChart({ robot }: { robot: Robot }) {
  const { say, numbers } = useTexts();
  const position = useSelector(selectRobotsPosition);
  const [since, follow] = useState(position);
  const page = { pageIndex: 1, pageSize: CYCLES_DRAWN };
  const { data, isFetching } = useRobotCyclesQuery({ robot: robot.robot, ...page, ...including(since) });
  useFollowed({ since, follow }, position, isFetching);
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
      label={say('robot.cycles.drawn', {
        count: String(worths.length),
        value: `${numbers.exact(last.value)} ${robot.quote}`,
      })}
    />
  );
}

function Cycles({ robot, tick }: { robot: Robot; tick: string }) {
  const { say } = useTexts();
  const how = useRobotWords();
  const list = useOwnList<Pick<RobotCyclesRequest, 'robot'>, never, RobotCycle>(
    useSelector(selectRobotsPosition),
    function useCycles(request, options) {
      return useRobotCyclesQuery({ ...request, robot: robot.robot }, options);
    },
  );
  const { base, quote } = robot;
  const columns: Column<RobotCycle>[] = [
    fixed('cycle', say('robot.cycle'), ({ cycle }) => String(cycle)),
    timeColumn('ended', say('robot.cycle.ended'), ({ endedAt }) => endedAt),
    figure('trades', say('robot.trades'), ({ trades }) => String(trades)),
    figure('bought', say('robot.bought'), ({ bought }) => how.money(bought, base)),
    figure('paid', say('robot.paid'), ({ paid }) => how.money(paid, quote)),
    figure('sold', say('robot.sold'), ({ sold }) => how.money(sold, base)),
    figure('received', say('robot.received'), ({ received }) => how.money(received, quote)),
    figure('fees', say('robot.fees'), ({ feesBase, feesQuote }) => (
      <span className={styles.two}>
        {how.money(feesQuote, quote)}
        {how.money(feesBase, base)}
      </span>
    )),
    figure('realised', say('robot.realised'), ({ realised }) => how.signed(realised, quote)),
    figure('index', say('index.title'), ({ price }) => how.price(price, tick)),
    figure('worth', say('robot.worth'), ({ value }) => how.money(value, quote)),
  ];
  return (
    <QueryList<RobotCycle>
      {...{ columns, ...list.table }}
      name="robot.cycles"
      label={say('robot.cycles')}
      keyOf={({ cycle }) => String(cycle)}
      empty={say('robot.none.cycles')}
      actions={
        <WrittenExport
          {...{ useExport: useExportRobotsMutation, since: list.since, isEmpty: list.isEmpty }}
          asked={{ of: 'cycles' as const, robot: robot.robot }}
          file={`robot-${robot.robot}-cycles.csv`}
        />
      }
    />
  );
}

type OrdersBy = Partial<Pick<RobotOrdersRequest, 'cycle'>>;

function Orders({ robot, tick }: { robot: Robot; tick: string }) {
  const { say } = useTexts();
  const how = useRobotWords();
  const words = useServerWords();
  const list = useOwnList<OrdersBy, never, RobotOrder>(
    useSelector(selectRobotsPosition),
    function useOrders(request, options) {
      return useRobotOrdersQuery({ ...request, robot: robot.robot }, options);
    },
  );
  const { base, quote } = robot;
  const columns: Column<RobotOrder>[] = [
    fixed('order', say('robot.order'), ({ order }) => `#${order}`),
    figure('cycle', say('robot.cycle'), ({ cycle }) => String(cycle)),
    fixed('side', say('robot.side'), ({ side }) => (
      <span data-direction={side === 'buy' ? 'up' : 'down'}>{say(`robot.side.${side}`)}</span>
    )),
    figure('price', say('robot.price'), ({ price }) =>
      price === null ? say('robot.price.market') : how.price(price, tick),
    ),
    figure('quantity', say('robot.quantity'), ({ quantity }) => how.money(quantity, base)),
    figure('filled', say('robot.filled'), ({ filledQuantity, filledQuote }) => (
      <span className={styles.two}>
        {how.money(filledQuantity, base)}
        {how.money(filledQuote, quote)}
      </span>
    )),
    column('status', say('robot.status'), ({ status, reason }) => (
      <span className={styles.two}>
        <span>{say(`robot.order.${status}`)}</span>
        {reason !== null && <small>{words('reason', reason)}</small>}
      </span>
    )),
    timeColumn('placed', say('robot.placed'), ({ placedAt }) => placedAt),
  ];
  const cycles = Array.from({ length: robot.cycle }, (_, place) => String(robot.cycle - place));
  return (
    <>
      <Filters>
        <Filter
          {...{ label: say('robot.cycle'), any: say('robot.any_cycle') }}
          value={list.filters.cycle === undefined ? undefined : String(list.filters.cycle)}
          options={cycles.slice(0, CYCLES_DRAWN).map((value) => ({ value, label: value }))}
          onChange={(cycle) => list.filter(cycle === undefined ? {} : { cycle: Number(cycle) })}
        />
      </Filters>
      <QueryList<RobotOrder>
        {...{ columns, ...list.table }}
        name="robot.orders"
        label={say('robot.orders')}
        keyOf={({ order }) => order}
        empty={say('robot.none.orders')}
        actions={
          <WrittenExport
            {...{ useExport: useExportRobotsMutation, since: list.since, isEmpty: list.isEmpty }}
            asked={{ of: 'orders' as const, robot: robot.robot, ...list.filters }}
            file={`robot-${robot.robot}-orders.csv`}
          />
        }
      />
    </>
  );
}
