/** Users as staff see them: state and balances, totals, and the auditor's view. */
import { Submissions } from '../../../server/products/identity/api/verification/submissions';
import { maskedEmail, maskedPhone } from '../../../shared/products/identity/rules/masks';
import { HttpExchange, PASSWORD, type Json, type Person } from '../../tools/people/http-exchange';
import { DETAILS, verificationOf } from '../../tools/people/verification';

describe('staff', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let auditor: Person;
  let user: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000' });
    admin = await exchange.staff('admin');
    auditor = await exchange.staff('auditor');
    user = await exchange.person('somebody');
    await exchange.listMarkets(admin);
    await exchange.listDollars(admin);
  });
  afterAll(() => exchange.stop());

  let names = 0;
  const someone = () => exchange.person(`someone-${++names}`);

  describe('users’ desk', () => {
    const search = async (text?: string): Promise<Json> =>
      (await exchange.post('/admin/user/search', text === undefined ? {} : { search: text }, admin.ticket)).data;

    it('finds a user by number, e-mail or phone', async () => {
      const phone = '+819012345678';
      const code = await exchange.sentCode('register', phone);
      const registered = await exchange.post('/app/account/register', {
        clientId: 'desk-1',
        channel: 'phone',
        address: phone,
        code,
        password: PASSWORD,
        agreement: true,
      });
      expect(registered.code).toBe('success');
      for (const [text, id] of [
        [String(user.id), user.id],
        [user.email.toUpperCase(), user.id],
        [' +81 90-1234-5678 ', registered.data.userId],
      ] as const) {
        const { records, total } = await search(text);
        expect([text, total, records.map(({ userId }: Json) => userId)]).toEqual([text, 1, [id]]);
      }
      for (const nobody of ['nobody@', '@test.example.', '1999999999', '99999999999999999999', '%%%', '+8191']) {
        expect([nobody, await search(nobody)]).toMatchObject([nobody, { total: 0, records: [] }]);
      }
      const all = await search();
      const numbers = all.records.map(({ userId }: Json) => userId);
      expect(numbers).toEqual([...numbers].sort((one: number, other: number) => other - one));
      expect(all.records[0]).toMatchObject({
        userId: registered.data.userId,
        phone: maskedPhone(phone),
        email: null,
        verification: 'not_certified',
        frozen: false,
      });
    });

    it('shows state, bindings, sessions and the balances of every account', async () => {
      const person = await someone();
      await exchange.verifyAndFund(admin, person, { USDT: '100' });
      await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'to be seen' });
      await exchange.act(admin, '/account/unfreeze', { userId: person.id, reason: 'to be seen' });
      const moved = await exchange.post(
        '/app/transfer/apply',
        { clientId: 'desk-2', asset: 'USDT', from: 'spot', to: 'contract', amount: '30' },
        person.ticket,
      );
      const { code, data } = await exchange.get(
        `/admin/user/detail?userId=${person.id}&minPosition=${moved.data.position}`,
        admin.ticket,
      );
      expect(code).toBe('success');
      expect(data).toMatchObject({
        userId: person.id,
        email: maskedEmail(person.email),
        phone: null,
        verification: 'certified',
        frozen: false,
        feeTiers: { spot: 0, perpetual: 0 },
        feeFloor: null,
        invitedBy: null,
        openSessions: 1,
        bindings: { email: true, phone: false, authenticator: false, fundPassword: false, passkeys: 0, bankCards: 0 },
      });
      expect(data.balances).toEqual([
        { account: 'contract', asset: 'USDT', available: '30', frozen: '0', locked: '0' },
        { account: 'spot', asset: 'USDT', available: '70', frozen: '0', locked: '0' },
      ]);
      await exchange.form('/api/auth/oauth/token', {
        grant_type: 'password',
        username: person.email,
        password: 'wrong',
      });
      const logIns = await exchange.post('/admin/user/logIns', { userId: person.id }, admin.ticket);
      expect(logIns.data.records.map(({ outcome }: Json) => outcome)).toEqual(['password.wrong', 'success']);
      expect(JSON.stringify(data)).not.toMatch(/passwordHash|argon2/);
      expect((await exchange.get('/admin/user/detail?userId=1999999999', admin.ticket)).code).toBe('user.not.found');
      expect((await exchange.get('/admin/user/detail?userId=x', admin.ticket)).code).toBe('request.invalid');
    });

    it('shows totals: users, daily volume and pending work', async () => {
      const before = (await exchange.get('/audit/overview', admin.ticket)).data;
      const [seller, buyer] = [await someone(), await someone()];
      await exchange.verifyAndFund(admin, seller, { ETH: '2' });
      await exchange.verifyAndFund(admin, buyer, { USDT: '100000' });
      const order = { market: 'ETH-USDT', kind: 'limit', price: '40000', quantity: '1.5' };
      await exchange.post('/app/spot/place', { clientId: 'desk-3', ...order, side: 'sell' }, seller.ticket);
      await exchange.post('/app/spot/place', { clientId: 'desk-3', ...order, side: 'buy' }, buyer.ticket);
      const { data } = await exchange.get('/audit/overview', auditor.ticket);
      expect([data.users - before.users, data.usersNew - before.usersNew]).toEqual([2, 2]);
      expect(data.markets).toEqual([
        { market: 'BTC-USDT', volume: '0', turnover: '0' },
        { market: 'ETH-USDT', volume: '1.5', turnover: '60000' },
        { market: 'USDT-USD', volume: '0', turnover: '0' },
      ]);
      expect(data.pending).toEqual({
        verifications: 0,
        withdrawals: { applied: 0, approved: 0, paying: 0, submitted: 0, failed: 0 },
        recharges: 0,
        feedback: { open: 0, overDay: 0, overWeek: 0, oldest: null },
        proposals: before.pending.proposals,
      });
    });
  });

  describe('an auditor', () => {
    it('reads withdrawals and deposits of everyone, by status and user', async () => {
      const person = await someone();
      await exchange.verifyAndFund(admin, person, { BTC: '3' });
      const { position: credited } = exchange.headOfJournal();
      const recharges = (filters: object) =>
        exchange.post('/audit/recharge/list', { userId: person.id, minPosition: credited, ...filters }, auditor.ticket);
      const { data } = await recharges({});
      expect(data).toMatchObject({
        total: 1,
        records: [{ userId: person.id, asset: 'BTC', amount: '3', status: 'success' }],
      });
      const failed = await recharges({ status: 'failure' });
      expect(failed.data).toMatchObject({ total: 0, records: [] });

      const { engine } = exchange.application.exchange;
      const command = {
        type: 'ApplyWithdrawal',
        user: person.id,
        asset: 'BTC',
        amount: 200_000_000n,
        chain: 'BTC',
        address: 'bc1q',
        day: 20_000,
      } as const;
      const applied = await engine.submit({ actor: `user/${person.id}`, clientId: 'audit-1', command });
      expect(applied).not.toHaveProperty('rejected');
      const position = 'position' in applied ? applied.position : 0;
      const list = (filters: object) =>
        exchange.post('/audit/withdraw/list', { minPosition: position, ...filters }, auditor.ticket);
      expect((await list({ userId: person.id })).data.records).toMatchObject([
        { asset: 'BTC', amount: '2', fee: '0.5', status: 'applied', approvals: [] },
      ]);
      expect((await list({ status: 'applied' })).data.total).toBe(1);
      expect((await list({ status: 'withdrawn' })).data.total).toBe(0);
      expect((await list({ status: 'lost' })).code).toBe('request.invalid');
      const waits = await exchange.get('/audit/overview', auditor.ticket);
      expect(waits.data.pending.withdrawals).toEqual({ applied: 1, approved: 0, paying: 0, submitted: 0, failed: 0 });
    });

    it('ASVS 8.1.2, 8.2.3, 15.3.1: sees only the number of a user', async () => {
      const { code, data } = await exchange.get(`/audit/user/detail?userId=${user.id}`, auditor.ticket);
      expect(code).toBe('success');
      expect(Object.keys(data).sort()).toEqual([
        'balances',
        'frozen',
        'registeredAt',
        'userId',
        'userType',
        'verification',
      ]);
      expect(JSON.stringify(data)).not.toContain(user.email.slice(0, 8));
      expect((await exchange.get('/audit/user/detail?userId=1999999999', auditor.ticket)).code).toBe('user.not.found');
    });
  });
});

/** Staff find users by partial data. */

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('user search', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let zoe: Person;
  let others: Person[];
  const { submitted } = verificationOf(
    () => exchange,
    () => admin,
  );

  beforeAll(async () => {
    exchange = await HttpExchange.start();
    admin = await exchange.staff('admin');
    zoe = await exchange.person('zoe.quill');
    others = [await exchange.person('under_line'), await exchange.person('percent')];
    const { sql } = exchange.application.exchange.database;
    const change = (id: number, row: object) => sql.updateTable('users').set(row).where('id', '=', id).execute();
    await change(zoe.id, { phone: '+819012345678', nickName: 'Ünal Quasar' });
    await change(others[0].id, { nickName: 'under_line' });
    await change(others[1].id, { nickName: '100%er' });
    await submitted(zoe);
    const listed = { id: 900, userId: zoe.id, chain: 'ERC20', address: ADDRESS, label: 'own', namedAt: 1 };
    await sql.insertInto('withdrawalAddresses').values(listed).execute();
  });
  afterAll(() => exchange.stop());

  const search = async (text: string, page: object = {}): Promise<Json> =>
    (await exchange.post('/admin/user/search', { search: text, ...page }, admin.ticket)).data;
  const found = async (text: string): Promise<number[]> =>
    (await search(text)).records.map(({ userId }: Json) => userId);

  it.each([
    ['a part of the e-mail', 'OE.QUI'],
    ['a part of the phone', '234-56'],
    ['the phone as it is written', '+81 (90) 1234 5678'],
    ['a part of the nickname, whatever its case', 'quAs'],
    ['a part beyond ASCII', 'ünal'],
    ['the whole verified name, whatever its case and blanks', `  ${DETAILS.name.toUpperCase().replace(' ', '   ')}`],
    ['a listed address', ADDRESS.toLowerCase()],
    ['a part of it', 'E0f7030069'],
  ])('finds by %s', async (_what, text) => {
    expect(await found(text)).toEqual([zoe.id]);
  });

  it('treats wildcard characters literally', async () => {
    expect(await found('er_li')).toEqual([others[0].id]);
    expect(await found('0%e')).toEqual([others[1].id]);
    for (const nobody of ['%%%', '___', '\\\\\\', "o'x", 'z%e']) expect(await found(nobody)).toEqual([]);
  });

  it('finds no part of a verified name, which is encrypted', async () => {
    expect(await found('María')).toEqual([]);
  });

  it('requires three characters, except for a user number', async () => {
    const answer = await exchange.post('/admin/user/search', { search: 'zo' }, admin.ticket);
    expect(answer).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'search', code: 'too.short' }] },
    });
    expect((await search('1')).total).toBe(0);
    expect(await found(String(zoe.id))).toEqual([zoe.id]);
  });

  it('counts all matches, page by page', async () => {
    const all = await search('test.example');
    expect(all.total).toBeGreaterThanOrEqual(4);
    const second = await search('test.example', { pageIndex: 2, pageSize: 1 });
    expect(second).toMatchObject({ total: all.total, records: [{ userId: all.records[1].userId }] });
    const deep = { search: 'test.example', pageIndex: 1_000, pageSize: 200 };
    expect((await exchange.post('/admin/user/search', deep, admin.ticket)).code).toBe('page.too.deep');
  });

  it('hashes, at the next start, names submitted before hashes existed', async () => {
    const { sql } = exchange.application.exchange.database;
    await sql.updateTable('verifications').set({ nameMac: null }).execute();
    expect(await found(DETAILS.name)).toEqual([]);
    await exchange.application.nest.get(Submissions).onModuleInit();
    expect(await found(DETAILS.name)).toEqual([zoe.id]);
  });
});
