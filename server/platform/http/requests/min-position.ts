/** Raises `minPosition` of a request to the caller's own last write, before validation. */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../../../shared/wire/route';

const FIELD = 'minPosition';

type Fields = Record<string, unknown>;

/** An invalid position stays unchanged: validation refuses it. */
export function raiseMinPosition(position: number, { query, body }: Route, request: FastifyRequest): void {
  // The journal is empty.
  if (position < 0) return;
  if (query && FIELD in query.shape) request.query = withMinPosition(request.query, position);
  if (body && FIELD in body.shape) request.body = withMinPosition(request.body, position);
}

function withMinPosition(input: unknown, position: number): unknown {
  const fields = (input ?? {}) as Fields;
  if (typeof fields !== 'object' || Array.isArray(fields)) return input;
  const requestedPosition = fields[FIELD];
  if (requestedPosition === undefined || isBefore(requestedPosition, position)) fields[FIELD] = position;
  return fields;
}

function isBefore(requestedPosition: unknown, position: number): boolean {
  const isNumber =
    Number.isSafeInteger(requestedPosition) ||
    (typeof requestedPosition === 'string' && /^(0|[1-9]\d{0,15})$/.test(requestedPosition));
  return isNumber && Number(requestedPosition) >= 0 && Number(requestedPosition) < position;
}
