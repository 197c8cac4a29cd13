/** The staff log's entry for a request: actor, action, target and reason. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { maskContactsIn } from '../../../../shared/products/identity/rules/masks';
import { changesNothing, type Route } from '../../../../shared/wire/route';
import type { NewStaffLog } from './staff-log';
import type { TicketHolder } from '../ticket-port';

const PREFIX = '/exchange/';
const TEXT_LENGTH_MAX = 250;
/** Fits a banner in all languages; the previous text is stored nowhere else. */
const FACTS_LENGTH_MAX = 4_000;
/** Fields that name the target, most specific first. */
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
/** Fields left out: they have their own columns or rows, are of no interest, are stored elsewhere, or hold names of payers. */
const NO_FACTS = new Set(['clientId', 'reason', 'userId', 'text', 'csv', 'requests']);

/** The request is not validated yet, so only plain strings and numbers are taken from it. */
export function staffLogEntry(
  route: Route,
  caller: TicketHolder | undefined,
  { ip, body, query }: Pick<FastifyRequest, 'ip' | 'body' | 'query'>,
): NewStaffLog {
  if (!caller || caller.role === 'user') throw new Error(`${route.path} let somebody in who is no staff`);
  const requestFields = { ...fieldsOf(query), ...fieldsOf(body) };
  const targetName = TARGETS.find((name) => requestFields[name] !== undefined);
  const { userId, reason } = requestFields;
  const isLookUp = changesNothing(route);
  return {
    staffId: caller.user,
    role: caller.role,
    ip,
    action: route.path.slice(PREFIX.length),
    isLookUp: isLookUp ? 1 : 0,
    target: targetName === undefined ? null : `${targetName}/${requestFields[targetName]}`,
    userId: userIdIn(userId),
    reason: typeof reason === 'string' ? (route.shows ? maskContactsIn(reason) : reason) : null,
    facts: JSON.stringify(
      isLookUp
        ? searchLength(requestFields)
        : { ...factsOf(requestFields, targetName), ...unmaskedFields(route, requestFields) },
    ),
  };
}

type Fields = Record<string, string | number | boolean>;

/** A search term may be an address, so it is not logged. Its length tells a search from guessing letter by letter. */
function searchLength({ search }: Fields): Fields {
  return typeof search === 'string' ? { searched: [...search.trim()].length } : {};
}

/** Names of the fields shown unmasked: the requested fields or all of the route; never their values. */
function unmaskedFields({ shows, answer }: Route, { fields }: Fields): Fields {
  if (!shows || fields !== undefined || !(answer instanceof z.ZodObject)) return {};
  return {
    fields: Object.keys(answer.shape)
      .filter((name) => name !== 'id' && !TARGETS.includes(name))
      .join(' '),
  };
}

function fieldsOf(input: unknown): Fields {
  // An upload is a buffer of millions of bytes without fields.
  if (typeof input !== 'object' || input === null || Buffer.isBuffer(input)) return {};
  const fields: Fields = {};
  for (const [name, value] of Object.entries({ ...input, ...textsOf(input) })) {
    const flatValue = Array.isArray(value) && value.every(isRow) ? value.map(rowText).join(' ') : value;
    if (typeof flatValue === 'string') fields[name] = storable(flatValue);
    else if (typeof flatValue === 'boolean' || Number.isFinite(flatValue)) fields[name] = flatValue;
  }
  return fields;
}

/** Public texts by language: title and text together. */
function textsOf({ texts }: { texts?: unknown }): Record<string, string> {
  if (typeof texts !== 'object' || texts === null) return {};
  const rows = Object.entries(texts).filter(([, row]) => isRow(row));
  return Object.fromEntries(rows.map(([language, row]) => [`texts.${language}`, rowText(row)]));
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || Number.isFinite(value);
}

/** A plain value, or an object of plain fields, for example a tier. */
function isRow(value: unknown): boolean {
  return isPlain(value) || (typeof value === 'object' && value !== null && Object.values(value).every(isPlain));
}

function rowText(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.values(value).join('/') : String(value);
}

/** Replaces characters that PostgreSQL cannot store. */
function storable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, TEXT_LENGTH_MAX);
}

function userIdIn(value: Fields[string] | undefined): number | null {
  const number = Number(value);
  return value !== undefined && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function factsOf(requestFields: Fields, target: string | undefined): Fields {
  const details: Fields = {};
  let length = 0;
  for (const [name, value] of Object.entries(requestFields)) {
    if (NO_FACTS.has(name) || name === target) continue;
    length += name.length + String(value).length;
    if (length > FACTS_LENGTH_MAX) break;
    details[storable(name)] = value;
  }
  return details;
}
