import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { RequestWithCaller } from './access.guard';

/** Whom the guard let in: a parameter of a controller's method. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<RequestWithCaller>().caller;
});
