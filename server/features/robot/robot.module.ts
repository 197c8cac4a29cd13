import { Module } from '@nestjs/common';
import { BacktestOfGridHandler } from './backtest.queries';
import { RobotFileHandler } from './robot-file.queries';
import { RobotKeys } from './robot-keys';
import { RobotController } from './robot.controller';
import { BeginRobotHandler, EndOwnRobotHandler } from './robot.handlers';
import {
  CyclesOfRobotHandler,
  DeskOfRobotsHandler,
  OneRobotHandler,
  OrdersOfRobotHandler,
  RobotListHandler,
  RobotMarketsHandler,
  RobotsOfSomebodyHandler,
} from './robot.queries';

@Module({
  controllers: [RobotController],
  providers: [
    BeginRobotHandler,
    EndOwnRobotHandler,
    RobotMarketsHandler,
    RobotListHandler,
    OneRobotHandler,
    CyclesOfRobotHandler,
    OrdersOfRobotHandler,
    DeskOfRobotsHandler,
    RobotsOfSomebodyHandler,
    BacktestOfGridHandler,
    RobotFileHandler,
    RobotKeys,
  ],
  exports: [RobotKeys],
})
export class RobotModule {}
