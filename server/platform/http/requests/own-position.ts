/** Puts into a request for rows how far they must reach at least, before the request is checked. */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../../../shared/wire/route';

const FIELD = 'minPosition';

type Fields = Record<string, unknown>;

/** What is no position is left as it is: the check of the request refuses it. */
export function includeUpTo(position: number, { query, body }: Route, request: FastifyRequest): void {
  // Nothing is in the journal.
  if (position < 0) return;
  if (query && FIELD in query.shape) request.query = raised(request.query, position);
  if (body && FIELD in body.shape) request.body = raised(request.body, position);
}

function raised(given: unknown, position: number): unknown {
  const fields = (given ?? {}) as Fields;
  if (typeof fields !== 'object' || Array.isArray(fields)) return given;
  const asked = fields[FIELD];
  if (asked === undefined || isBefore(asked, position)) fields[FIELD] = position;
  return fields;
}

function isBefore(asked: unknown, position: number): boolean {
  const isNumber = Number.isSafeInteger(asked) || (typeof asked === 'string' && /^(0|[1-9]\d{0,15})$/.test(asked));
  return isNumber && Number(asked) >= 0 && Number(asked) < position;
}
