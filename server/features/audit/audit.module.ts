import { Module } from '@nestjs/common';
import { AUDIT_JOURNAL_ROUTES as ROUTES } from '../../../shared/wire/audit/audit-journal';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { feature } from '../shared/endpoints/feature';
import { AuditAnswers, requesterOf } from './answers';

const ENDPOINTS = [
  serviceEndpoint(ROUTES.ask, [AuditAnswers], (endpointRequest, answers) =>
    answers.ask(requesterOf(endpointRequest), endpointRequest.request),
  ),
  serviceEndpoint(ROUTES.cancel, [AuditAnswers], (endpointRequest, answers) => {
    answers.cancel(requesterOf(endpointRequest), endpointRequest.request.question);
    return null;
  }),
  serviceEndpoint(ROUTES.answers, [AuditAnswers], (endpointRequest, answers) =>
    answers.list(requesterOf(endpointRequest), endpointRequest.request.wait),
  ),
  serviceEndpoint(ROUTES.rows, [AuditAnswers], (endpointRequest, answers) =>
    answers.rows(requesterOf(endpointRequest), endpointRequest.request),
  ),
  serviceEndpoint(ROUTES.csv, [AuditAnswers], (endpointRequest, answers) =>
    answers.csv(requesterOf(endpointRequest), endpointRequest.request.question, endpointRequest.reply),
  ),
  serviceEndpoint(ROUTES.bundle, [AuditAnswers], (endpointRequest, answers) =>
    answers.bundle(requesterOf(endpointRequest), endpointRequest.request.question, endpointRequest.reply),
  ),
];

@Module(feature([], { endpoints: ENDPOINTS, providers: [AuditAnswers] }))
export class AuditModule {}
