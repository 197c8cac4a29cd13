/** What members of staff did alone: who, to what, and when it ends by itself. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { StaffActRecord } from '../../../shared/wire/staff';
import { LOCK_MS } from '../../../shared/rules/perpetual/position-lock';
import type { ActOfOne } from '../../core/staff/state';
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
    const now = this.clock();
    const records = staff.acts(now).map((act): StaffActRecord => {
      const { id, kind, command, subject, by, at } = act;
      return { act: String(id), kind, command, right: staff.rightOf(command), subject, by, at, ...endOf(act, now) };
    });
    return { records };
  }
}

/** A lock of a position has an end of its own, which nobody puts off. */
function endOf(
  { command, at, until, ended }: Readonly<ActOfOne>,
  now: number,
): Pick<StaffActRecord, 'until' | 'keepable' | 'ended'> {
  if (command !== 'LockPosition' || ended !== null) return { until, keepable: until !== null, ended };
  const end = at + LOCK_MS;
  const isOver = now >= end;
  return { until: isOver ? null : end, keepable: false, ended: isOver ? 'lapsed' : null };
}
