/** The desk of auditors over HTTP: quotas, queueing, cancellation, shared questions, and answers after a restart. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { WHOLE_SCOPE, type AuditScope } from '../../../shared/rules/audit-scope';
import { auditAnswers, type AuditAnswer } from '../../../shared/wire/audit/audit-journal';
import { expectSuccess, HttpExchange, type Answer, type Json, type Person } from '../../tools/people/http-exchange';

const DAY_MS = 86_400_000;
const TOO_MANY = 'audit.questions.too.many';
const NOT_FOUND = 'audit.answer.not.found';

let exchange: HttpExchange;
let admin: Person;
let one: Person;
let other: Person;
let customer: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start();
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  customer = await exchange.person('customer');
  for (let turn = 0; turn < 5; turn++) await exchange.fund(customer, 'BTC', '1');
  [one, other] = [await boundedTo('one'), await boundedTo('other')];
});
afterAll(() => exchange.stop());

async function boundedTo(name: string): Promise<Person> {
  const person = await exchange.staff('auditor', name);
  await bound(person, { users: [customer.id], assets: ['BTC'], personal: 0 });
  return person;
}
function bound({ id: userId }: Person, scope: AuditScope): Promise<Answer> {
  const request = { userId, role: 'auditor', until: Date.now() + DAY_MS, scope, reason: 'a test' };
  return exchange.withApproval(exchange.post('/admin/staff/setRole', request, admin.ticket));
}

const ask = (person: Person, request: object): Promise<Answer> =>
  exchange.post('/audit/journal/ask', request, person.ticket);
const cancel = (person: Person, question: string): Promise<Answer> =>
  exchange.post('/audit/journal/cancel', { question }, person.ticket);
const asked = async (person: Person, wait = 0): Promise<AuditAnswer[]> =>
  auditAnswers.parse(await expectSuccess(exchange.get(`/audit/journal/answers?wait=${wait}`, person.ticket))).records;
const rowsOf = (person: Person, question: string, query = ''): Promise<Answer> =>
  exchange.get(`/audit/journal/rows?question=${question}${query}`, person.ticket);
/** Makes each question unique. */
let replays = 0;
const replay = () => ({ ask: 'replay', toPosition: ++replays });

async function answered(person: Person, request: object): Promise<AuditAnswer> {
  const { question } = await expectSuccess(ask(person, request));
  for (;;) {
    const found = (await asked(person, 5)).find((answer) => answer.question === question);
    if (found && found.state !== 'waiting' && found.state !== 'working') return found;
  }
}
/** Cancels all open questions of a person. */
async function freed(person: Person): Promise<void> {
  for (const { question, state, staff } of await asked(person))
    if (staff === person.id && (state === 'waiting' || state === 'working')) await cancel(person, question);
}

describe('quota of a bounded auditor', () => {
  afterEach(async () => {
    for (const person of [one, other, admin]) await freed(person);
  });

  it('is used by their own questions only, and its size is reported', async () => {
    const mine = await Promise.all(Array.from({ length: 11 }, () => ask(one, replay())));
    const refused = mine.filter(({ code }) => code === TOO_MANY);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ status: 200, data: { maximum: 2 } });
    expect(refused[0].message).toContain('2 questions');
    for (const person of [other, admin]) {
      const theirs = await answered(person, { ask: 'balances', account: `${customer.id}` });
      expect(theirs).toMatchObject({ state: 'done', staff: person.id });
    }
  });

  it('is freed at once by cancelling a question, which nobody else may do', async () => {
    const [first, second] = (await Promise.all([ask(one, replay()), ask(one, replay())])).map(({ data }) => data);
    expect((await cancel(other, first.question)).code).toBe(NOT_FOUND);
    expect((await cancel(admin, first.question)).code).toBe('permission.denied');
    expect((await cancel(admin, '999999')).code).toBe(NOT_FOUND);
    for (const { question } of [first, second]) {
      expect(await cancel(one, question)).toMatchObject({ code: 'success', data: null });
      expect((await asked(one)).map((answer) => answer.question)).not.toContain(question);
      expect((await cancel(one, question)).code).toBe(NOT_FOUND);
    }
    const [third, fourth] = await Promise.all([ask(one, replay()), ask(one, replay())]);
    expect([third.code, fourth.code]).toEqual(['success', 'success']);
    const { question } = await answered(other, { ask: 'balances', account: `${customer.id}/spot` });
    expect((await cancel(other, question)).code).toBe('audit.question.over');
    const log = await expectSuccess(
      exchange.post('/audit/staff/log', { staff: one.id, action: 'audit/journal' }, admin.ticket),
    );
    expect(log.records.map(({ action }: Json) => action)).toContain('audit/journal/cancel');
  });

  it('is ten answers, unaffected by newer answers of others', async () => {
    const kept = await answered(other, { ask: 'balances', account: `${customer.id}`, toPosition: 99_999_999 });
    const numbers: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      const account = `${customer.id}/${turn % 2 === 0 ? 'spot' : ''}`.replace(/\/$/, '');
      const request = { ask: 'balances', account, toPosition: 100_000 + turn };
      const answer = await answered(one, request);
      expect(answer.state).toBe('done');
      numbers.push(answer.question);
    }
    const mine = (await asked(one)).filter(({ state }) => state === 'done');
    expect(mine.map(({ question }) => question)).toEqual(numbers.slice(2).reverse());
    expect((await rowsOf(one, numbers[0])).code).toBe(NOT_FOUND);
    expect((await rowsOf(other, kept.question)).data.records.length).toBeGreaterThan(0);
  });
});

describe('the same question', () => {
  it('is computed once per scope, and answered differently in another scope', async () => {
    const request = { ask: 'entries', asset: 'BTC' };
    const mine = await answered(one, request);
    const theirs = await answered(other, { asset: 'BTC', ask: 'entries' });
    expect(theirs).toEqual({ ...mine, staff: other.id, at: expect.any(Number) });
    expect((await rowsOf(one, mine.question)).data).toEqual((await rowsOf(other, mine.question)).data);
    const whole = await answered(admin, request);
    expect(whole.question).not.toBe(mine.question);
    expect((await rowsOf(one, whole.question)).code).toBe(NOT_FOUND);
    expect((await asked(one)).every(({ staff }) => staff === one.id)).toBe(true);
  });

  it('continues for the other when one of two cancels it', async () => {
    const request = replay();
    const [mine, theirs] = await Promise.all([ask(one, request), ask(other, request)]);
    expect(mine.data.question).toBe(theirs.data.question);
    expect((await cancel(one, mine.data.question)).code).toBe('success');
    expect(await answered(other, request)).toMatchObject({ question: theirs.data.question, state: 'done' });
    expect((await rowsOf(one, mine.data.question)).code).toBe(NOT_FOUND);
  });
});

it('rows continue from any offset; an offset inside a row continues with the next one', async () => {
  const { question, rows } = await answered(one, { ask: 'entries', asset: 'BTC', userId: customer.id });
  expect(rows).toBeGreaterThan(3);
  const all = (await rowsOf(one, question)).data.records;
  const { next } = (await rowsOf(one, question, '&limit=1')).data;
  for (let after = 1; after <= next; after += 7)
    expect([after, (await rowsOf(one, question, `&after=${after}`)).data?.records]).toEqual([after, all.slice(1)]);
  for (const after of [next + 1, next + 5])
    expect((await rowsOf(one, question, `&after=${after}`)).data.records).toEqual(all.slice(2));
  for (const after of [10 ** 9, Number.MAX_SAFE_INTEGER])
    expect((await rowsOf(one, question, `&after=${after}`)).data).toEqual({ records: [], next: null });
});

it('answers survive a restart for their owners, and nobody else can read the files', async () => {
  const whole = await exchange.staff('auditor', 'whole');
  await bound(whole, WHOLE_SCOPE);
  const mine = await answered(one, { ask: 'entries', userId: customer.id });
  const bundle = await answered(whole, { ask: 'bundle', case: 'user', number: String(customer.id) });
  const rows = (await rowsOf(one, mine.question)).data;
  const file = await exchange.file(`/audit/journal/bundle?question=${bundle.question}`, whole.ticket);
  expect([file.status, rows.records.length > 0]).toEqual([200, true]);
  await freed(one);
  const open = await expectSuccess(ask(one, replay()));
  await exchange.halt();
  const directory = path.join(exchange.dataDir, 'audits');
  for (const name of ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })]) {
    const found = statSync(path.join(directory, name));
    expect([name, found.mode & 0o777]).toEqual([name, found.isDirectory() ? 0o700 : 0o600]);
  }
  exchange = await HttpExchange.start({ DATA_DIR: exchange.dataDir });
  for (const person of [one, other, admin, whole]) person.ticket = await exchange.logIn(person.email);
  const records = await asked(one);
  expect(records.find(({ question }) => question === mine.question)).toEqual(mine);
  // A fast machine may have answered before the restart.
  const state = records.find(({ question }) => question === open.question);
  expect(state?.state === 'done' || state?.fault === 'ended').toBe(true);
  expect((await rowsOf(one, mine.question)).data).toEqual(rows);
  expect((await rowsOf(other, mine.question)).code).toBe(NOT_FOUND);
  const again = await exchange.file(`/audit/journal/bundle?question=${bundle.question}`, whole.ticket);
  expect(again.bytes.equals(file.bytes)).toBe(true);
  const { question } = await answered(one, { ask: 'balances', account: `${customer.id}/spot`, toPosition: 99_999_998 });
  expect(Number(question)).toBeGreaterThan(Number(open.question));
});
