import { createReadStream } from 'node:fs';
import { Body, Controller, Inject, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  AUDIT_JOURNAL_ROUTES as ROUTES,
  QUESTIONS_OPEN_MAX,
  type AnswerRowsRequest,
  type AskRequest,
  type AuditAnswer,
  type AuditAnswersRequest,
  type OfQuestion,
} from '../../../shared/wire/audit-journal';
import { boundQuestion } from '../../audit/bounds';
import type { SeenScope } from '../../platform/auth/audit-bounds';
import { Caller, Seen } from '../../platform/auth/caller';
import type { TicketHolder } from '../../platform/auth/ticket-port';
import { Refusal } from '../../platform/errors/refusal';
import { Endpoint } from '../../platform/http/endpoint';
import { WirePipe } from '../../platform/http/wire.pipe';
import { StaffTexts } from '../../platform/staff-texts';
import { AUDITS, CLOCK, type Clock } from '../../platform/tokens';
import type { Audits, Seer } from '../../workers/audits';
import { Exports } from '../shared/exports';
import { csvOf } from './answer-csv';
import { MaskedRows } from './masked-rows';
import { ReasonedRows } from './reasoned-rows';

@Controller()
export class AuditController {
  private readonly reasoned: ReasonedRows;
  private readonly masked: MaskedRows;

  constructor(
    @Inject(AUDITS) private readonly audits: Audits,
    private readonly exports: Exports,
    @Inject(CLOCK) private readonly clock: Clock,
    texts: StaffTexts,
  ) {
    this.reasoned = new ReasonedRows(audits, texts);
    this.masked = new MaskedRows(this.reasoned);
  }

  @Endpoint(ROUTES.ask)
  ask(
    @Caller() { user }: TicketHolder,
    @Seen() scope: SeenScope,
    @Body(new WirePipe(ROUTES.ask.body)) request: AskRequest,
  ): AuditAnswer {
    const within = boundQuestion(scope, request, this.clock());
    if (!within) throw new Refusal('audit.scope.outside');
    const answer = this.audits.ask(user, request, scope, within);
    if (!answer) throw new Refusal('audit.questions.too.many', { maximum: QUESTIONS_OPEN_MAX });
    return answer;
  }

  @Endpoint(ROUTES.cancel)
  cancel(
    @Caller() { user }: TicketHolder,
    @Seen() scope: SeenScope,
    @Body(new WirePipe(ROUTES.cancel.body)) { question }: OfQuestion,
  ): null {
    const { staff } = this.known(question, { user, scope });
    if (staff !== user) throw new Refusal('permission.denied');
    if (!this.audits.cancel(question, user)) throw new Refusal('audit.question.over');
    return null;
  }

  @Endpoint(ROUTES.answers)
  async answers(
    @Caller() { user }: TicketHolder,
    @Seen() scope: SeenScope,
    @Query(new WirePipe(ROUTES.answers.query)) { wait }: AuditAnswersRequest,
  ) {
    await this.audits.changed(wait * 1_000, { user, scope });
    return this.audits.list({ user, scope });
  }

  @Endpoint(ROUTES.rows)
  rows(
    @Caller() { user }: TicketHolder,
    @Seen() scope: SeenScope,
    @Query(new WirePipe(ROUTES.rows.query)) { question, after, limit }: AnswerRowsRequest,
  ) {
    this.known(question, { user, scope });
    return this.rowsFor(scope).rows(question, after, limit);
  }

  @Endpoint(ROUTES.csv)
  csv(
    @Caller() { user }: TicketHolder,
    @Seen() scope: SeenScope,
    @Query(new WirePipe(ROUTES.csv.query)) { question }: OfQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { asked } = this.known(question, { user, scope });
    return this.exports.send(user, reply, `${asked.ask}-${question}.csv`, async () =>
      csvOf(this.rowsFor(scope), question, asked.ask),
    );
  }

  @Endpoint(ROUTES.bundle)
  bundle(
    @Caller() { user }: TicketHolder,
    @Seen() scope: SeenScope,
    @Query(new WirePipe(ROUTES.bundle.query)) { question }: OfQuestion,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): StreamableFile {
    const found = this.audits.bundleOf(this.known(question, { user, scope }).question);
    if (!found) throw new Refusal('audit.answer.not.found');
    void reply.headers({
      'content-type': 'application/octet-stream',
      'content-length': found.bytes,
      'content-disposition': `attachment; filename="evidence-${question}.zip"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(createReadStream(found.file));
  }

  /** Whoever sees no personal data sees no reasons in words; admins read those, and neither addresses nor transactions. */
  private rowsFor({ personal, isDesk }: SeenScope): Pick<Audits, 'rows'> {
    if (isDesk) return this.masked;
    return personal === 1 ? this.reasoned : this.audits;
  }

  private known(question: string, seer: Seer): AuditAnswer {
    const answer = this.audits.of(question, seer);
    if (!answer) throw new Refusal('audit.answer.not.found');
    return answer;
  }
}
