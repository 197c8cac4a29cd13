import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { languageFor } from '../errors/envelope';

/** In which language the request is to be answered: a parameter of a controller's method. */
export const RequestLanguage = createParamDecorator((_: unknown, context: ExecutionContext) => {
  return languageFor(context.switchToHttp().getRequest<FastifyRequest>());
});
