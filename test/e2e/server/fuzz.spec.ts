import fc from 'fast-check';
import { REJECTION_CODES, EDGE_CODES, CATALOGUE_CODES } from '../../../shared/rules/codes';
import { AREAS } from '../../../server/routes';
import type { Route } from '../../../shared/wire/route';
import { HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';

const CODES = new Set<string>(['success', ...REJECTION_CODES, ...EDGE_CODES, ...CATALOGUE_CODES]);
const ROUTES: readonly (readonly [string, Route])[] = Object.values(AREAS)
  .flatMap((area) => Object.values(area))
  .map((route) => [`${route.method} ${route.path}`, route] as const);
const RUNS = Number(process.env.FUZZ_RUNS ?? 24);

/** Inputs known to break servers. */
const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    '-1',
    '+1',
    '1e5',
    '1E400',
    'NaN',
    'Infinity',
    '0x10',
    '00.1',
    '.5',
    '5.',
    '1,5',
    '１',
    '٣',
    '9'.repeat(29),
    '9'.repeat(31),
    `0.${'0'.repeat(29)}1`,
    `1.${'9'.repeat(30)}`,
    '99999999999999999999',
    '9007199254740993',
    "' or 1=1 --",
    '"; drop table users; --',
    '../../etc/passwd',
    '%00',
    '\0',
    '\u202e',
    '\ud800',
    '😀'.repeat(300),
    '<script>alert(1)</script>',
    '${7*7}',
    '%s%n%x%d%o%j',
    '{{7*7}}',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'BTC-USDT',
    'btc-usdt',
    'BTC',
    'USDT',
    'null',
    'undefined',
    'true',
    'x'.repeat(40_000),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1, 1.5, 1e21, -1e308, 2 ** 53, 2 ** 31, [], {}, [[]], [null], {
    toString: 1,
  }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A value that fits the schema, so that hostile ones beside it get past the first check. */
function plausible(schema: Json): fc.Arbitrary<unknown> {
  const { def } = schema;
  if (def.type === 'optional' || def.type === 'default') return plausible(def.innerType);
  if (def.type === 'enum') return fc.constantFrom(...Object.values(def.entries));
  if (def.type === 'literal') return fc.constantFrom(...def.values);
  if (def.type === 'number') return fc.constantFrom(0, 1, 2, 20, 10_000_001, 10_000_002);
  if (def.type === 'array') return fc.array(plausible(def.element), { minLength: 1, maxLength: 3 });
  return fc.constantFrom('BTC-USDT', 'BTC', 'USDT', '1', '2', '0.01', '100', '999999999', '50000', 'fuzz-1', 'fuzz-2');
}

function requests(route: Route): fc.Arbitrary<unknown> {
  const shape = (route.body ?? route.query ?? route.params)?.shape ?? {};
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(shape)) {
    fields[name] = fc.oneof({ weight: 4, arbitrary: plausible(schema) }, { weight: 1, arbitrary: hostileValue });
  }
  const mixed = fc.record(fields, { requiredKeys: Object.keys(fields).filter((name) => name === 'clientId') });
  const withExtra = fc
    .tuple(mixed, fc.dictionary(hostileText, hostileValue, { maxKeys: 2 }))
    .map(([a, b]) => ({ ...a, ...b }));
  return fc.oneof({ weight: 6, arbitrary: mixed }, withExtra, hostileValue);
}

function queryOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return encodeURIComponent(wellFormed(String(value)));
  return Object.entries(value)
    .map(([name, one]) => `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(asText(one)))}`)
    .join('&')
    .slice(0, 8_000);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A lone surrogate has no UTF-8, so an address cannot contain it. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

describe('hostile input', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let nobody: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({
      LIMIT_ORDERS_PER_SECOND_MAX: '100000',
      LIMIT_LOGINS_PER_MINUTE_MAX: '100000',
      LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '100000',
      LIMIT_FEEDBACKS_PER_MINUTE_MAX: '100000',
      LIMIT_REPORTS_PER_MINUTE_MAX: '100000',
      // A position far ahead is waited for, and nothing here reaches it.
      LIMIT_PROJECTION_WAIT_MS_MAX: '20',
    });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    // Without verification and balance no order of theirs is ever accepted.
    nobody = await exchange.person('nobody');
  });
  afterAll(() => exchange.stop());

  async function send(route: Route, request: unknown, ticket: string | undefined) {
    const at = route.path.slice('/exchange'.length);
    if (route.params) return exchange.post(at.replace(/:\w+/, queryOf(request).slice(0, 200) || 'x'), {}, ticket);
    if (route.method === 'GET') return exchange.get(`${at}?${queryOf(request)}`, ticket);
    return exchange.post(at, request, ticket);
  }

  function expectTyped(answer: { status: number; code: string; message: string; body: object }): void {
    expect(answer.status).not.toBe(500);
    expect(CODES).toContain(answer.code);
    expect(answer.message).not.toBe('');
    expect(answer.body).toHaveProperty('data');
  }

  /** 1 for a file or an empty list; any other answer must be a typed error. */
  async function filesOf({ path, answers }: Route, request: unknown, ticket: string | undefined): Promise<0 | 1> {
    const at = `${path.slice('/exchange'.length)}?${queryOf(request)}`;
    const { status, headers, bytes } = await exchange.file(at, ticket);
    const [type] = (headers.get('content-type') ?? '').split(';');
    if (type === answers) {
      expect(status).toBe(200);
      return 1;
    }
    const body = JSON.parse(bytes.toString()) as { code: string; message: string };
    expectTyped({ status, ...body, body });
    return body.code === 'data.none' ? 1 : 0;
  }

  /** Some calls legitimately end the session they use, or all sessions of the user. */
  async function logInAgain(person: Person): Promise<void> {
    const isIn = async () => (await exchange.get('/app/account/getUserInfo', person.ticket)).code === 'success';
    if (await isIn()) return;
    person.ticket = await exchange.logIn(person.email);
    expect(await isIn()).toBe(true);
  }

  it.each(ROUTES)(
    'ASVS 1.2.9, 1.3.3, 1.3.10, 15.3.5: %s: typed errors and an unchanged journal',
    async (name, route) => {
      // A registration that happens to be valid is accepted, and so is a user's own limit.
      const grows = name.endsWith('/register') || name.endsWith('/option/setLimit');
      await logInAgain(nobody);
      let files = 0;
      const before = exchange.headOfJournal();
      const tickets = [undefined, 'x'.repeat(43), '\u00e9', nobody.ticket];
      await fc.assert(
        fc.asyncProperty(requests(route), fc.constantFrom(...tickets), async (request, ticket) => {
          if (route.answers && route.method === 'GET' && !route.params) files += await filesOf(route, request, ticket);
          else expectTyped(await send(route, request, ticket));
        }),
        { numRuns: RUNS, seed: 20_260_101, interruptAfterTimeLimit: 30_000 },
      );
      // Logged-in users get their lists, whatever else was asked; but nobody here has a robot.
      const isList = route.answers === 'text/csv' && route.access === 'user' && !name.endsWith('/robot/export');
      if (isList) expect(files).toBeGreaterThan(0);
      if (!grows) expect(exchange.headOfJournal()).toEqual(before);
    },
  );

  it.each(ROUTES.filter(([, { access, body }]) => access === 'admin' && body))(
    '%s from staff: typed errors, and refused requests change nothing',
    async (_name, route) => {
      await logInAgain(admin);
      await fc.assert(
        fc.asyncProperty(requests(route), async (request) => {
          const before = exchange.headOfJournal();
          const answer = await send(route, request, admin.ticket);
          expectTyped(answer);
          if (answer.code !== 'success') expect(exchange.headOfJournal()).toEqual(before);
        }),
        { numRuns: RUNS, seed: 20_260_102, interruptAfterTimeLimit: 30_000 },
      );
    },
  );

  it('survives bodies that are not JSON, in any content type', async () => {
    const before = exchange.headOfJournal();
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/xml',
      'multipart/form-data',
      ';;',
      'a/b; charset=\u00ff',
    ];
    const [, place] = ROUTES.find(([name]) => name.endsWith('/spot/place')) as [string, Route];
    await fc.assert(
      fc.asyncProperty(fc.oneof(hostileText, fc.json()), fc.constantFrom(...types), async (body, type) => {
        const at = place.path.slice('/exchange'.length);
        expectTyped(await exchange.send(at, 'POST', body, { 'content-type': type }, nobody.ticket));
      }),
      { numRuns: 300, seed: 20_260_103 },
    );
    expect(exchange.headOfJournal()).toEqual(before);
  });
});
