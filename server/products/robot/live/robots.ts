/**
 * Live view of robots: markets, users with a key, every user's robots that have not ended, and for watched users the
 * effect of each batch. Folded by the core's own functions.
 */
import { CYCLE_MS } from '../../../../shared/products/robot/rules/grid';
import type {
  Robot as ToldRobot,
  RobotCycle,
  RobotUpdate,
  RunningRobots,
} from '../../../../shared/products/robot/wire';
import type { Batch, EventOf } from '../../../core/event';
import { getOrThrow } from '../../../core/evolve-helpers';
import type { OrderSide } from '../../../core/market/order';
import { noteCycle, noteKey, noteStarted, noteStop, revokeKey, setTerms } from '../core/evolve';
import { addFillToCounts } from '../core/evolve-orders';
import { addCounts, createRobotsState, fundsOf, type Robot, type RobotKey, type RobotsState } from '../core/state';
import type { RobotTerms } from '../core/commands';
import type { CoreState } from '../../../core/state';
import type { IndexPricesView } from '../../../views/live/index-prices';
import { foldEvents, type Folds, type LiveView } from '../../../views/live/live-view';
import type { MarketsView } from '../../../views/live/markets';
import { UpdateLog } from '../../../views/live/update-log';
import { toWireCycle, toWireRobot } from './wire-records';

/** An open order of a robot. */
interface RobotOrder {
  robot: number;
  step: number;
  side: OrderSide;
  /** Unfilled lots. */
  remainingLots: number;
}

interface PushChanges {
  robots: Map<number, ToldRobot>;
  cycles: RobotCycle[];
}

export class RobotsView implements LiveView {
  position = -1;
  readonly updates = new UpdateLog<RobotUpdate>();
  private readonly state: { robots: RobotsState } = { robots: createRobotsState() };
  /** Ids of robots that have not ended, in order of start. */
  private readonly byUser = new Map<number, Set<number>>();
  private readonly orders = new Map<number, RobotOrder>();
  /** Effects of the batch being folded on watched users. */
  private changes = new Map<number, PushChanges>();

  constructor(
    private readonly markets: Pick<MarketsView, 'get'>,
    private readonly index: Pick<IndexPricesView, 'decimalsOf'>,
  ) {}

  private readonly folds: Folds = {
    RobotTermsSet: (event) => setTerms(this.state, event),
    RobotKeyIssued: (event, batch) => noteKey(this.state, event, batch),
    RobotKeyRevoked: (event) => revokeKey(this.state, event),
    RobotStarted: (event, batch) => {
      const robot = noteStarted(this.state, event, batch);
      this.addToUser(robot);
      this.markChanged(robot);
    },
    OrderPlaced: ({ order, robot, step = 0, side, quantity: remainingLots = 0 }) => {
      if (robot !== undefined) this.orders.set(order, { robot, step, side, remainingLots });
    },
    TradeExecuted: (event) => {
      this.fill(event, event.makerOrder, event.makerFee);
      this.fill(event, event.takerOrder, event.takerFee);
    },
    OrderCancelled: ({ order }) => void this.orders.delete(order),
    RobotCycleEnded: (event) => {
      const before = this.robot(event.robot);
      this.addEndedCycle(before, event);
      this.markChanged(noteCycle(this.state, event));
    },
    RobotStopping: (event) => this.markChanged(noteStop(this.state, event)),
    RobotEnded: (event, batch) => this.end(event, batch),
  };

  fold(batch: Batch): void {
    this.position = foldEvents(this.folds, batch);
    if (this.changes.size === 0) return;
    for (const [user, { robots, cycles }] of this.changes) {
      this.updates.append(user, { position: this.position, at: batch.at, robots: [...robots.values()], cycles });
    }
    this.changes = new Map();
  }

  seed({ robots, orders, position }: CoreState): void {
    // The core keeps mutating its own objects, so copy them.
    const { terms, keys, running } = structuredClone(robots);
    Object.assign(this.state.robots, { terms, keys, running });
    for (const robot of running.values()) this.addToUser(robot);
    for (const { id, stake, side, quantity, filledQuantity } of orders.values()) {
      if (stake)
        this.orders.set(id, { robot: stake.robot, step: stake.step, side, remainingLots: quantity - filledQuantity });
    }
    this.position = position;
  }

  /** Robots that have not ended, in order of start. */
  snapshot(user: number): RunningRobots {
    return { position: this.position, robots: this.ofUser(user) };
  }

  /** Starts logging the user's updates for `since`. */
  watch(user: number): void {
    this.updates.watch(user, this.position);
  }

  /** Terms by market, in order of first confirmation. */
  terms(): readonly Readonly<RobotTerms>[] {
    return [...this.state.robots.terms.values()];
  }

  /** Undefined if the market has no robots. */
  termsOf(market: string): Readonly<RobotTerms> | undefined {
    return this.state.robots.terms.get(market);
  }

  keyOf(user: number): Readonly<RobotKey> | undefined {
    return this.state.robots.keys.get(user);
  }

  running(): Iterable<Readonly<Pick<Robot, 'user' | 'market' | 'amount'>>> {
    return this.state.robots.running.values();
  }

  ofUser(user: number): ToldRobot[] {
    return [...(this.byUser.get(user) ?? [])].map((id) => this.toWire(this.robot(id)));
  }

  /** A robot that has not ended, in its current state. */
  find(id: number): ToldRobot | undefined {
    const robot = this.state.robots.running.get(id);
    return robot && this.toWire(robot);
  }

  private fill({ quantity, notional, market }: EventOf<'TradeExecuted'>, id: number, fee: bigint): void {
    const order = this.orders.get(id);
    if (!order) return;
    const robot = this.robot(order.robot);
    addFillToCounts(robot, order.step, order.side, { lots: this.markets.get(market).base(quantity), notional, fee });
    order.remainingLots -= quantity;
    if (order.remainingLots === 0) this.orders.delete(id);
    this.markChanged(robot);
  }

  private addEndedCycle({ user, market, cycleEndsAt }: Robot, event: EventOf<'RobotCycleEnded'>): void {
    if (!this.updates.isWatched(user)) return;
    const { type: _, dueAt: endedAt, price = null, value = null, ...eventFields } = event;
    const cycleDetails = { ...eventFields, startedAt: cycleEndsAt - CYCLE_MS, endedAt, price, value };
    const decimals = this.index.decimalsOf(market);
    this.changesOf(user).cycles.push(toWireCycle({ ...cycleDetails, decimals }, this.markets.get(market)));
  }

  private end({ robot: id, user }: EventOf<'RobotEnded'>, { at }: Batch): void {
    const robot = this.robot(id);
    this.state.robots.running.delete(id);
    const userRobots = this.byUser.get(user);
    userRobots?.delete(id);
    if (userRobots?.size === 0) this.byUser.delete(user);
    this.markChanged(robot, at);
  }

  private markChanged(robot: Robot, endedAt: number | null = null): void {
    if (this.updates.isWatched(robot.user))
      this.changesOf(robot.user).robots.set(robot.id, this.toWire(robot, endedAt));
  }

  private changesOf(user: number): PushChanges {
    const touched = this.changes.get(user) ?? { robots: new Map(), cycles: [] };
    this.changes.set(user, touched);
    return touched;
  }

  private toWire(robot: Robot, endedAt: number | null = null): ToldRobot {
    const { phase, before, counts, startedBatch: startedPosition } = robot;
    const status = endedAt !== null ? 'ended' : phase === 'running' ? 'running' : 'stopping';
    const robotDetails = { ...robot, ...fundsOf(robot), status, startedPosition, endedAt } as const;
    return toWireRobot(robotDetails, addCounts(before, counts), this.markets.get(robot.market));
  }

  private addToUser({ id, user }: Robot): void {
    const userRobots = this.byUser.get(user);
    if (userRobots) userRobots.add(id);
    else this.byUser.set(user, new Set([id]));
  }

  private robot(id: number): Robot {
    return getOrThrow(this.state.robots.running, id);
  }
}
