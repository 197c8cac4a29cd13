/** After how many hours each thing that waits for staff is overdue, as the desk has set it. */
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { OVERDUE_WAITS } from '../../../shared/rules/overdue-hours';
import type { OverdueHours } from '../../../shared/wire/admin';
import { LiveReader } from '../shared/live-reader';

export class OverdueHoursOfAll extends Query<{ records: OverdueHours[] }> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(OverdueHoursOfAll)
export class OverdueHoursOfAllHandler implements IQueryHandler<OverdueHoursOfAll> {
  constructor(private readonly reader: LiveReader) {}

  async execute({ minPosition }: OverdueHoursOfAll): Promise<{ records: OverdueHours[] }> {
    const { staff } = await this.reader.at(minPosition);
    return { records: OVERDUE_WAITS.map((wait) => ({ wait, hours: staff.overdueHours(wait) })) };
  }
}
