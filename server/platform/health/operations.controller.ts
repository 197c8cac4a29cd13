/**
 * For operators and orchestrators: liveness, readiness and metrics. Outside /exchange, so that a proxy can keep them
 * internal.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { Controller, Get, Headers, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { CommandPort } from '../../engine/port';
import type { Journal } from '../../journal/port';
import type { Config } from '../config/config';
import { Refusal } from '../errors/refusal';
import { Metrics } from '../metrics/metrics';
import type { ProjectionProgress } from '../projection-progress';
import {
  COMMAND_PORT,
  CONFIG,
  DRIFT_HEALTH,
  HEADS_HEALTH,
  JOURNAL,
  MONOTONIC,
  PROJECTION_PROGRESS,
  SNAPSHOT_HEALTH,
  type Monotonic,
} from '../tokens';
import type { DriftHealth } from './drift-health';
import type { HeadsHealth } from './heads-health';
import type { SnapshotHealth } from './snapshot-health';

@Controller()
export class OperationsController {
  private metricsText = Promise.resolve('');
  private writtenAt = -Infinity;

  constructor(
    private readonly metrics: Metrics,
    @Inject(COMMAND_PORT) private readonly port: CommandPort,
    @Inject(PROJECTION_PROGRESS) private readonly progress: ProjectionProgress,
    @Inject(SNAPSHOT_HEALTH) private readonly snapshots: SnapshotHealth,
    @Inject(HEADS_HEALTH) private readonly heads: HeadsHealth,
    @Inject(DRIFT_HEALTH) private readonly drift: DriftHealth,
    @Inject(JOURNAL) private readonly journal: Pick<Journal, 'waitsFor'>,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(MONOTONIC) private readonly now: Monotonic,
  ) {}

  /** The process answers. */
  @Get('/health')
  health() {
    return { status: 'up' };
  }

  /** The exchange accepts commands, also without snapshots, without signed heads and with stopped withdrawals. */
  @Get('/ready')
  ready(@Res() reply: FastifyReply): void {
    const { ready: takesCommands, pending, durablePosition, trouble } = this.port.figures();
    const projectedPosition = this.progress.position();
    const waitReason = this.journal.waitsFor?.() ?? null;
    const ready = takesCommands && waitReason === null;
    const [engine, journal, snapshots] = [trouble ?? 'ok', waitReason ?? 'ok', this.snapshots.state()];
    const heads = this.heads.state();
    const figures = {
      ready,
      pending,
      durablePosition,
      projectedPosition,
      engine,
      journal,
      snapshots,
      heads,
      drift: this.drift.state(),
    };
    void reply.status(ready ? 200 : 503).send(figures);
  }

  @Get('/metrics')
  async prometheus(
    @Headers('authorization') authorization: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { metricsToken } = this.config;
    if (metricsToken !== undefined && !isEqual(authorization ?? '', `Bearer ${metricsToken}`)) {
      throw new Refusal('permission.denied');
    }
    const now = this.now();
    // Cached for all callers: writing the metrics takes the matching thread some milliseconds.
    if (now - this.writtenAt >= this.config.limits.metricsMs) {
      this.writtenAt = now;
      this.metricsText = this.metrics.registry.metrics();
    }
    void reply.header('content-type', this.metrics.registry.contentType).send(await this.metricsText);
  }
}

/** Constant-time comparison. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
