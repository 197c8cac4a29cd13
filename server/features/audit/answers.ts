/** Auditors' questions to the journal, and access to their answers. */
import { createReadStream } from 'node:fs';
import { Inject, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  QUESTIONS_OPEN_MAX,
  type AnswerRowsRequest,
  type AskRequest,
  type AuditAnswer,
} from '../../../shared/wire/audit/audit-journal';
import { limitToScope } from '../../audit/scope-filter';
import type { VisibleScope } from '../../platform/auth/staff/audit-bounds';
import { Refusal } from '../../platform/errors/refusal';
import type { RequestContext } from '../../platform/http/answers/request-context';
import { StaffTexts } from '../../platform/staff-texts';
import { AUDITS, CLOCK, type Clock } from '../../platform/tokens';
import type { Audits } from '../../workers/audits';
import { Exports } from '../shared/endpoints/exports';
import { csvOf } from './answer-csv';
import { MaskedRows } from './masked-rows';
import { ReasonedRows } from './reasoned-rows';

interface Requester {
  user: number;
  scope: VisibleScope;
}

@Injectable()
export class AuditAnswers {
  private readonly reasonedRows: ReasonedRows;
  private readonly maskedRows: MaskedRows;

  constructor(
    @Inject(AUDITS) private readonly audits: Audits,
    private readonly exports: Exports,
    @Inject(CLOCK) private readonly clock: Clock,
    texts: StaffTexts,
  ) {
    this.reasonedRows = new ReasonedRows(audits, texts);
    this.maskedRows = new MaskedRows(this.reasonedRows);
  }

  /** Refuses `audit.scope.outside` and `audit.questions.too.many`. */
  ask({ user, scope }: Requester, request: AskRequest): AuditAnswer {
    const limitedRequest = limitToScope(scope, request, this.clock());
    if (!limitedRequest) throw new Refusal('audit.scope.outside');
    const answer = this.audits.ask(user, request, scope, limitedRequest);
    if (!answer) throw new Refusal('audit.questions.too.many', { maximum: QUESTIONS_OPEN_MAX });
    return answer;
  }

  /** Refuses `permission.denied` for another person's question, and `audit.question.over`. */
  cancel(requester: Requester, question: string): void {
    if (this.answerOf(requester, question).staff !== requester.user) throw new Refusal('permission.denied');
    if (!this.audits.cancel(question, requester.user)) throw new Refusal('audit.question.over');
  }

  async list(requester: Requester, waitSeconds: number) {
    await this.audits.changed(waitSeconds * 1_000, requester);
    return this.audits.list(requester);
  }

  rows(requester: Requester, { question, after, limit }: AnswerRowsRequest) {
    this.answerOf(requester, question);
    return this.rowsFor(requester).rows(question, after, limit);
  }

  csv(requester: Requester, question: string, reply: FastifyReply): Promise<StreamableFile> {
    const { ask: questionKind } = this.answerOf(requester, question).asked;
    const rows = this.rowsFor(requester);
    return this.exports.send(requester.user, reply, `${questionKind}-${question}.csv`, async () =>
      csvOf(rows, question, questionKind),
    );
  }

  bundle(requester: Requester, question: string, reply: FastifyReply): StreamableFile {
    const found = this.audits.bundleOf(this.answerOf(requester, question).question);
    if (!found) throw new Refusal('audit.answer.not.found');
    void reply.headers({
      'content-type': 'application/octet-stream',
      'content-length': found.bytes,
      'content-disposition': `attachment; filename="evidence-${question}.zip"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(createReadStream(found.file));
  }

  /** Callers without personal data read no reasons in words; admins read reasons, but no addresses and transactions. */
  private rowsFor({ scope: { personal, isDesk } }: Requester): Pick<Audits, 'rows'> {
    if (isDesk) return this.maskedRows;
    return personal === 1 ? this.reasonedRows : this.audits;
  }

  /** Refuses `audit.answer.not.found`. */
  private answerOf(requester: Requester, question: string): AuditAnswer {
    const answer = this.audits.answerOf(question, requester);
    if (!answer) throw new Refusal('audit.answer.not.found');
    return answer;
  }
}

export function requesterOf({ user, visibleScope }: RequestContext): Requester {
  return { user, scope: visibleScope };
}
