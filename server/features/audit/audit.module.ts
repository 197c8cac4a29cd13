import { Module } from '@nestjs/common';
import { AUDIT_JOURNAL_ROUTES as ROUTES } from '../../../shared/wire/audit/audit-journal';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { feature } from '../shared/endpoints/feature';
import { AuditAnswers, askerOf } from './answers';

const ENDPOINTS = [
  serviceEndpoint(ROUTES.ask, [AuditAnswers], (asked, answers) => answers.ask(askerOf(asked), asked.request)),
  serviceEndpoint(ROUTES.cancel, [AuditAnswers], (asked, answers) => {
    answers.cancel(askerOf(asked), asked.request.question);
    return null;
  }),
  serviceEndpoint(ROUTES.answers, [AuditAnswers], (asked, answers) => answers.list(askerOf(asked), asked.request.wait)),
  serviceEndpoint(ROUTES.rows, [AuditAnswers], (asked, answers) => answers.rows(askerOf(asked), asked.request)),
  serviceEndpoint(ROUTES.csv, [AuditAnswers], (asked, answers) =>
    answers.csv(askerOf(asked), asked.request.question, asked.reply),
  ),
  serviceEndpoint(ROUTES.bundle, [AuditAnswers], (asked, answers) =>
    answers.bundle(askerOf(asked), asked.request.question, asked.reply),
  ),
];

@Module(feature([], { endpoints: ENDPOINTS, providers: [AuditAnswers] }))
export class AuditModule {}
