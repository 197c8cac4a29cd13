/** Generates the OpenAPI document from the schemas that validate requests. */
import { z } from 'zod';
import {
  CATALOGUE_CODES,
  EDGE_CODES,
  FIELD_CODES,
  REJECTION_CODES,
  SUCCESS_CODE,
} from '../../../../shared/rules/codes';
import { takesSecondFactor, type Route } from '../../../../shared/wire/route';
import { RECOVERY_HEADER } from '../../../../shared/products/identity/recovery';
import { STEP_UP_HEADER, STEP_UP_REQUIRED } from '../../../../shared/wire/step-up';
import type { Areas } from '../../../../shared/wire/routes';
import { PHOTO_TYPES } from '../../../../shared/products/identity/verification';
import { statusOf } from '../../errors/status';

type Json = Record<string, unknown>;

const ALL_CODES = [SUCCESS_CODE, ...REJECTION_CODES, ...EDGE_CODES, ...CATALOGUE_CODES];

/** Contains the routes of users and visitors; staff routes are not published. */
export function openApiDocument(areas: Areas): Json {
  const paths: Record<string, Json> = {};
  for (const [area, routes] of Object.entries(areas)) {
    for (const [name, route] of Object.entries<Route>(routes)) {
      if (route.access === 'admin' || route.access === 'auditor') continue;
      const at = route.path.replace(/:(\w+)/g, '{$1}');
      paths[at] = { ...paths[at], [route.method.toLowerCase()]: operation(area, name, route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Open exchange',
      version: '1',
      description:
        'Every answer is `{ code, message, data }`; `code` is `success` or one of the codes below. Amounts and prices are ' +
        'decimal strings, times epoch milliseconds. A command takes a `clientId`: resend it unchanged to retry safely.',
    },
    paths,
    components: {
      securitySchemes: { ticket: { type: 'apiKey', in: 'header', name: 'ticket' } },
      schemas: { Refused: refusalSchema() },
    },
  };
}

function operation(area: string, name: string, route: Route): Json {
  return {
    tags: [area],
    operationId: `${area}.${name}`,
    summary: route.summary,
    ...securityOf(route),
    parameters: [
      ...parameters('path', route.params),
      ...parameters('query', route.query),
      ...factorHeader(route),
      ...recoveryHeader(route),
    ],
    ...(route.body ? { requestBody: requestBody(schemaOf(route.body, 'input')) } : {}),
    ...(route.upload ? { requestBody: photoBody() } : {}),
    responses: {
      200: okResponse(route),
      ...Object.fromEntries(
        otherStatuses(route)
          .map((status) => [status, { $ref: '#/components/schemas/Refused' }])
          .map(([status, schema]) => [status, json(codesOf(Number(status), route).join(', '), schema)]),
      ),
    },
  };
}

/** The empty object marks the ticket as optional. */
function securityOf({ access, heedsTicket }: Route): Json {
  if (access !== 'public') return { security: [{ ticket: [] }] };
  return heedsTicket ? { security: [{}, { ticket: [] }] } : {};
}

function answerSchema(route: Route): Json {
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { const: SUCCESS_CODE },
      message: { type: 'string' },
      data: schemaOf(route.answer, 'output'),
    },
  };
}

function refusalSchema(): Json {
  const field = {
    type: 'object',
    required: ['path', 'code'],
    properties: { path: { type: 'string' }, code: { enum: FIELD_CODES } },
  };
  return {
    type: 'object',
    required: ['code', 'message', 'data'],
    properties: {
      code: { enum: ALL_CODES.filter((code) => code !== SUCCESS_CODE) },
      message: { type: 'string' },
      data: {
        anyOf: [{ type: 'null' }, { type: 'object', properties: { fields: { type: 'array', items: field } } }],
      },
    },
  };
}

function otherStatuses(route: Route): number[] {
  const statuses = [400, 413, 503];
  if (route.access !== 'public') statuses.push(401, 403);
  if (route.rate) statuses.push(429);
  if (route.answers === 'text/csv') statuses.push(404);
  if (route.failure) statuses.push(500);
  return statuses.sort();
}

function codesOf(status: number, { failure }: Route): string[] {
  if (status === 404) return ['data.none'];
  if (status === 500 && failure) return [failure, 'system.error'];
  return EDGE_CODES.filter((code) => statusOf(code) === status);
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** The header of the second factor, for routes that always or optionally require it. */
function factorHeader(route: Route): Json[] {
  if (!takesSecondFactor(route) && !route.trades && !route.takesFactor) return [];
  return [
    {
      name: STEP_UP_HEADER,
      in: 'header',
      required: false,
      description:
        `the factor that \`${STEP_UP_REQUIRED}\` has asked for: \`authenticator 492039\`, or \`passkey\` with the signed answer ` +
        'to `stepUp/options` as JSON in base64url',
      schema: { type: 'string' },
    },
  ];
}

/** The header that names the recovery request of a visitor's photo. */
function recoveryHeader({ upload, access }: Route): Json[] {
  if (upload !== 'photo' || access !== 'public') return [];
  return [
    {
      name: RECOVERY_HEADER,
      in: 'header',
      required: true,
      description: 'the `token` that `recovery/begin` has answered',
      schema: { type: 'string' },
    },
  ];
}

function requestBody(schema: Json): Json {
  return {
    required: true,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  };
}

function photoBody(): Json {
  return { required: true, content: Object.fromEntries(PHOTO_TYPES.map((type) => [type, FILE])) };
}

const FILE = { schema: { type: 'string', format: 'binary' } };

function okResponse(route: Route): Json {
  const refusedSchema = { $ref: '#/components/schemas/Refused' };
  if (!route.answers) return json('done, or refused by a rule', { anyOf: [answerSchema(route), refusedSchema] });
  const { description, content } = json('the file, or refused by a rule', refusedSchema) as {
    description: string;
    content: Json;
  };
  return { description, content: { ...content, [route.answers]: FILE } };
}

function json(description: string, schema: unknown): Json {
  return { description, content: { 'application/json': { schema } } };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io }) as Json;
  return rest;
}
