/**
 * Staff receive no personal data unless they unmask it: calls every look-up route, in each of its variants, about a
 * person whose every value can be recognised in an answer. New routes that leak fail here; routes whose parameters lack
 * a test value fail too.
 */
import type { z } from 'zod';
import { TRAIL_SUBJECTS } from '../../../shared/proof/audit-trail';
import type { Route } from '../../../shared/wire/route';
import { AREAS } from '../../../server/routes';
import { HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { createFullAccount, type FullAccount } from '../../tools/people/full-account';

const ROUTES: readonly Route[] = Object.values(AREAS)
  .flatMap((area): Route[] => Object.values(area))
  .filter(({ access }) => access === 'admin' || access === 'auditor');
const CASES_MAX = 200;

/** Look-up routes: by GET, for a page of a list, or to the journal. */
function isLookUp({ method, access, body }: Route): boolean {
  return method === 'GET' || access === 'auditor' || (body !== undefined && 'pageIndex' in body.shape);
}
const LOOK_UPS = ROUTES.filter(isLookUp);
const ACTS = ROUTES.filter((route) => !isLookUp(route) && !route.shows);

/** Expected refusals: the subject does not exist here, or the route answers nothing without a reason. */
const REFUSED: Readonly<Record<string, string>> = {
  '/exchange/admin/verification/photo': 'personal.data.hidden',
  '/exchange/admin/recovery/photo': 'personal.data.hidden',
  '/exchange/admin/product/perpetualTerms': 'market.unknown',
  // No text was edited.
  '/exchange/admin/content/version': 'content.not.found',
  '/exchange/audit/journal/bundle': 'audit.answer.not.found',
  '/exchange/audit/journal/cancel': 'audit.question.over',
};

let exchange: HttpExchange;
let admin: Person;
let auditor: Person;
let known: FullAccount;
let questions: string[] = [];
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start(
    {
      LIMIT_TICKET_HOURS_MAX: '100000',
      LIMIT_PHOTOS_PER_MINUTE_MAX: '1000',
      LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000',
    },
    { clock: () => now },
  );
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
  known = await createFullAccount({ exchange, admin, now: () => now, pass: (ms) => void (now += ms) });
  auditor = await exchange.staff('auditor', 'auditor');
  const bounds = { until: now + 86_400_000, scope: { personal: 0 }, reason: 'a test' };
  await exchange.withApproval(
    exchange.post('/admin/staff/setRole', { userId: auditor.id, role: 'auditor', rights: [], ...bounds }, admin.ticket),
  );
});
afterAll(() => exchange.stop());

/** Values by field name; if there are several, each is tried. */
const VALUES: Readonly<Record<string, () => readonly unknown[]>> = {
  userId: () => [known.person.id],
  verification: () => [known.verification, known.earlier],
  recovery: () => [known.recovery],
  photo: () => [...known.photos.verification, ...known.photos.recovery],
  market: () => ['BTC-USDT'],
  article: () => ['1'],
  version: () => ['1'],
  question: () => questions,
  search: () => ['recognisable', String(known.person.id), known.clear['listedAddress'], known.clear['name']],
};
/** Replaces the requests derived from the schema. Further journal questions follow below. */
const ONLY: Readonly<Record<string, () => readonly Json[]>> = {
  '/exchange/audit/journal/ask': () => [{ ask: 'entries', userId: known.person.id }],
  '/exchange/audit/contract/positions': () => [{}, { userId: known.person.id }],
};
/** Lists are read in full, including the look-ups in the log. */
const ALWAYS: Readonly<Record<string, unknown>> = { pageSize: 200, lookUps: true, limit: 200 };

function optionsOf(schema: z.ZodType): readonly string[] | null {
  const { def } = schema as unknown as Json;
  if (def.type === 'optional' || def.type === 'default') return optionsOf(def.innerType);
  return def.type === 'enum' ? Object.values(def.entries) : null;
}
function isOptional(schema: z.ZodType): boolean {
  const { def } = schema as unknown as Json;
  return def.type === 'optional' || def.type === 'default';
}

/** All requests to a route: each value of each field, and optional fields both present and absent. */
function requestsOf({ path, body, query }: Route): readonly Json[] {
  if (path in ONLY) return ONLY[path]();
  let requests: Json[] = [{}];
  for (const [name, schema] of Object.entries((body ?? query)?.shape ?? {}) as [string, z.ZodType][]) {
    const values: unknown[] = [...(VALUES[name]?.() ?? (name in ALWAYS ? [ALWAYS[name]] : (optionsOf(schema) ?? [])))];
    if (values.length === 0 && !isOptional(schema)) throw new Error(`say with which ${name} ${path} is asked`);
    if (isOptional(schema) && !(name in ALWAYS)) values.push(undefined);
    requests = requests.flatMap((request) =>
      values.map((value) => (value === undefined ? request : { ...request, [name]: value })),
    );
  }
  return requests.slice(0, CASES_MAX);
}

async function ask(
  { method, path, answers }: Route,
  request: Json,
  ticket: string,
): Promise<{ code: string; text: string }> {
  const query = new URLSearchParams(
    Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const response = await fetch(`${exchange.url}${path}${method === 'GET' ? `?${query.toString()}` : ''}`, {
    method,
    headers: { ticket, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(request) }),
  });
  const text = await response.text();
  const isFile = answers !== undefined && !(response.headers.get('content-type') ?? '').includes('json');
  return { text, code: isFile ? 'success' : JSON.parse(text).code };
}

/** Names of the secret values that an answer contains. */
function leaks(text: string): string[] {
  return Object.entries(known.clear)
    .filter(([, value]) => text.toLowerCase().includes(value.toLowerCase()))
    .map(([what]) => what);
}

/** Asks questions about the person; resolves with those that are done. */
async function asked(ticket: string): Promise<string[]> {
  const of = { userId: known.person.id };
  const numbered: Readonly<Record<string, string>> = { withdrawal: known.paid, recharge: known.recharge };
  const lives = TRAIL_SUBJECTS.map((life) => ({ ask: 'life', case: life, number: numbered[life] ?? '1' }));
  const wanted: object[] = [
    { ask: 'entries', ...of },
    { ask: 'entries', case: 'user', number: String(known.person.id) },
    { ask: 'statement', account: `${known.person.id}` },
    { ask: 'balances', account: `${known.person.id}` },
    ...lives,
  ];
  const numbers: string[] = [];
  for (const one of wanted) {
    const { code, data } = await exchange.post('/audit/journal/ask', one, ticket);
    expect([one, code]).toEqual([one, 'success']);
    numbers.push(data.question);
    for (;;) {
      const { records } = (await exchange.get('/audit/journal/answers?wait=5', ticket)).data;
      const found = records.find(({ question }: Json) => question === data.question);
      if (found && !['waiting', 'working'].includes(found.state)) break;
    }
  }
  const { records } = (await exchange.get('/audit/journal/answers', ticket)).data;
  return numbers.filter((number) => records.find(({ question }: Json) => question === number)?.state === 'done');
}

it('the person has distinct values and the route table is complete', () => {
  expect(LOOK_UPS.length).toBeGreaterThan(40);
  for (const [what, value] of Object.entries(known.clear))
    expect([what, value]).toEqual([what, expect.stringMatching(/.{6}/)]);
  expect(new Set(Object.values(known.clear)).size).toBe(Object.keys(known.clear).length);
});

/** Published content is about no person. */
const OF_CONTENT = /^\/exchange\/admin\/content\/\w*(Article|Banner|BannerImage)$/;

describe.each<[string, () => Person, readonly Route['access'][]]>([
  ['an admin with every right', () => admin, ['admin', 'auditor']],
  ['an auditor who may see no personal data', () => auditor, ['auditor']],
])('%s', (_who, who, allowed) => {
  beforeAll(async () => {
    questions = await asked(who().ticket);
    expect(questions.length).toBeGreaterThan(4);
  });

  test.each(LOOK_UPS.filter(({ access }) => allowed.includes(access)).map((route) => [route.path, route] as const))(
    'gets none of it from %s',
    async (path, route) => {
      for (const request of requestsOf(route)) {
        const { code, text } = await ask(route, request, who().ticket);
        expect([request, code]).toEqual([request, REFUSED[path] ?? 'success']);
        expect([request, leaks(text)]).toEqual([request, []]);
      }
    },
    60_000,
  );
});

/** Fields allowed in the answer to an act of staff: its status and ids it created. */
const ANSWERED = new Set([
  ...['position', 'repeated', 'act', 'proposal', 'proposals', 'results'],
  ...['hold', 'ended', 'answer', 'id', 'key'],
]);

test.each(ACTS.filter(({ path }) => !OF_CONTENT.test(path)).map((route) => [route.path, route] as const))(
  '%s returns nothing about a person',
  (_path, { answer }) => {
    const { def } = answer as unknown as Json;
    const fields = def.type === 'null' ? [] : Object.keys(def.shape);
    expect(fields.filter((field) => !ANSWERED.has(field))).toEqual([]);
  },
);
