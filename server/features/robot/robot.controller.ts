import { Body, Controller, Inject, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ROBOT_ROUTES as ROUTES } from '../../../shared/wire/robot';
import type * as Wire from '../../../shared/wire/robot';
import { Caller } from '../../platform/auth/caller';
import { givenFactor, StepUps } from '../../platform/auth/step-up';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CONFIG } from '../../platform/tokens';
import { Exports } from '../shared/exports';
import { BacktestOfGrid } from './backtest.queries';
import { RobotFile } from './robot-file.queries';
import { RobotKeys } from './robot-keys';
import { BeginRobot, EndOwnRobot } from './robot.commands';
import * as Asked from './robot.queries';

@Controller()
export class RobotController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly exports: Exports,
    private readonly keys: RobotKeys,
    private readonly stepUps: StepUps,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Endpoint(ROUTES.products)
  products() {
    return this.queries.execute(new Asked.RobotMarkets());
  }

  @Endpoint(ROUTES.start)
  start(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.start.body)) request: Wire.StartRobotRequest) {
    return this.commands.execute(new BeginRobot(user, request));
  }

  /** Whoever has a factor gives it: a ticket that was stolen starts no robot. */
  @Endpoint(ROUTES.showKey)
  async showKey(
    @Caller() { user }: TicketHolder,
    @Req() request: FastifyRequest,
    @Body(new WirePipe(ROUTES.showKey.body)) body: Wire.ShowRobotKeyRequest,
  ): Promise<Wire.OwnRobotKey> {
    const own = await this.keys.of(user);
    const act = { userId: user, path: ROUTES.showKey.path, body };
    await this.stepUps.proveForHolder(act, givenFactor(request, this.config), async () => undefined);
    return own;
  }

  @Endpoint(ROUTES.stop)
  stop(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.stop.body)) request: Wire.StopRobotRequest) {
    return this.commands.execute(new EndOwnRobot(user, request));
  }

  @Endpoint(ROUTES.robots)
  robots(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.robots.body)) request: Wire.RobotsRequest) {
    return this.queries.execute(new Asked.RobotList(user, request));
  }

  @Endpoint(ROUTES.info)
  info(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.info.body)) request: Wire.RobotRequest) {
    return this.queries.execute(new Asked.OneRobot(user, request));
  }

  @Endpoint(ROUTES.cycles)
  cycles(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.cycles.body)) request: Wire.RobotCyclesRequest) {
    return this.queries.execute(new Asked.CyclesOfRobot(user, request));
  }

  @Endpoint(ROUTES.orders)
  orders(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.orders.body)) request: Wire.RobotOrdersRequest) {
    return this.queries.execute(new Asked.OrdersOfRobot(user, request));
  }

  @Endpoint(ROUTES.backtest)
  backtest(@Body(new WirePipe(ROUTES.backtest.body)) request: Wire.BacktestRequest) {
    return this.queries.execute(new BacktestOfGrid(request));
  }

  @Endpoint(ROUTES.export)
  export(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.export.query)) request: Wire.RobotExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.send(user, reply, `${request.of}.csv`, () =>
      this.queries.execute(new RobotFile(user, request)),
    );
  }
}
