import { Readable } from 'node:stream';
import { Controller, Inject, Query, Res, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { VALUATION_ROUTES as ROUTES } from '../../../shared/wire/valuation';
import type { BalanceHistoryRequest, ExportRequest } from '../../../shared/wire/valuation';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import type { Config } from '../../platform/config/config';
import { Endpoint } from '../../platform/http/endpoint';
import { Shares } from '../../platform/http/shares';
import { WirePipe } from '../../platform/http/wire.pipe';
import { CONFIG } from '../../platform/tokens';
import { Statement } from './statement.queries';
import { BalanceHistory, Valuation } from './valuation.queries';

/** A file of a usual size takes about so long. */
const EXPORT_RETRY_SECONDS = 2;

@Controller()
export class ValuationController {
  private readonly exports: Shares;
  private readonly exportMsMax: number;

  constructor(
    private readonly queries: QueryBus,
    @Inject(CONFIG) { limits }: Config,
  ) {
    this.exports = new Shares(limits.exportsPerUserMax, limits.exportsAtOnceMax);
    this.exportMsMax = limits.exportSecondsMax * 1_000;
  }

  @Endpoint(ROUTES.valuation)
  valuation(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.valuation.query)) { minPosition }: { minPosition?: number },
  ) {
    return this.queries.execute(new Valuation(user, minPosition));
  }

  @Endpoint(ROUTES.history)
  history(@Caller() { user }: TicketHolder, @Query(new WirePipe(ROUTES.history.query)) request: BalanceHistoryRequest) {
    return this.queries.execute(new BalanceHistory(user, request));
  }

  @Endpoint(ROUTES.export)
  async export(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.export.query)) request: ExportRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    this.exports.take(user, reply.raw, EXPORT_RETRY_SECONDS);
    // Who reads slowly keeps a place: it is cut, so that nobody takes half a file for a whole one.
    const patience = setTimeout(() => reply.raw.destroy(), this.exportMsMax);
    reply.raw.once('close', () => clearTimeout(patience));
    const parts = await this.queries.execute(new Statement(user, request));
    void reply.headers({
      'content-type': `${ROUTES.export.answers}; charset=utf-8`,
      'content-disposition': 'attachment; filename="asset-records.csv"',
      'cache-control': 'no-store',
    });
    return new StreamableFile(Readable.from(parts, { objectMode: false }));
  }
}
