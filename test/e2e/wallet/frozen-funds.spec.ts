/** Freezing of user funds by staff, and their release: rights, records, and messages to the user. */
import { HttpExchange, type Answer, type Json, type Person } from '../../tools/people/http-exchange';

const DENIED = 'permission.denied';

let exchange: HttpExchange;
let admin: Person;
let second: Person;
let auditor: Person;
let people = 0;

beforeAll(async () => {
  exchange = await HttpExchange.start();
  admin = await exchange.staff('admin');
  second = await exchange.staff('admin', 'second-admin');
  auditor = await exchange.staff('auditor');
  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
});
afterAll(() => exchange.stop());

const head = () => exchange.headOfJournal().position;

/** A user with 100 USDT for trading and 250 USD from a bank transfer. */
async function somebody(): Promise<Person> {
  const person = await exchange.person(`somebody-${++people}`);
  await exchange.verifyAndFund(admin, person, { USDT: '100' });
  await exchange.fund(person, 'USD', '250');
  return person;
}

const freeze = ({ id }: Person, of: object, by = admin): Promise<Answer> => {
  const asked = { clientId: exchange.clientId(), userId: id, reason: 'Claim 17 of the court', ...of };
  return exchange.post('/admin/funds/freeze', asked, by.ticket);
};
const release = (hold: string, by = admin, reason = 'Claim 17 was dropped'): Promise<Answer> =>
  exchange.withApproval(
    exchange.post('/admin/funds/unfreeze', { clientId: exchange.clientId(), hold, reason }, by.ticket),
  );
const done = async (answer: Promise<Answer>): Promise<Json> => {
  const { code, data } = await answer;
  expect({ code, data }).toMatchObject({ code: 'success' });
  return data;
};
const listed = (filters: object, by = auditor): Promise<Json> =>
  done(exchange.post('/audit/funds/list', { minPosition: head(), ...filters }, by.ticket));
const balance = async ({ ticket }: Person, account: string, asset: string): Promise<string[]> => {
  const { balances } = await done(
    exchange.get(`/app/assets/balances?minPosition=${head()}&account=${account}`, ticket),
  );
  const { available, frozen } = balances.find((one: Json) => one.asset === asset);
  return [available, frozen];
};

/** Waits until every event has been announced. */
async function messages({ ticket }: Person, lang = 'en'): Promise<Json[]> {
  const { database } = exchange.application.exchange;
  const last = head();
  for (let tries = 0; tries < 2_000; tries++) {
    const told = await database.sql.selectFrom('followers').select('position').executeTakeFirst();
    if ((told?.position ?? -1) >= last) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return (await done(exchange.post('/app/message/list', {}, ticket, { lang }))).records;
}

describe('funds frozen by staff', () => {
  it('stay in their account, here the dollars, until released', async () => {
    const person = await somebody();
    const { hold, position } = await done(freeze(person, { account: 'legal', asset: 'USD', amount: '99.5' }));
    expect(await balance(person, 'legal', 'USD')).toEqual(['150.5', '99.5']);
    const { records } = await done(
      exchange.post('/audit/funds/list', { userId: person.id, minPosition: position }, auditor.ticket),
    );
    const frozen = {
      hold,
      userId: person.id,
      account: 'legal',
      asset: 'USD',
      amount: '99.5',
      reason: 'Claim 17 of the court',
      frozenBy: admin.id,
      frozenAt: expect.any(Number),
    };
    expect(records).toEqual([{ ...frozen, releasedBy: null, releasedAt: null, releaseReason: null }]);

    await done(release(hold, second));
    expect(await balance(person, 'legal', 'USD')).toEqual(['250', '0']);
    const released = { releasedBy: second.id, releasedAt: expect.any(Number), releaseReason: 'Claim 17 was dropped' };
    expect((await listed({ userId: person.id })).records).toEqual([{ ...frozen, ...released }]);
    expect((await release(hold)).code).toBe('hold.not.found');
  });

  it('are taken from the spot account by default', async () => {
    const person = await somebody();
    const { hold } = await done(freeze(person, { asset: 'USDT', amount: '40' }));
    expect(await balance(person, 'spot', 'USDT')).toEqual(['60', '40']);
    expect((await listed({ userId: person.id })).records).toMatchObject([{ hold, account: 'spot', amount: '40' }]);
  });

  it('never exceed the balance, and require a known account and asset', async () => {
    const person = await somebody();
    const missing = { asset: 'USD', required: '250.01', available: '250' };
    expect(await freeze(person, { account: 'legal', asset: 'USD', amount: '250.01' })).toMatchObject({
      code: 'balance.insufficient',
      data: missing,
    });
    expect((await freeze(person, { asset: 'USD', amount: '1' })).code).toBe('balance.insufficient');
    expect((await freeze(person, { asset: 'USDT', amount: '0' })).code).toBe('amount.not.positive');
    expect((await freeze(person, { asset: 'DOGE', amount: '1' })).code).toBe('asset.unknown');
    expect(await freeze(person, { account: 'savings', asset: 'USDT', amount: '1' })).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'account', code: 'out.of.range' }] },
    });
    expect(await freeze(person, { asset: 'USDT', amount: '1', reason: ' ' })).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'reason', code: 'too.short' }] },
    });
    expect((await listed({ userId: person.id })).total).toBe(0);
  });

  it('are frozen once, whatever the number of retries; another account is another request', async () => {
    const person = await somebody();
    const request = { clientId: exchange.clientId(), account: 'legal', asset: 'USD', amount: '10' };
    const first = await done(freeze(person, request));
    expect(await done(freeze(person, request))).toEqual({ ...first, repeated: true });
    expect((await freeze(person, { ...request, account: 'spot' })).code).toBe('client.id.reused');
    expect(await balance(person, 'legal', 'USD')).toEqual(['240', '10']);
  });

  it('cannot be released by their owner', async () => {
    await done(exchange.post('/admin/account/verify', { clientId: 'verify-second', userId: second.id }, admin.ticket));
    await exchange.fund(second, 'USDT', '5');
    const { hold } = await done(freeze(second, { asset: 'USDT', amount: '5' }));
    expect((await release(hold, second)).code).toBe('command.not.permitted');
    await done(release(hold, admin));
    expect(await balance(second, 'spot', 'USDT')).toEqual(['5', '0']);
  });
});

describe('list of frozen funds', () => {
  it('filters by user and state, page by page, newest first', async () => {
    const [one, other] = [await somebody(), await somebody()];
    const holds: string[] = [];
    for (const amount of ['1', '2', '3']) holds.push((await done(freeze(one, { asset: 'USDT', amount }))).hold);
    const { hold: foreign } = await done(freeze(other, { asset: 'USDT', amount: '4' }));
    await done(release(holds[1]));
    const [first, middle, last] = holds;
    const found = async (filters: object) => {
      const { records, total } = await listed(filters);
      return [total, ...records.map(({ hold }: Json) => hold)];
    };
    expect(await found({ userId: one.id })).toEqual([3, last, middle, first]);
    expect(await found({ userId: one.id, status: 'frozen' })).toEqual([2, last, first]);
    expect(await found({ userId: one.id, status: 'released' })).toEqual([1, middle]);
    expect(await found({ userId: one.id, pageSize: 2, pageIndex: 2 })).toEqual([3, first]);
    const all = await listed({ pageSize: 200 });
    expect(all.records.map(({ hold }: Json) => hold).slice(0, 4)).toEqual([foreign, last, middle, first]);
    const refused = await exchange.post('/audit/funds/list', { status: 'thawed' }, auditor.ticket);
    expect(refused).toMatchObject({ code: 'request.invalid', data: { fields: [{ path: 'status' }] } });
  });

  it('is readable for auditors, and for admins with the right over users', async () => {
    const person = await somebody();
    const { hold } = await done(freeze(person, { asset: 'USDT', amount: '1' }));
    expect((await listed({ userId: person.id }, admin)).total).toBe(1);
    expect((await freeze(person, { asset: 'USDT', amount: '1' }, auditor)).code).toBe(DENIED);
    expect((await release(hold, auditor)).code).toBe(DENIED);
    expect((await exchange.post('/audit/funds/list', {}, person.ticket)).code).toBe(DENIED);
    expect((await exchange.post('/audit/funds/list', {})).code).toBe('login.user.not.login');

    const limited = await exchange.staff('admin', 'limited');
    const rights = { userId: limited.id, rights: ['recharges'], reason: 'credits only' };
    await done(exchange.withApproval(exchange.post('/admin/staff/setRights', rights, admin.ticket)));
    expect((await exchange.post('/audit/funds/list', {}, limited.ticket)).code).toBe(DENIED);
    expect((await freeze(person, { asset: 'USDT', amount: '1' }, limited)).code).toBe(DENIED);
    expect(await balance(person, 'spot', 'USDT')).toEqual(['99', '1']);
  });
});

describe('the owner of frozen funds', () => {
  it('is told amount and account in their language, and never the text of staff', async () => {
    const person = await somebody();
    const { hold } = await done(freeze(person, { account: 'legal', asset: 'USD', amount: '99.5' }));
    await done(freeze(person, { asset: 'USDT', amount: '100' }));
    await done(release(hold));
    const told = await messages(person);
    expect(told.slice(0, 3).map(({ key, facts }) => [key, facts])).toEqual([
      ['funds.released', { asset: 'USD', amount: '99.5', account: 'legal' }],
      ['funds.frozen', { asset: 'USDT', amount: '100', account: 'spot' }],
      ['funds.frozen', { asset: 'USD', amount: '99.5', account: 'legal' }],
    ]);
    expect(told[2]).toMatchObject({
      title: 'Funds frozen',
      text: '99.5 USD is frozen and cannot be used for now. Account: Legal currency. Customer service can tell you more.',
    });
    const [, , inItalian] = await messages(person, 'il');
    expect(inItalian.text).toContain('99,5 USD');
    expect(inItalian.text).toContain('Conto: Valuta legale.');
    expect(JSON.stringify(told)).not.toContain('Claim 17');
  });
});
