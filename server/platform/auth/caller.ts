import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { RequestWithCaller } from './access.guard';

/** The authenticated caller, as a parameter of a controller's method. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return context.switchToHttp().getRequest<RequestWithCaller>().caller;
});
