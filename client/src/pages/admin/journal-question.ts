/** What is entered to ask the journal, and what is asked by it. */
import { CASES } from '../../../../shared/proof/bundle-form';
import { ENTRY_KIND_NAMES } from '../../../../shared/rules/entry-kinds';
import type { Ask, AskRequest } from '../../../../shared/wire/audit-journal';

export type Field = 'account' | 'user' | 'asset' | 'kind' | 'case' | 'number' | 'from' | 'to' | 'until';

/** What each question takes, in the order of the form. */
export const FIELDS: Readonly<Record<Ask, readonly Field[]>> = {
  entries: ['account', 'user', 'asset', 'kind', 'case', 'number', 'from', 'to'],
  statement: ['account', 'from', 'to'],
  balances: ['account', 'until'],
  trial: ['until'],
  life: ['case', 'number'],
  replay: ['until'],
  bundle: ['case', 'number', 'from', 'to'],
};

/** As it is entered: texts. `until` is a position, '' for the end. */
export type Entered = Readonly<Record<Field, string>>;
export const NOTHING: Entered = {
  ...{ account: '', user: '', asset: '', kind: '', case: '', number: '', from: '', to: '', until: '' },
};

const NUMBER = /^[1-9]\d{0,14}$/;
const PATTERNS: Readonly<Partial<Record<Field, RegExp>>> = {
  account: /^[A-Za-z0-9:_-]+(\/[A-Za-z0-9:_-]+){0,3}$/,
  user: /^[1-9]\d{0,9}$/,
  asset: /^[A-Za-z0-9-]{1,32}$/,
  number: NUMBER,
};
const NEEDED: Readonly<Partial<Record<Ask, readonly Field[]>>> = {
  statement: ['account'],
  balances: ['account'],
  life: ['case', 'number'],
};

/** Fields whose text cannot be asked for; an empty one that is needed is none of them. */
export function wrongFields(ask: Ask, entered: Entered): Field[] {
  return FIELDS[ask].filter((field) => entered[field] !== '' && PATTERNS[field]?.test(entered[field].trim()) === false);
}

/** Null while something that is needed is missing or wrong. */
export function requestOf(ask: Ask, entered: Entered): AskRequest | null {
  if (wrongFields(ask, entered).length > 0) return null;
  const fields = new Set(FIELDS[ask]);
  const text = (field: Field): string | undefined =>
    fields.has(field) && entered[field].trim() !== '' ? entered[field].trim() : undefined;
  const of = CASES.find((one) => one === text('case'));
  const needed = [...(NEEDED[ask] ?? []), ...(of ? (['number'] as const) : [])];
  if (needed.some((field) => text(field) === undefined)) return null;
  const time = (field: 'from' | 'to'): number | undefined => {
    const entry = text(field);
    return entry === undefined ? undefined : new Date(entry).getTime();
  };
  const [user, until] = [text('user'), text('until')];
  return withoutGaps({
    ask,
    account: text('account'),
    asset: text('asset'),
    kind: ENTRY_KIND_NAMES.find((kind) => kind === text('kind')),
    userId: user === undefined ? undefined : Number(user),
    case: of,
    number: of ? text('number') : undefined,
    from: time('from'),
    to: time('to'),
    toPosition: until === undefined ? undefined : Number(until),
  });
}

function withoutGaps(request: AskRequest): AskRequest {
  return Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)) as AskRequest;
}
