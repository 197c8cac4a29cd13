/** Overdue work is announced once to staff with the right, and counted on the overview. */
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { verificationOf } from '../../tools/people/verification';
import { HOUR_MS, walletOf } from '../../tools/people/wallet';

const ENV = { LIMIT_TICKET_HOURS_MAX: '100000', STAFF_WAIT_MINUTES: '1440' };

let exchange: HttpExchange;
let admin: Person;
let cashier: Person;
let writer: Person;
let verifier: Person;
let auditor: Person;
let user: Person;
let now = 1_800_000_000_000;

const { apply, ready, withdrawals, staff } = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass: (ms) => (now += ms),
});
const { submitted } = verificationOf(
  () => exchange,
  () => admin,
);

beforeAll(async () => {
  exchange = await HttpExchange.start({ ...ENV, STAFF_WAIT_MINUTES: '0' }, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  cashier = await exchange.staff('admin', 'cashier');
  writer = await exchange.staff('admin', 'writer');
  verifier = await exchange.staff('admin', 'verifier');
  auditor = await exchange.staff('auditor');
  const rightsOf = (person: Person, rights: string[]) =>
    exchange.withApproval(
      exchange.post('/admin/staff/setRights', { userId: person.id, rights, reason: 'their work' }, admin.ticket),
    );
  await expectSuccess(rightsOf(cashier, ['withdrawals']));
  await expectSuccess(rightsOf(writer, ['content']));
  await expectSuccess(rightsOf(verifier, ['verification']));
  user = await ready('5000');
});
afterAll(() => exchange.stop());

async function told(person: Person, queue: string): Promise<Json[]> {
  await exchange.application.overdue.checkQueues();
  const { records } = await expectSuccess(exchange.post('/app/message/list', {}, person.ticket));
  return records.filter(({ key, text }: Json) => key === 'queue.overdue' && text.startsWith(queue));
}
const overview = async (): Promise<Json> => expectSuccess(exchange.get('/audit/overview', admin.ticket));

async function restart(): Promise<void> {
  const { dataDir } = exchange;
  await exchange.halt();
  exchange = await HttpExchange.start({ ...ENV, STAFF_WAIT_MINUTES: '0', DATA_DIR: dataDir }, { clock: () => now });
  for (const person of [admin, cashier, writer, verifier, auditor]) person.ticket = await exchange.logIn(person.email);
}

test("a withdrawal is announced after two hours, once, in the reader's language, to staff who can act", async () => {
  await expectSuccess(apply(user, '20'));
  now += 2 * HOUR_MS - 60_000;
  expect(await told(cashier, 'Withdrawal')).toEqual([]);
  expect((await overview()).overdue.withdrawals.applied).toBe(0);
  now += 120_000;
  const [message] = await told(cashier, 'Withdrawal');
  expect(message).toMatchObject({ text: 'Withdrawal 1 has waited for staff for more than 2 hours.' });
  expect(await told(admin, 'Withdrawal')).toHaveLength(1);
  for (const other of [writer, auditor, user]) expect(await told(other, 'Withdrawal')).toEqual([]);
  expect((await overview()).overdue.withdrawals).toEqual({
    applied: 1,
    approved: 0,
    paying: 0,
    submitted: 0,
    failed: 0,
  });
  const german = await exchange.post('/app/message/list', {}, cashier.ticket, { 'accept-language': 'zh-CN' });
  expect(JSON.stringify(german.data)).not.toMatch(/{{|undefined/);

  now += 5 * HOUR_MS;
  expect(await told(cashier, 'Withdrawal')).toHaveLength(1);
  await restart();
  expect(await told(cashier, 'Withdrawal')).toHaveLength(1);
});

test('each later state starts a new wait', async () => {
  user.ticket = await exchange.logIn(user.email);
  const [{ withdrawal }] = await withdrawals(user);
  await expectSuccess(staff(cashier, 'approve', { withdrawal }));
  expect(await told(cashier, 'Withdrawal')).toHaveLength(1);
  now += 4 * HOUR_MS + 60_000;
  expect((await withdrawals(user))[0]).toMatchObject({ status: 'approved' });
  expect(await told(cashier, 'Withdrawal')).toHaveLength(2);
  expect((await overview()).overdue.withdrawals).toMatchObject({ applied: 0, approved: 1 });
});

test('the same applies to unconfirmed proposals, feedback and verifications', async () => {
  const { proposal } = await expectSuccess(
    exchange.post(
      '/admin/withdraw/setReview',
      { clientId: exchange.clientId(), secondApprovalAbove: '50000' },
      admin.ticket,
    ),
  );
  expect(proposal).toMatch(/^\d+$/);
  const feedback = { clientId: exchange.clientId(), category: 'other', text: 'Please answer me.' };
  await expectSuccess(exchange.post('/app/content/feedback', feedback, user.ticket));
  const who = await exchange.person('who-they-are');
  const verification = await submitted(who);
  now += 13 * HOUR_MS;
  expect(await told(admin, `Proposal ${proposal}`)).toHaveLength(1);
  expect(await told(cashier, 'Proposal')).toEqual([]);
  expect(await overview()).toMatchObject({ pending: { proposals: 1 }, overdue: { proposals: 1 } });
  expect(await told(writer, 'Feedback')).toEqual([]);
  expect(await told(verifier, 'Verification')).toEqual([]);
  now += 12 * HOUR_MS;
  expect(await told(verifier, `Verification ${verification} `)).toHaveLength(1);
  expect(await told(writer, 'Verification')).toEqual([]);
  expect(await overview()).toMatchObject({ overdue: { verifications: 1, feedback: 0 } });
  now += 28 * HOUR_MS;
  await restart();
  expect(await told(writer, 'Feedback')).toHaveLength(1);
  expect(await told(cashier, 'Feedback')).toEqual([]);
});

test("items beyond one round's limit are announced in the next round", async () => {
  const { sql } = exchange.application.exchange.database;
  const origins = async (): Promise<string[]> => {
    const messages = sql.selectFrom('messages').select('origin').where('userId', '=', writer.id);
    return (await messages.execute()).flatMap(({ origin }) =>
      origin?.startsWith('overdue/feedback/') ? [origin] : [],
    );
  };
  const before = (await origins()).length;
  const late = { category: 'other', contact: null, text: 'Please answer me.', createdAt: now - 100 * HOUR_MS } as const;
  const open = {
    state: 'open',
    language: 'en',
    closeReason: null,
    closedBy: null,
    closedAt: null,
    closeHash: null,
  } as const;
  const rows = Array.from({ length: 120 }, (_, one) => {
    return { id: 1_000 + one, userId: user.id, requestHash: `${one}`, ...late, ...open };
  });
  await sql.insertInto('feedback').values(rows).execute();
  for (const count of [50, 100, 120, 120]) {
    await exchange.application.overdue.checkQueues();
    expect((await origins()).length - before).toBe(count);
  }
});

test('the desk sets the hours: shorter at once, longer by two, within bounds', async () => {
  const hoursOf = async (wait: string): Promise<number> => {
    const { position } = exchange.headOfJournal();
    const { records } = await expectSuccess(exchange.get(`/admin/overdue/hours?minPosition=${position}`, admin.ticket));
    return records.find((one: Json) => one.wait === wait).hours;
  };
  const asked = (hours: number) => ({ clientId: exchange.clientId(), wait: 'proposal', hours });
  const set = (hours: number) => exchange.post('/admin/overdue/setHours', asked(hours), admin.ticket);
  expect(await hoursOf('proposal')).toBe(12);
  expect(await set(721)).toMatchObject({ code: 'request.invalid' });
  expect((await expectSuccess(set(5))).proposal).toBeUndefined();
  expect(await hoursOf('proposal')).toBe(5);
  const { proposal } = await expectSuccess(set(6));
  expect(proposal).not.toBeNull();
  expect(await hoursOf('proposal')).toBe(5);

  // Announced by the hours that apply to it.
  now += 5 * HOUR_MS + 60_000;
  const message = (await told(admin, 'Proposal')).find(({ text }: Json) => text.startsWith(`Proposal ${proposal} `));
  expect(message.text).toContain('more than 5 hours');
  await exchange.act(admin, '/overdue/setHours', { wait: 'proposal', hours: 7 });
  expect(await hoursOf('proposal')).toBe(7);
  expect((await exchange.get('/admin/overdue/hours', writer.ticket)).code).toBe('permission.denied');
});
