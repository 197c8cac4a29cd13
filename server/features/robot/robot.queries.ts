/** What may be looked up of robots: where they trade from the live views, a user's own from the read models. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '../../../shared/wire/fields';
import type * as Wire from '../../../shared/wire/robot';
import type { RobotDesk, RobotsOfUser } from '../../../shared/wire/robot-staff';
import { Refusal } from '../../platform/errors/refusal';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import * as Stored from '../../views/stored/robot/queries';
import { idOf } from '../shared/convert';
import { LiveReader } from '../shared/live-reader';
import { pageOf, refuseDeep } from '../shared/page';
import { Reader } from '../shared/reader';
import {
  robotCycleRecord,
  robotOrderRecord,
  robotProductRecord,
  robotRecord,
  robotTermsRecord,
} from './robot-records.queries';

export class RobotMarkets extends Query<Wire.RobotProduct[]> {}

@QueryHandler(RobotMarkets)
export class RobotMarketsHandler implements IQueryHandler<RobotMarkets> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  execute(): Promise<Wire.RobotProduct[]> {
    const now = this.clock();
    return Promise.resolve(this.live.robots.terms().map((terms) => robotProductRecord(terms, this.live, now)));
  }
}

export class RobotList extends Query<Page<Wire.Robot>> {
  constructor(
    readonly user: number,
    readonly request: Wire.RobotsRequest,
  ) {
    super();
  }
}

@QueryHandler(RobotList)
export class RobotListHandler implements IQueryHandler<RobotList> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: RobotList) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const before = request.before === undefined ? undefined : idOf(request.before);
    const page = await Stored.robotsOf(stored, user, { ...request, before }, request);
    return pageOf(page, (row) => robotRecord(row, this.live));
  }
}

export class OneRobot extends Query<Wire.Robot> {
  constructor(
    readonly user: number,
    readonly request: Wire.RobotRequest,
  ) {
    super();
  }
}

@QueryHandler(OneRobot)
export class OneRobotHandler implements IQueryHandler<OneRobot> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  /** Another's does not exist, as far as this user is concerned. */
  async execute({ user, request: { robot, minPosition } }: OneRobot) {
    const row = await Stored.robotOf(await this.reader.at(minPosition), user, idOf(robot));
    if (!row) throw new Refusal('robot.not.found');
    return robotRecord(row, this.live);
  }
}

export class CyclesOfRobot extends Query<Page<Wire.RobotCycle>> {
  constructor(
    readonly user: number,
    readonly request: Wire.RobotCyclesRequest,
  ) {
    super();
  }
}

@QueryHandler(CyclesOfRobot)
export class CyclesOfRobotHandler implements IQueryHandler<CyclesOfRobot> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: CyclesOfRobot) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const page = await Stored.cyclesOf(stored, user, idOf(request.robot), request);
    return pageOf(page, (row) => robotCycleRecord(row, this.live));
  }
}

export class OrdersOfRobot extends Query<Page<Wire.RobotOrder>> {
  constructor(
    readonly user: number,
    readonly request: Wire.RobotOrdersRequest,
  ) {
    super();
  }
}

@QueryHandler(OrdersOfRobot)
export class OrdersOfRobotHandler implements IQueryHandler<OrdersOfRobot> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: OrdersOfRobot) {
    refuseDeep(request);
    const stored = await this.reader.at(request.minPosition);
    const wanted = { robot: idOf(request.robot), cycle: request.cycle };
    const page = await Stored.robotOrdersOf(stored, user, wanted, request);
    return pageOf(page, (row) => robotOrderRecord(row, this.live));
  }
}

export class DeskOfRobots extends Query<RobotDesk> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(DeskOfRobots)
export class DeskOfRobotsHandler implements IQueryHandler<DeskOfRobots> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ minPosition }: DeskOfRobots): Promise<RobotDesk> {
    const live = await this.reader.at(minPosition);
    const { robots, markets } = live;
    const all = [...robots.running()];
    return {
      position: robots.position,
      terms: robots.terms().map((terms) => {
        const { base, quote } = markets.get(terms.market).terms;
        return { ...robotTermsRecord(terms, live), base, quote };
      }),
      running: robots.terms().map(({ market }) => {
        const own = all.filter((robot) => robot.market === market);
        const staked = own.reduce((sum, { amount }) => sum + amount, 0n);
        const users = new Set(own.map(({ user }) => user)).size;
        return { market, robots: own.length, users, staked: markets.get(market).quoteAmount(staked) };
      }),
    };
  }
}

export class RobotsOfSomebody extends Query<RobotsOfUser> {
  constructor(
    readonly user: number,
    readonly minPosition: number | undefined,
  ) {
    super();
  }
}

@QueryHandler(RobotsOfSomebody)
export class RobotsOfSomebodyHandler implements IQueryHandler<RobotsOfSomebody> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ user, minPosition }: RobotsOfSomebody): Promise<RobotsOfUser> {
    const { robots } = await this.reader.at(minPosition);
    const key = robots.keyOf(user);
    return {
      position: robots.position,
      key: key ? { number: key.number, issuedAt: key.issuedAt, by: key.by } : null,
      robots: robots.ofUser(user),
    };
  }
}
