/** Conversions between form input, journal question and shareable link. */
import { CASES } from '../../../../shared/proof/bundle-form';
import { ENTRY_KIND_NAMES } from '../../../../shared/rules/entry-kinds';
import {
  QUESTION_KINDS,
  type QuestionKind,
  type AskRequest,
  type AuditAnswer,
} from '../../../../shared/wire/audit/audit-journal';
import { timeText } from '../act/fields';

export type Field = 'account' | 'user' | 'asset' | 'kind' | 'case' | 'number' | 'market' | 'from' | 'to' | 'until';

/** Parameters of each question, in form order. */
export const FIELDS: Readonly<Record<QuestionKind, readonly Field[]>> = {
  entries: ['account', 'user', 'asset', 'kind', 'case', 'number', 'from', 'to'],
  statement: ['account', 'from', 'to'],
  balances: ['account', 'until'],
  trial: ['until'],
  liabilities: ['until'],
  market: ['market', 'until'],
  life: ['case', 'number'],
  diff: [],
  replay: ['until'],
  bundle: ['case', 'number', 'from', 'to'],
};

/** Form input as texts. `until` is '' for the end, a position, or `@` and epoch milliseconds. */
export type Entered = Readonly<Record<Field, string>>;
export const NOTHING: Entered = {
  ...{ account: '', user: '', asset: '', kind: '', case: '', number: '', market: '', from: '', to: '', until: '' },
};

const NUMBER = /^[1-9]\d{0,14}$/;
const PATTERNS: Readonly<Partial<Record<Field, RegExp>>> = {
  account: /^[A-Za-z0-9:_-]+(\/[A-Za-z0-9:_-]+){0,3}$/,
  user: /^[1-9]\d{0,9}$/,
  asset: /^[A-Za-z0-9-]{1,32}$/,
  number: NUMBER,
};
const NEEDED: Readonly<Partial<Record<QuestionKind, readonly Field[]>>> = {
  statement: ['account'],
  balances: ['account'],
  life: ['case', 'number'],
  market: ['market'],
};

/** Fields with invalid text; empty fields are not included. */
export function wrongFields(questionKind: QuestionKind, values: Entered): Field[] {
  return FIELDS[questionKind].filter(
    (field) => values[field] !== '' && PATTERNS[field]?.test(values[field].trim()) === false,
  );
}

/** Null if a required field is missing or invalid. */
export function requestOf(questionKind: QuestionKind, values: Entered): AskRequest | null {
  if (wrongFields(questionKind, values).length > 0) return null;
  const fields = new Set(FIELDS[questionKind]);
  const text = (field: Field): string | undefined =>
    fields.has(field) && values[field].trim() !== '' ? values[field].trim() : undefined;
  const caseKind = CASES.find((one) => one === text('case'));
  const needed = [...(NEEDED[questionKind] ?? []), ...(caseKind ? (['number'] as const) : [])];
  if (needed.some((field) => text(field) === undefined)) return null;
  const time = (field: 'from' | 'to'): number | undefined => {
    const entry = text(field);
    return entry === undefined ? undefined : new Date(entry).getTime();
  };
  const user = text('user');
  return definedFields({
    ask: questionKind,
    account: text('account'),
    asset: text('asset'),
    kind: ENTRY_KIND_NAMES.find((kind) => kind === text('kind')),
    userId: user === undefined ? undefined : Number(user),
    case: caseKind,
    number: caseKind ? text('number') : undefined,
    market: text('market'),
    from: time('from'),
    to: time('to'),
    ...parseUntil(text('until')),
  });
}

/** Parses a position or a time. */
export function parseUntil(until: string | undefined): Pick<AskRequest, 'to' | 'toPosition'> {
  if (until === undefined || until === '') return {};
  return until.startsWith('@') ? { to: Number(until.slice(1)) } : { toPosition: Number(until) };
}

function definedFields(request: AskRequest): AskRequest {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as AskRequest;
}

/** Form input that would produce this question. */
export function formValuesOf(request: AskRequest): Entered {
  const {
    ask: questionKind,
    account = '',
    asset = '',
    kind = '',
    userId,
    case: caseKind = '',
    number = '',
    market = '',
  } = request;
  const { from, to, toPosition } = request;
  const isMoment = FIELDS[questionKind].includes('until');
  const until = toPosition === undefined ? (to === undefined ? '' : `@${to}`) : String(toPosition);
  return {
    ...{ account, asset, kind, case: caseKind, number, market, user: userId === undefined ? '' : String(userId) },
    from: from === undefined ? '' : timeText(from),
    to: isMoment || to === undefined ? '' : timeText(to),
    until: isMoment ? until : '',
  };
}

const TEXTS = ['account', 'kind', 'asset', 'case', 'number', 'market'] as const;
const NUMBERS = ['userId', 'from', 'to', 'fromPosition', 'toPosition'] as const;

/** Question in an address, or null. The server validates its parameters. */
export function requestIn(search: URLSearchParams): AskRequest | null {
  const questionKind = QUESTION_KINDS.find((one) => one === search.get('ask'));
  if (!questionKind) return null;
  const request: Record<string, string | number> = { ask: questionKind };
  for (const name of TEXTS) {
    const text = search.get(name);
    if (text) request[name] = text;
  }
  for (const name of NUMBERS) {
    const text = search.get(name);
    if (text && /^\d{1,15}$/.test(text)) request[name] = Number(text);
  }
  return request as unknown as AskRequest;
}

/** Inverse of `requestIn`, with a fixed order of parameters. */
export function searchOf(request: AskRequest): string {
  const search = new URLSearchParams({ ask: request.ask });
  for (const name of [...TEXTS, ...NUMBERS]) {
    const value = request[name];
    if (value !== undefined) search.set(name, String(value));
  }
  return search.toString();
}

/** The question pinned to its answer's journal position, so that it always gives the same answer. */
export function atAnsweredPosition({
  asked: request,
  facts: details,
}: Pick<AuditAnswer, 'asked' | 'facts'>): AskRequest {
  const { position } = details;
  if (!FIELDS[request.ask].includes('until') || typeof position !== 'number' || position < 0) return request;
  const { to: _, ...rest } = request;
  return { ...rest, toPosition: position };
}

export function isSameQuestion(one: AskRequest, other: AskRequest): boolean {
  return searchOf(one) === searchOf(other);
}

/** True while the answer is pending. */
export function isOpen({ state }: Pick<AuditAnswer, 'state'>): boolean {
  return state === 'waiting' || state === 'working';
}
