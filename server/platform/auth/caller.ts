import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { RequestWithCaller } from './access.guard';
import { DESK_SCOPE, type SeenScope } from './audit-bounds';

/** Whom the guard let in: a parameter of a controller's method. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<RequestWithCaller>().caller;
});

/** What of the records whoever asks may see: bounds are of auditors alone, and so is personal data in clear. */
export const Seen = createParamDecorator((_: unknown, context: ExecutionContext): SeenScope => {
  return context.switchToHttp().getRequest<RequestWithCaller>().auditScope ?? DESK_SCOPE;
});
