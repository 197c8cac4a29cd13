/** The OpenAPI document and its Swagger UI page. */
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Areas } from '../../../../shared/wire/routes';
import { ExceptionToEnvelope } from '../../errors/exception.filter';
import { COMMON_TEXTS } from '../../i18n/messages';
import { ENCODERS, encodingFor, type Encoding } from './compressed-answers';
import { openApiDocument } from './openapi';

const DOCS_PATH = '/exchange/docs';
const DOCUMENT_PATH = `${DOCS_PATH}/openapi.json`;

/** Replaces the package's initializer, which shows a sample API. */
const INITIALIZER = `window.ui = SwaggerUIBundle({ url: '${DOCUMENT_PATH}', dom_id: '#swagger-ui', deepLinking: true });\n`;

/** These routes exist before Nest sets its error handler. */
const filter = new ExceptionToEnvelope(COMMON_TEXTS);
const errorHandler = (error: Error, request: FastifyRequest, reply: FastifyReply): void =>
  filter.answer(error, request, reply);

export async function serveDocs(fastify: FastifyInstance, areas: Areas): Promise<void> {
  // Built and compressed at the first request, not at each start.
  let document: string | undefined;
  const compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};
  fastify.get(DOCUMENT_PATH, { errorHandler }, async (request, reply) => {
    document ??= JSON.stringify(openApiDocument(areas));
    void reply.type('application/json').header('vary', 'accept-encoding');
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding === null) return document;
    void reply.header('content-encoding', encoding);
    return (compressed[encoding] ??= ENCODERS[encoding](document));
  });
  fastify.get(`${DOCS_PATH}/swagger-initializer.js`, { errorHandler }, (_request, reply) =>
    reply.type('text/javascript').send(INITIALIZER),
  );
  await fastify.register(fastifyStatic, {
    root: path.dirname(require.resolve('swagger-ui-dist/package.json')),
    prefix: DOCS_PATH,
    redirect: true,
    decorateReply: false,
  });
}
