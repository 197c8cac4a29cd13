/**
 * Log form of an error. Databases put values of rows and parameters into messages and details, and libraries attach
 * requests and answers. Only the kind of error and its stack are logged.
 */

/** Fields in which PostgreSQL and SQLite describe a statement's tables, without values. */
const NAMES = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;
/** Five letters and digits of the SQL standard; among Node's own codes only E2BIG matches. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** Messages that name only columns. */
const NAMING = /^(?:UNIQUE|NOT NULL|FOREIGN KEY) constraint failed(?:: [\w., ]+)?$/;
const CAUSES_MAX = 4;

export interface ErrorFacts extends Partial<Record<(typeof NAMES)[number], string>> {
  type: string;
  message: string;
  /** Stack frames, one per line. */
  stack: string;
  code?: string;
  cause?: ErrorFacts;
  /** Errors of an `AggregateError`. */
  errors?: ErrorFacts[];
}

/** A thrown value that is not an error is not logged: it may contain anything. */
export function errorFacts(thrown: unknown, depth = 0): ErrorFacts {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: 'what was thrown is no error', stack: '' };
  const { cause, errors, code } = thrown as Error & { errors?: unknown; code?: unknown };
  const goesOn = depth < CAUSES_MAX;
  return {
    type: thrown.constructor.name,
    message: errorText(thrown),
    stack: framesOf(thrown),
    ...(typeof code === 'string' && { code }),
    ...(isOfDatabase(thrown) && namesIn(thrown)),
    ...(cause instanceof Error && goesOn && { cause: errorFacts(cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      goesOn && { errors: errors.slice(0, CAUSES_MAX).map((one) => errorFacts(one, depth + 1)) }),
  };
}

/** Its message; for a database error only the part without values. */
export function errorText(error: Error): string {
  if (!isOfDatabase(error) || NAMING.test(error.message)) return error.message;
  return `the database refused: ${error.code}`;
}

function isOfDatabase(error: Error): error is Error & { code: string } {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (SQL_STATE.test(code) || code.startsWith('SQLITE'));
}

function namesIn(error: object): Partial<ErrorFacts> {
  const entries = NAMES.map((name) => [name, (error as Record<string, unknown>)[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}

/** Without the message, which begins the stack and may have several lines. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const stackFrames = at < 0 ? stack : stack.slice(at + message.length);
  return stackFrames
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n');
}
