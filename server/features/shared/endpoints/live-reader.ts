/** Base of queries of live views that may have to wait for a position. */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config';
import { awaitPosition } from '../../../platform/projection-progress';
import { CONFIG, LIVE_VIEWS } from '../../../platform/tokens';
import type { LiveViews } from '../../../views/live/live-views';

@Injectable()
export class LiveReader {
  constructor(
    @Inject(LIVE_VIEWS) private readonly live: LiveViews,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Waits until the live views include `minPosition`. Refuses `projection.behind`. */
  async at(minPosition: number | undefined): Promise<LiveViews> {
    const { live } = this;
    const progress = {
      position: () => live.position,
      waitFor: (position: number, msMax: number) => live.waitFor(position, msMax),
    };
    await awaitPosition(progress, minPosition, this.config.limits.projectionWaitMsMax);
    return live;
  }
}
