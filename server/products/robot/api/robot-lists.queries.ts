/** Lists of a user's robots, their cycles and their orders, as pages and as files. */
import { ROBOT_ROUTES } from '../../../../shared/products/robot/wire';
import * as Stored from '../stored/queries';
import { ListFileOf, PagesOf, recordList } from '../../../features/shared/endpoints/list';
import { robotCycleRecord, robotOrderRecord, robotRecord } from './robot-records.queries';

const COUNT_COLUMNS = ['trades', 'bought', 'paid', 'sold', 'received', 'feesBase', 'feesQuote', 'realised'] as const;
const ROBOTS = [
  ...(['robot', 'market', 'base', 'quote', 'status', 'reason', 'amount', 'lower', 'upper', 'lines'] as const),
  ...(['lossLimitPpb', 'stopValue', 'startedAt', 'startedPosition', 'cycle', 'quoteHeld', 'baseHeld', 'cost'] as const),
  ...COUNT_COLUMNS,
  ...(['returnedQuote', 'returnedBase', 'endedAt'] as const),
] as const;
const CYCLES = [
  ...(['robot', 'cycle', 'startedAt', 'endedAt'] as const),
  ...COUNT_COLUMNS,
  ...(['quoteHeld', 'baseHeld', 'price', 'value'] as const),
] as const;
const ORDERS = [
  ...(['order', 'robot', 'cycle', 'side', 'price', 'quantity', 'filledQuantity', 'filledQuote', 'status'] as const),
  ...(['reason', 'placedAt', 'endedAt'] as const),
] as const;

const LISTS = {
  robots: recordList(Stored.ROBOTS, { record: robotRecord, columns: ROBOTS }),
  cycles: recordList(Stored.ROBOT_CYCLES, { record: robotCycleRecord, columns: CYCLES }),
  orders: recordList(Stored.ROBOT_ORDERS, { record: robotOrderRecord, columns: ORDERS }),
};

export const RobotList = PagesOf(ROBOT_ROUTES.robots, LISTS.robots);
export const CyclesOfRobot = PagesOf(ROBOT_ROUTES.cycles, LISTS.cycles);
export const OrdersOfRobot = PagesOf(ROBOT_ROUTES.orders, LISTS.orders);
export const RobotFile = ListFileOf(
  ROBOT_ROUTES.export,
  ({ of }) => `${of}.csv`,
  ({ of }) => LISTS[of],
);
