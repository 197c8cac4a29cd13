import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { WHOLE_SCOPE, type AuditScope } from '../../../shared/rules/audit-scope';
import type { RequestWithCaller } from './access.guard';

/** Whom the guard let in: a parameter of a controller's method. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<RequestWithCaller>().caller;
});

/** What of the records whoever asks may see: bounds are of auditors alone. */
export const Seen = createParamDecorator((_: unknown, context: ExecutionContext): AuditScope => {
  return context.switchToHttp().getRequest<RequestWithCaller>().auditScope ?? WHOLE_SCOPE;
});
