/** What members of staff did alone: who, to what, and when it ends by itself. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { StaffActRecord } from '../../../shared/wire/staff';
import { CLOCK, LIVE_VIEWS, type Clock } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';
import { LiveReader } from '../shared/live-reader';

export class ActsOfOne extends Query<{ records: StaffActRecord[] }> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(ActsOfOne)
export class ActsOfOneHandler implements IQueryHandler<ActsOfOne> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly reader: LiveReader,
  ) {}

  async execute({ minPosition }: ActsOfOne) {
    await this.reader.at(minPosition);
    const { staff } = this.live;
    const records = staff.acts(this.clock()).map(({ id, kind, command, subject, by, at, until }): StaffActRecord => {
      return { act: String(id), kind, command, right: staff.rightOf(command), subject, by, at, until };
    });
    return { records };
  }
}
