/**
 * What the log says of an error. Databases write values of rows and of parameters into their messages and details, libraries
 * put requests and answers beside theirs: written down is what an error is and where it came from, and nothing it carries.
 */

/** What PostgreSQL and SQLite say of the tables of a statement, without its values. */
const NAMES = ['severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine'] as const;
/** Five letters and digits of the SQL standard; of Node's own codes E2BIG alone looks so. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** Names columns alone. */
const NAMING = /^(?:UNIQUE|NOT NULL|FOREIGN KEY) constraint failed(?:: [\w., ]+)?$/;
const CAUSES_MAX = 4;

export interface ErrorFacts extends Partial<Record<(typeof NAMES)[number], string>> {
  type: string;
  message: string;
  /** Where it came from, a line each. */
  stack: string;
  code?: string;
  cause?: ErrorFacts;
  /** Of an error of several. */
  errors?: ErrorFacts[];
}

/** What is no error is not written down: it may be anything. */
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

/** Its message, or of a database's what names no value. */
export function errorText(error: Error): string {
  if (!isOfDatabase(error) || NAMING.test(error.message)) return error.message;
  return `the database refused: ${error.code}`;
}

function isOfDatabase(error: Error): error is Error & { code: string } {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && (SQL_STATE.test(code) || code.startsWith('SQLITE'));
}

function namesIn(error: object): Partial<ErrorFacts> {
  const named = NAMES.map((name) => [name, (error as Record<string, unknown>)[name]] as const);
  return Object.fromEntries(named.filter(([, value]) => typeof value === 'string'));
}

/** Without the message, which stands at the head of it and may have several lines. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const behind = at < 0 ? stack : stack.slice(at + message.length);
  return behind
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
    .join('\n');
}
