/** What the log of staff says of a request: who, what, to what and why. */
import type { FastifyRequest } from 'fastify';
import type { Route } from '../../../shared/wire/route';
import type { NewStaffLog } from './staff-log';
import type { TicketHolder } from './ticket-port';

const PREFIX = '/exchange/';
const TEXT_LENGTH_MAX = 200;
const FACTS_LENGTH_MAX = 2_000;
/** What a request is about, the most particular first. */
const TARGETS = [
  'verification',
  'recovery',
  'withdrawal',
  'recharge',
  'order',
  'contract',
  'hold',
  'photo',
  'feedback',
  'article',
  'banner',
  'symbol',
  'market',
  'asset',
  'key',
  'level',
  'userId',
];
/** Told by columns of their own, of no interest, or a letter to somebody that is kept where it belongs. */
const NO_FACTS = new Set(['clientId', 'reason', 'userId', 'text']);

/** The request has not been checked yet: only what is plainly a word or a number is taken from it. */
export function staffLogEntry(
  route: Route,
  caller: TicketHolder | undefined,
  { ip, body, query }: Pick<FastifyRequest, 'ip' | 'body' | 'query'>,
): NewStaffLog {
  if (!caller || caller.role === 'user') throw new Error(`${route.path} let somebody in who is no staff`);
  const asked = { ...fieldsOf(query), ...fieldsOf(body) };
  const named = TARGETS.find((name) => asked[name] !== undefined);
  const { userId, reason } = asked;
  const isLookUp = changesNothing(route);
  return {
    staffId: caller.user,
    role: caller.role,
    ip,
    action: route.path.slice(PREFIX.length),
    isLookUp: isLookUp ? 1 : 0,
    target: named === undefined ? null : `${named}/${asked[named]}`,
    userId: userIdIn(userId),
    reason: typeof reason === 'string' ? reason : null,
    // What somebody searches for may be an address: it is not what they did.
    facts: JSON.stringify(isLookUp ? {} : factsOf(asked, named)),
  };
}

/** Asks by GET or for a page of a list. */
function changesNothing({ method, body }: Route): boolean {
  return method === 'GET' || (body !== undefined && 'pageIndex' in body.shape);
}

type Fields = Record<string, string | number | boolean>;

function fieldsOf(given: unknown): Fields {
  // An upload is a picture and has no fields, but millions of bytes.
  if (typeof given !== 'object' || given === null || Buffer.isBuffer(given)) return {};
  const fields: Fields = {};
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    const plain = Array.isArray(value) && value.every(isRow) ? value.map(rowText).join(' ') : value;
    if (typeof plain === 'string') fields[name] = storable(plain);
    else if (typeof plain === 'boolean' || Number.isFinite(plain)) fields[name] = plain as number | boolean;
  }
  return fields;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || Number.isFinite(value);
}

/** Plain, or a few plain fields together: a tier for example. */
function isRow(value: unknown): boolean {
  return isPlain(value) || (typeof value === 'object' && value !== null && Object.values(value).every(isPlain));
}

function rowText(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.values(value).join('/') : String(value);
}

/** What PostgreSQL would not store is not what anybody meant. */
function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, TEXT_LENGTH_MAX);
}

function userIdIn(given: Fields[string] | undefined): number | null {
  const number = Number(given);
  return given !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function factsOf(asked: Fields, target: string | undefined): Fields {
  const facts: Fields = {};
  let length = 0;
  for (const [name, value] of Object.entries(asked)) {
    if (NO_FACTS.has(name) || name === target) continue;
    length += name.length + String(value).length;
    if (length > FACTS_LENGTH_MAX) break;
    facts[storable(name)] = value;
  }
  return facts;
}
