import { Module } from '@nestjs/common';
import { AUDIT_JOURNAL_ROUTES as ROUTES } from '../../../shared/wire/audit-journal';
import { answeredBy } from '../../platform/http/answers/answered-by';
import { feature } from '../shared/endpoints/feature';
import { AuditAnswers, askerOf } from './answers';

const ENDPOINTS = [
  answeredBy(ROUTES.ask, [AuditAnswers], (asked, answers) => answers.ask(askerOf(asked), asked.request)),
  answeredBy(ROUTES.cancel, [AuditAnswers], (asked, answers) => {
    answers.cancel(askerOf(asked), asked.request.question);
    return null;
  }),
  answeredBy(ROUTES.answers, [AuditAnswers], (asked, answers) => answers.list(askerOf(asked), asked.request.wait)),
  answeredBy(ROUTES.rows, [AuditAnswers], (asked, answers) => answers.rows(askerOf(asked), asked.request)),
  answeredBy(ROUTES.csv, [AuditAnswers], (asked, answers) =>
    answers.csv(askerOf(asked), asked.request.question, asked.reply),
  ),
  answeredBy(ROUTES.bundle, [AuditAnswers], (asked, answers) =>
    answers.bundle(askerOf(asked), asked.request.question, asked.reply),
  ),
];

@Module(feature([], { endpoints: ENDPOINTS, providers: [AuditAnswers] }))
export class AuditModule {}
