import { createReadStream } from 'node:fs';
import { Body, Controller, Inject, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  AUDIT_JOURNAL_ROUTES as ROUTES,
  type AnswerRowsRequest,
  type AskRequest,
  type AuditAnswer,
  type AuditAnswersRequest,
} from '../../../shared/wire/audit-journal';
import { Caller } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Refusal } from '../../platform/errors/refusal';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { StaffTexts } from '../../platform/staff-texts';
import { AUDITS } from '../../platform/tokens';
import type { Audits } from '../../workers/audits';
import { Exports } from '../shared/exports';
import { csvOf } from './answer-csv';
import { ReasonedRows } from './reasoned-rows';

/** Work of seconds, where the queue is full. */
const RETRY_SECONDS = 10;

@Controller()
export class AuditController {
  private readonly reasoned: ReasonedRows;

  constructor(
    @Inject(AUDITS) private readonly audits: Audits,
    private readonly exports: Exports,
    texts: StaffTexts,
  ) {
    this.reasoned = new ReasonedRows(audits, texts);
  }

  @Endpoint(ROUTES.ask)
  ask(@Caller() { user }: TicketHolder, @Body(new WirePipe(ROUTES.ask.body)) request: AskRequest): AuditAnswer {
    const answer = this.audits.ask(user, request);
    if (!answer) throw new Refusal('system.busy', null, RETRY_SECONDS);
    return answer;
  }

  @Endpoint(ROUTES.answers)
  async answers(@Query(new WirePipe(ROUTES.answers.query)) { wait }: AuditAnswersRequest) {
    await this.audits.changed(wait * 1_000);
    return this.audits.list();
  }

  @Endpoint(ROUTES.rows)
  rows(@Query(new WirePipe(ROUTES.rows.query)) { question, after, limit }: AnswerRowsRequest) {
    this.known(question);
    return this.reasoned.rows(question, after, limit);
  }

  @Endpoint(ROUTES.csv)
  csv(
    @Caller() { user }: TicketHolder,
    @Query(new WirePipe(ROUTES.csv.query)) { question }: { question: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { asked } = this.known(question);
    return this.exports.send(user, reply, `${asked.ask}-${question}.csv`, async () =>
      csvOf(this.reasoned, question, asked.ask),
    );
  }

  @Endpoint(ROUTES.bundle)
  bundle(
    @Query(new WirePipe(ROUTES.bundle.query)) { question }: { question: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): StreamableFile {
    const found = this.audits.bundleOf(this.known(question).question);
    if (!found) throw new Refusal('audit.answer.not.found');
    void reply.headers({
      'content-type': 'application/octet-stream',
      'content-length': found.bytes,
      'content-disposition': `attachment; filename="evidence-${question}.zip"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(createReadStream(found.file));
  }

  private known(question: string): AuditAnswer {
    const answer = this.audits.of(question);
    if (!answer) throw new Refusal('audit.answer.not.found');
    return answer;
  }
}
