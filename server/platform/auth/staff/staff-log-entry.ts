/** What the log of staff says of a request: who, what, to what and why. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { maskedWithin } from '../../../../shared/products/identity/rules/masks';
import { changesNothing, type Route } from '../../../../shared/wire/route';
import type { NewStaffLog } from './staff-log';
import type { TicketHolder } from '../ticket-port';

const PREFIX = '/exchange/';
const TEXT_LENGTH_MAX = 250;
/** Room for a banner in all languages: nobody keeps what it said before. */
const FACTS_LENGTH_MAX = 4_000;
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
  'report',
  'article',
  'banner',
  'alarm',
  'symbol',
  'market',
  'asset',
  'key',
  'level',
  'userId',
];
/** Told by columns or rows of their own, of no interest, a letter to somebody that is kept where it belongs, or lines with names of payers. */
const NO_FACTS = new Set(['clientId', 'reason', 'userId', 'text', 'csv', 'requests']);

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
    reason: typeof reason === 'string' ? (route.shows ? maskedWithin(reason) : reason) : null,
    facts: JSON.stringify(isLookUp ? lookedFor(asked) : { ...factsOf(asked, named), ...fieldsShown(route, asked) }),
  };
}

type Fields = Record<string, string | number | boolean>;

/** What somebody searches for may be an address: it is not what they did. How long it is tells a search from guessing letter by letter. */
function lookedFor({ search }: Fields): Fields {
  return typeof search === 'string' ? { searched: [...search.trim()].length } : {};
}

/** Which fields are answered in clear: those that were asked for, or all that the call has; never what is in them. */
function fieldsShown({ shows, answer }: Route, { fields }: Fields): Fields {
  if (!shows || fields !== undefined || !(answer instanceof z.ZodObject)) return {};
  return {
    fields: Object.keys(answer.shape)
      .filter((name) => name !== 'id' && !TARGETS.includes(name))
      .join(' '),
  };
}

function fieldsOf(given: unknown): Fields {
  // An upload is a picture and has no fields, but millions of bytes.
  if (typeof given !== 'object' || given === null || Buffer.isBuffer(given)) return {};
  const fields: Fields = {};
  for (const [name, value] of Object.entries({ ...given, ...textsOf(given) })) {
    const plain = Array.isArray(value) && value.every(isRow) ? value.map(rowText).join(' ') : value;
    if (typeof plain === 'string') fields[name] = storable(plain);
    else if (typeof plain === 'boolean' || Number.isFinite(plain)) fields[name] = plain;
  }
  return fields;
}

/** What is shown to everybody, by language: title and text together. */
function textsOf({ texts }: { texts?: unknown }): Record<string, string> {
  if (typeof texts !== 'object' || texts === null) return {};
  const rows = Object.entries(texts).filter(([, row]) => isRow(row));
  return Object.fromEntries(rows.map(([language, row]) => [`texts.${language}`, rowText(row)]));
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
