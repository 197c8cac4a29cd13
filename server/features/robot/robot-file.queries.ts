/** Robots of a user, their cycles and their orders as a file, oldest first. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RobotExportRequest } from '../../../shared/wire/robot';
import { LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import * as Stored from '../../views/stored/robot/queries';
import type { RobotCycleRow, RobotRow } from '../../views/stored/robot/tables';
import { idOf } from '../shared/convert';
import { csvFile } from '../shared/csv';
import { Reader } from '../shared/reader';
import { robotCycleRecord, robotOrderRecord, robotRecord } from './robot-records.queries';

const COUNTED = ['trades', 'bought', 'paid', 'sold', 'received', 'feesBase', 'feesQuote', 'realised'] as const;
const ROBOTS = [
  ...(['robot', 'market', 'base', 'quote', 'status', 'reason', 'amount', 'lower', 'upper', 'lines'] as const),
  ...(['lossLimitPpb', 'stopValue', 'startedAt', 'startedPosition', 'cycle', 'quoteHeld', 'baseHeld', 'cost'] as const),
  ...COUNTED,
  ...(['returnedQuote', 'returnedBase', 'endedAt'] as const),
] as const;
const CYCLES = [
  ...(['robot', 'cycle', 'startedAt', 'endedAt'] as const),
  ...COUNTED,
  ...(['quoteHeld', 'baseHeld', 'price', 'value'] as const),
] as const;
const ORDERS = [
  ...(['order', 'robot', 'cycle', 'side', 'price', 'quantity', 'filledQuantity', 'filledQuote', 'status'] as const),
  ...(['reason', 'placedAt', 'endedAt'] as const),
] as const;

/** Parts of the file, in order. */
export class RobotFile extends Query<AsyncIterable<string>> {
  constructor(
    readonly user: number,
    readonly request: RobotExportRequest,
  ) {
    super();
  }
}

@QueryHandler(RobotFile)
export class RobotFileHandler implements IQueryHandler<RobotFile> {
  constructor(
    private readonly reader: Reader,
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
  ) {}

  async execute({ user, request }: RobotFile): Promise<AsyncIterable<string>> {
    const stored = await this.reader.at(request.minPosition);
    const until = this.reader.position();
    const own = { ...request, robot: request.robot === undefined ? undefined : idOf(request.robot) };
    const { live } = this;
    switch (request.of) {
      case 'robots':
        return csvFile(ROBOTS, {
          part: (last: RobotRow | undefined, limit) =>
            Stored.robotsAfter(stored, user, own, last?.id ?? 0, { until, limit }),
          record: (row) => robotRecord(row, live),
        });
      case 'cycles':
        return csvFile(CYCLES, {
          part: (last: RobotCycleRow | undefined, limit) => {
            return Stored.cyclesAfter(stored, user, own, last ?? { robot: 0, cycle: 0 }, { until, limit });
          },
          record: (row) => robotCycleRecord(row, live),
        });
      case 'orders':
        return csvFile(ORDERS, {
          part: (last: Stored.StoredRobotOrder | undefined, limit) =>
            Stored.robotOrdersAfter(stored, user, own, last?.id ?? 0, { until, limit }),
          record: (row) => robotOrderRecord(row, live),
        });
    }
  }
}
