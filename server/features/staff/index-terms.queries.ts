/** On which terms index prices are made, for staff. */
import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { IndexTermsRecord } from '../../../shared/wire/staff';
import type { Config } from '../../platform/config/config';
import { awaitPosition } from '../../platform/projection-progress';
import { CONFIG, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';

export class IndexTermsOfAll extends Query<{ records: IndexTermsRecord[] }> {
  constructor(readonly minPosition: number | undefined) {
    super();
  }
}

@QueryHandler(IndexTermsOfAll)
export class IndexTermsOfAllHandler implements IQueryHandler<IndexTermsOfAll> {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ minPosition }: IndexTermsOfAll) {
    const { live } = this;
    const progress = {
      position: () => live.position,
      waitFor: (position: number, msMax: number) => live.waitFor(position, msMax),
    };
    await awaitPosition(progress, minPosition, this.config.limits.projectionWaitMsMax);
    return { records: live.index.terms() };
  }
}
