/** Counts and logs reports of pages. They come from anyone: labels are fixed, and log lines are limited. */
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { ClientReport } from '../../../shared/wire/client-reports';
import { SlidingWindow } from '../../platform/auth/rates';
import { Metrics } from '../../platform/metrics/metrics';
import { MONOTONIC, type Monotonic } from '../../platform/tokens';

const MINUTE_MS = 60_000;
/** Limit over all pages; all reports are counted. */
const LINES_PER_MINUTE_MAX = 60;

@Injectable()
export class ClientReports {
  private readonly log = new Logger('client');
  private readonly lines = new SlidingWindow(LINES_PER_MINUTE_MAX, MINUTE_MS);

  constructor(
    private readonly metrics: Metrics,
    @Inject(MONOTONIC) private readonly monotonic: Monotonic,
  ) {}

  record({ faults: errors, vitals }: ClientReport): void {
    for (const { name, value } of vitals) this.metrics.clientVital(name, value);
    for (const error of errors) {
      this.metrics.clientFault(error.kind);
      if (this.lines.take('', this.monotonic()) === 0) this.log.warn(error, 'a page has stopped');
    }
  }
}
