import { Submissions } from '../../../server/products/identity/api/verification/submissions';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { WHOLE_SCOPE } from '../../../shared/rules/audit-scope';
import { maskedEmail, maskedPhone } from '../../../shared/products/identity/rules/masks';
import { STAFF_RIGHTS, type StaffRight } from '../../../shared/rules/staff-rights';
import type { Route } from '../../../shared/wire/route';
import { AREAS } from '../../../shared/wire/routes';
import type { StaffLogRecord } from '../../../shared/wire/staff';
import { entranceOf } from '../../tools/people/entrance';
import { HttpExchange, PASSWORD, type Answer, type Json, type Person, done } from '../../tools/people/http-exchange';
import { MINUTE_MS, SECURITY } from '../../tools/people/security';
import { DETAILS, verificationOf } from '../../tools/people/verification';

describe('staff', () => {
  const ROUTES: readonly Route[] = Object.values(AREAS).flatMap((area) => Object.values(area));
  /** They ask for the right of what is proposed. */
  /** What is asked for there says by itself whose right it takes. */
  const OF_PROPOSALS = [
    '/exchange/admin/batch',
    '/exchange/admin/staff/confirmProposal',
    '/exchange/admin/staff/declineProposal',
    '/exchange/admin/staff/keepAct',
  ];
  const LOGGED_OUT = 'login.user.not.login';
  const DENIED = 'permission.denied';

  let exchange: HttpExchange;
  let admin: Person;
  let auditor: Person;
  let user: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({
      LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000',
      LIMIT_PHOTOS_PER_MINUTE_MAX: '1000',
      LIMIT_ORDERS_PER_SECOND_MAX: '1000',
    });
    admin = await exchange.staff('admin');
    auditor = await exchange.staff('auditor');
    user = await exchange.person('somebody');
    await exchange.listMarkets(admin);
    await exchange.listDollars(admin);
  });
  afterAll(() => exchange.stop());

  let names = 0;
  const someone = () => exchange.person(`someone-${++names}`);
  const another = () => exchange.staff('admin', `another-${++names}`);

  const setRights = (by: Person, userId: number, rights: readonly StaffRight[], reason = 'a test') =>
    exchange.decided(exchange.post('/admin/staff/setRights', { userId, rights, reason }, by.ticket));
  const setRole = (by: Person, userId: number, role: string, rights: readonly StaffRight[] = [], reason = 'a test') =>
    exchange.decided(
      exchange.post('/admin/staff/setRole', { userId, role, rights, reason, ...boundsFor(role) }, by.ticket),
    );
  const boundsFor = (role: string) =>
    role === 'auditor' ? { until: Date.now() + 86_400_000, scope: WHOLE_SCOPE } : {};
  const logOf = async (filters: object): Promise<StaffLogRecord[]> => {
    const { data } = await exchange.post('/audit/staff/log', { pageSize: 200, ...filters }, auditor.ticket);
    return data.records;
  };

  describe('the guard of every route', () => {
    /** With a field that nobody knows, so that whoever is let in is told so and nothing happens. */
    function knock(route: Route, ticket: string | undefined): Promise<Answer> {
      const at = route.path.slice('/exchange'.length).replace(':username', encodeURIComponent(user.email));
      if (route.method === 'GET') return exchange.get(`${at}?nobodyKnows=1`, ticket);
      return exchange.post(at, route.body ? { nobodyKnows: 1 } : {}, ticket);
    }

    const right = (route: Route): StaffRight | undefined => route.right;

    it('is as the path says: staff below /admin with a right, auditors below /audit, nobody of them elsewhere', () => {
      expect(ROUTES.length).toBeGreaterThan(60);
      for (const route of ROUTES) {
        const area = route.path.split('/')[2];
        expect([route.path, route.access === 'admin']).toEqual([route.path, area === 'admin']);
        expect([route.path, route.access === 'auditor']).toEqual([route.path, area === 'audit']);
        if (route.access === 'admin' && !OF_PROPOSALS.includes(route.path))
          expect([route.path, STAFF_RIGHTS]).toEqual([route.path, expect.arrayContaining([right(route)])]);
        if (area === 'app' || area === 'api') expect([route.path, right(route)]).toEqual([route.path, undefined]);
      }
      // Each right opens something, so that none is a word without a meaning.
      for (const one of STAFF_RIGHTS) expect(ROUTES.map(right)).toContain(one);
    });

    it('stands before a route that is there', () => {
      const fastify = exchange.application.nest.getHttpAdapter().getInstance();
      for (const { method, path } of ROUTES)
        expect([path, fastify.hasRoute({ method, url: path })]).toEqual([path, true]);
    });

    it('lets a visitor in where everybody may, and nowhere else', async () => {
      for (const route of ROUTES) {
        const { code } = await knock(route, undefined);
        expect([route.path, code === LOGGED_OUT]).toEqual([route.path, route.access !== 'public']);
        expect([route.path, code]).not.toEqual([route.path, DENIED]);
      }
    });

    it.each<[string, () => Person, readonly Route['access'][]]>([
      ['a user', () => user, ['public', 'user']],
      ['an auditor', () => auditor, ['public', 'user', 'auditor']],
      ['an admin with every right', () => admin, ['public', 'user', 'auditor', 'admin']],
    ])('ASVS 8.1.1: lets %s in where their role may', async (_name, who, allowed) => {
      const { ticket } = who();
      for (const route of ROUTES) {
        // The only call that asks whose name it is: their own here.
        if (route.path.includes(':username') && who() !== user) continue;
        const { code } = await knock(route, ticket);
        expect([route.path, code === DENIED]).toEqual([route.path, !allowed.includes(route.access)]);
        expect([route.path, code]).not.toEqual([route.path, LOGGED_OUT]);
      }
    });

    it('lets an admin without rights see no more than who they are and what there is to do', async () => {
      const bare = await another();
      await setRights(admin, bare.id, []);
      const open: string[] = [];
      for (const route of ROUTES.filter(({ access }) => access === 'admin' || access === 'auditor')) {
        const { code } = await knock(route, bare.ticket);
        if (code !== DENIED) open.push(route.path);
      }
      expect(open.sort()).toEqual([
        ...OF_PROPOSALS,
        '/exchange/audit/drift',
        '/exchange/audit/overview',
        '/exchange/audit/staff/acts',
        '/exchange/audit/staff/own',
        '/exchange/audit/staff/proposals',
      ]);
    });

    it.each(STAFF_RIGHTS)(
      'ASVS 8.2.1: lets an admin with the right %s alone in where it is asked for, and nowhere else',
      async (one) => {
        const holder = await another();
        await setRights(admin, holder.id, [one]);
        const staffRoutes = ROUTES.filter((route) => right(route) !== undefined);
        for (const route of staffRoutes) {
          const { code } = await knock(route, holder.ticket);
          expect([route.path, code === DENIED]).toEqual([route.path, right(route) !== one]);
        }
      },
    );

    it('changes nothing for any of them', async () => {
      expect((await exchange.get('/app/account/getUserInfo', user.ticket)).code).toBe('success');
      expect((await exchange.get('/audit/staff/own', admin.ticket)).data.rights).toEqual([...STAFF_RIGHTS]);
    });
  });

  describe('roles and rights', () => {
    it('are never one’s own to change', async () => {
      expect((await setRights(admin, admin.id, [])).code).toBe('staff.self.forbidden');
      expect((await setRole(admin, admin.id, 'user')).code).toBe('staff.self.forbidden');
      expect((await exchange.get('/audit/staff/own', admin.ticket)).data).toEqual({
        waitMs: 0,
        endNoticeMs: 0,
        userId: admin.id,
        role: 'admin',
        rights: [...STAFF_RIGHTS],
      });
    });

    it('ask for somebody who is there, an admin to have rights, and a reason', async () => {
      const person = await someone();
      expect((await setRole(admin, 1_999_999_999, 'auditor')).code).toBe('user.not.found');
      expect((await setRights(admin, 1_999_999_999, [])).code).toBe('user.not.found');
      expect((await setRights(admin, person.id, ['users'])).code).toBe('staff.not.admin');
      expect((await setRights(admin, auditor.id, ['users'])).code).toBe('staff.not.admin');
      for (const role of ['auditor', 'user']) {
        const refused = await setRole(admin, person.id, role, ['users']);
        expect([refused.code, refused.data]).toEqual([
          'request.invalid',
          { fields: [{ path: 'rights', code: 'out.of.range' }] },
        ]);
      }
      expect((await setRole(admin, person.id, 'owner')).code).toBe('request.invalid');
      expect((await setRole(admin, person.id, 'auditor', [], ' ')).code).toBe('request.invalid');
      expect(
        (
          await exchange.post(
            '/admin/staff/setRights',
            { userId: person.id, rights: ['everything'], reason: 'x' },
            admin.ticket,
          )
        ).code,
      ).toBe('request.invalid');
      expect((await exchange.get('/app/account/getUserInfo', person.ticket)).data.userType).toBe(3);
    });

    it('end the log-ins of whoever gets another role, and count from the next one on', async () => {
      const person = await someone();
      const types = [];
      for (const [role, type] of [
        ['auditor', 2],
        ['admin', 1],
        ['user', 3],
      ] as const) {
        expect((await setRole(admin, person.id, role)).code).toBe('success');
        expect((await exchange.get('/app/account/getUserInfo', person.ticket)).code).toBe('4003');
        person.ticket = await exchange.logIn(person.email);
        types.push([(await exchange.get('/app/account/getUserInfo', person.ticket)).data.userType, type]);
      }
      expect(types).toEqual([
        [2, 2],
        [1, 1],
        [3, 3],
      ]);
      expect((await exchange.get('/audit/staff/own', person.ticket)).code).toBe(DENIED);
    });

    it('are given with the role, taken with it, and heeded at once', async () => {
      const person = await someone();
      await setRole(admin, person.id, 'admin', ['markets', 'users', 'users']);
      await exchange.giveKey(person.id, person.email);
      person.ticket = await exchange.logIn(person.email);
      expect((await exchange.get('/audit/staff/own', person.ticket)).data.rights).toEqual(['users', 'markets']);
      const look = () => exchange.post('/admin/user/search', {}, person.ticket);
      expect((await look()).code).toBe('success');
      await setRights(admin, person.id, ['markets']);
      expect((await look()).code).toBe(DENIED);
      await setRole(admin, person.id, 'auditor');
      await setRole(admin, person.id, 'admin');
      person.ticket = await exchange.logIn(person.email);
      expect((await exchange.get('/audit/staff/own', person.ticket)).data.rights).toEqual([]);
      const { data } = await exchange.get('/admin/staff/list', admin.ticket);
      expect(data.records.find(({ userId }: Json) => userId === person.id)).toMatchObject({
        role: 'admin',
        rights: [],
        userName: maskedEmail(person.email),
      });
      expect(data.records.find(({ userId }: Json) => userId === auditor.id)).toMatchObject({
        role: 'auditor',
        rights: [],
      });
      expect(data.records.map(({ userId }: Json) => userId)).not.toContain(user.id);
    });

    it('always leave somebody who may change them: of two who take them from each other one stays', async () => {
      for (let round = 0; round < 5; round++) {
        const [one, other] = [await another(), await another()];
        const asked = { reason: 'a test', ...boundsFor('user') };
        const proposed = await Promise.all([
          exchange.post('/admin/staff/setRole', { userId: other.id, role: 'user', rights: [], ...asked }, one.ticket),
          exchange.post('/admin/staff/setRights', { userId: one.id, rights: [], ...asked }, other.ticket),
        ]);
        const confirmed = proposed.map(({ data }) => exchange.two.confirm(Number(data.proposal)));
        const outcomes = (await Promise.allSettled(confirmed)).map((one) =>
          one.status === 'fulfilled' ? 'success' : String(one.reason),
        );
        expect(outcomes.sort()).toEqual(['Error: ConfirmStaff: proposal.state.invalid', 'success']);
      }
    });

    it('do not outlive themselves in a log-in that began before', async () => {
      const person = await another();
      const [logIn] = await Promise.all([
        exchange.form('/api/auth/oauth/token', { grant_type: 'password', username: person.email, password: PASSWORD }),
        setRole(admin, person.id, 'user'),
      ]);
      const ticket = logIn.body.access_token as string | undefined;
      const { code } = await exchange.get('/audit/staff/own', ticket);
      expect([LOGGED_OUT, '4003', DENIED]).toContain(code);
    });
  });

  describe('the log of staff', () => {
    it('ASVS 16.2.1: says who did what to whom, why, when and with what outcome', async () => {
      const person = await someone();
      const began = Date.now();
      const frozen = await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'A report of theft' });
      const again = await exchange.post(
        '/admin/account/freeze',
        { clientId: exchange.clientId(), userId: person.id, reason: 'Twice' },
        admin.ticket,
      );
      expect(again.code).toBe('account.already.frozen');
      await exchange.act(admin, '/account/unfreeze', { userId: person.id, reason: 'Cleared by telephone' });
      const records = await logOf({ userId: person.id });
      expect(records.map(({ action, reason, outcome }) => [action, reason, outcome])).toEqual([
        ['admin/account/unfreeze', 'Cleared by telephone', 'success'],
        ['admin/account/freeze', 'Twice', 'account.already.frozen'],
        ['admin/account/freeze', 'A report of theft', 'success'],
      ]);
      const [, refused, first] = records;
      expect(first).toMatchObject({
        staff: admin.id,
        role: 'admin',
        target: `userId/${person.id}`,
        lookUp: false,
        facts: {},
      });
      expect(first.position).toBe(frozen.position);
      expect(refused.position).toBeNull();
      expect(first.at).toBeGreaterThanOrEqual(began);
      expect(first.ip).toMatch(/127\.0\.0\.1$/);
    });

    it('keeps what was asked for, and never what somebody searched for', async () => {
      const number = String(++names);
      const reference = `bank/${number}`;
      exchange.application.nest.get(VerifiedNames).readFrom(async () => 'Ann Example');
      const clerk = await another();
      await exchange.act(clerk, '/recharge/importStatement', {
        asset: 'USD',
        csv: `reference,amount,name
${number},12.5,Ann Example`,
      });
      await exchange.act(admin, '/recharge/credit', { userId: user.id, asset: 'USD', amount: '12.5', reference });
      const [credit] = await logOf({ action: 'admin/recharge/credit' });
      expect(credit).toMatchObject({ target: 'asset/USD', userId: user.id, facts: { amount: '12.5', reference } });
      await exchange.post('/admin/user/search', { search: user.email }, admin.ticket);
      const lookUps = await logOf({ lookUps: true, action: 'admin/user/search' });
      expect(lookUps[0]).toMatchObject({ staff: admin.id, lookUp: true, outcome: 'success' });
      // How long it was tells a search from spelling something out.
      expect(lookUps[0].facts).toEqual({ searched: user.email.length });
      const [statement] = await logOf({ action: 'admin/recharge/importStatement' });
      expect(statement.facts).toEqual({});
      expect(JSON.stringify(await logOf({ lookUps: true }))).not.toContain(user.email);
      expect((await logOf({})).some(({ lookUp }) => lookUp)).toBe(false);
    });

    it('has a row for every route of staff, whoever asks and however it ends', async () => {
      for (const route of ROUTES.filter(({ access }) => access === 'admin' || access === 'auditor')) {
        const at = route.path.slice('/exchange'.length);
        const answer = await (route.method === 'GET'
          ? exchange.get(`${at}?nobodyKnows=1`, admin.ticket)
          : exchange.post(at, { nobodyKnows: 1 }, admin.ticket));
        const [row] = await logOf({ lookUps: true, staff: admin.id, pageSize: 1 });
        expect([row.action, row.outcome]).toEqual([route.path.slice('/exchange/'.length), answer.code]);
      }
    });

    it('ASVS 16.3.2: knows of what staff tried without the right or the role for it, and nothing of what users try', async () => {
      const bare = await another();
      await setRights(admin, bare.id, []);
      const watcher = await exchange.staff('auditor', `watcher-${++names}`);
      const person = await someone();
      const head = exchange.headOfJournal();
      for (const { ticket } of [bare, watcher, person]) {
        const freeze = { clientId: exchange.clientId(), userId: person.id, reason: 'let me' };
        expect((await exchange.post('/admin/account/freeze', freeze, ticket)).code).toBe(DENIED);
        expect((await exchange.post('/admin/user/search', { search: user.email }, ticket)).code).toBe(DENIED);
      }
      expect(exchange.headOfJournal()).toEqual(head);
      const freeze = { action: 'admin/account/freeze', userId: person.id, reason: 'let me', lookUp: false };
      const searched = { searched: user.email.length };
      const search = { action: 'admin/user/search', userId: null, reason: null, lookUp: true, facts: searched };
      const denied = { outcome: DENIED, position: null };
      for (const { id, role } of [
        { ...bare, role: 'admin' },
        { ...watcher, role: 'auditor' },
      ]) {
        expect(await logOf({ staff: id, lookUps: true })).toMatchObject([
          { staff: id, role, ...search, ...denied },
          { staff: id, role, ...freeze, ...denied, target: `userId/${person.id}` },
        ]);
      }
      expect(await logOf({ staff: person.id, lookUps: true })).toEqual([]);
    });

    it('knows of an act before it happens, and lets nothing happen that it could not write', async () => {
      const person = await someone();
      const { database, engine } = exchange.application.exchange;
      await database.sql.schema.alterTable('staff_log').renameTo('staff_log_away').execute();
      const head = exchange.headOfJournal();
      const freeze = { clientId: exchange.clientId(), userId: person.id, reason: 'unlogged' };
      try {
        expect((await exchange.post('/admin/account/freeze', freeze, admin.ticket)).code).toBe('system.error');
      } finally {
        await database.sql.schema.alterTable('staff_log_away').renameTo('staff_log').execute();
      }
      expect(exchange.headOfJournal()).toEqual(head);

      const submit = engine.submit.bind(engine);
      let during: StaffLogRecord[] = [];
      engine.submit = async (envelope) => {
        during = await logOf({ userId: person.id });
        return submit(envelope);
      };
      try {
        await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'logged first' });
      } finally {
        engine.submit = submit;
      }
      expect(during).toMatchObject([{ action: 'admin/account/freeze', reason: 'logged first', outcome: null }]);
      expect(await logOf({ userId: person.id })).toMatchObject([{ reason: 'logged first', outcome: 'success' }]);
    });

    it('takes what a request claims without believing it', async () => {
      const hostile = {
        userId: `1'; drop table users; --`,
        reason: `\0${'x'.repeat(5_000)}`,
        extra: { deep: [1] },
        __proto__: 1,
      };
      const answer = await exchange.post('/admin/account/freeze', { clientId: 'log-1', ...hostile }, admin.ticket);
      expect(answer.code).toBe('request.invalid');
      const [row] = await logOf({});
      expect(row).toMatchObject({ action: 'admin/account/freeze', userId: null, outcome: 'request.invalid' });
      expect(row.reason).toHaveLength(250);
      expect(row.reason).not.toContain('\0');
      expect(Object.keys(row.facts)).toEqual([]);
    });

    it('is filtered by staff, user, action and time, newest first, and read by auditors and whoever has the right', async () => {
      const other = await another();
      const person = await someone();
      await exchange.act(other, '/account/freeze', { userId: person.id, reason: 'one' });
      await exchange.act(other, '/account/unfreeze', { userId: person.id, reason: 'two' });
      const all = await logOf({ staff: other.id });
      expect(all.map(({ reason }) => reason)).toEqual(['two', 'one']);
      const [two, one] = all;
      expect((await logOf({ staff: other.id, action: 'admin/account/un' })).map(({ id }) => id)).toEqual([two.id]);
      expect(await logOf({ staff: other.id, from: two.at + 1 })).toEqual([]);
      expect(await logOf({ staff: other.id, to: one.at })).toEqual([]);
      const page = await exchange.post(
        '/audit/staff/log',
        { staff: other.id, pageIndex: 2, pageSize: 1 },
        admin.ticket,
      );
      expect([page.data.total, page.data.records.map(({ id }: Json) => id)]).toEqual([2, [one.id]]);
      expect((await exchange.post('/audit/staff/log', { action: 'admin%' }, auditor.ticket)).code).toBe(
        'request.invalid',
      );
      expect((await exchange.post('/audit/staff/log', {}, user.ticket)).code).toBe(DENIED);
    });
  });

  describe('the users’ desk', () => {
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

    it('shows standing, bindings, log-ins and the balances of every account', async () => {
      const person = await someone();
      await exchange.equip(admin, person, { USDT: '100' });
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

    it('shows figures: users, what was traded in a day, and what waits', async () => {
      const before = (await exchange.get('/audit/overview', admin.ticket)).data;
      const [seller, buyer] = [await someone(), await someone()];
      await exchange.equip(admin, seller, { ETH: '2' });
      await exchange.equip(admin, buyer, { USDT: '100000' });
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
    it('reads withdrawals and recharges of everybody, by status and user', async () => {
      const person = await someone();
      await exchange.equip(admin, person, { BTC: '3' });
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

    it('ASVS 8.1.2, 8.2.3, 15.3.1: sees of a user no more than a number can tell', async () => {
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

/** Staff find a user by what somebody has of them. */

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

describe('the search of users', () => {
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

  it('takes the signs of a pattern as they are', async () => {
    expect(await found('er_li')).toEqual([others[0].id]);
    expect(await found('0%e')).toEqual([others[1].id]);
    for (const nobody of ['%%%', '___', '\\\\\\', "o'x", 'z%e']) expect(await found(nobody)).toEqual([]);
  });

  it('finds no part of a verified name, which is sealed', async () => {
    expect(await found('María')).toEqual([]);
  });

  it('needs three characters of what is no number of a user', async () => {
    const answer = await exchange.post('/admin/user/search', { search: 'zo' }, admin.ticket);
    expect(answer).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'search', code: 'too.short' }] },
    });
    expect((await search('1')).total).toBe(0);
    expect(await found(String(zoe.id))).toEqual([zoe.id]);
  });

  it('counts all that match, page by page', async () => {
    const all = await search('test.example');
    expect(all.total).toBeGreaterThanOrEqual(4);
    const second = await search('test.example', { pageIndex: 2, pageSize: 1 });
    expect(second).toMatchObject({ total: all.total, records: [{ userId: all.records[1].userId }] });
    const deep = { search: 'test.example', pageIndex: 1_000, pageSize: 200 };
    expect((await exchange.post('/admin/user/search', deep, admin.ticket)).code).toBe('page.too.deep');
  });

  it('hashes the names that were submitted before there were hashes, at the next start', async () => {
    const { sql } = exchange.application.exchange.database;
    await sql.updateTable('verifications').set({ nameMac: null }).execute();
    expect(await found(DETAILS.name)).toEqual([]);
    await exchange.application.nest.get(Submissions).onModuleInit();
    expect(await found(DETAILS.name)).toEqual([zoe.id]);
  });
});

/** A user's own lock on settings: a thief who has the password, the mailbox and an open log-in changes nothing. */
describe('the lock of settings', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  let exchange: HttpExchange;
  let now = 1_800_000_000_000;
  let names = 0;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
  });
  afterAll(() => exchange.stop());

  const { resetPassword, token } = entranceOf(() => exchange);
  const someone = () => exchange.person(`someone-${++names}`);
  const lock = ({ ticket }: Person, days: unknown = 30, password = PASSWORD): Promise<Answer> =>
    exchange.post(`${SECURITY}/lockSettings`, { days, password }, ticket);
  const unlock = ({ ticket }: Person, masterKey: string) =>
    exchange.post(`${SECURITY}/unlockSettings`, { masterKey }, ticket);

  const toldOf = async ({ ticket }: { ticket: string }): Promise<string[]> => {
    const { records } = await done(exchange.post('/app/message/list', {}, ticket));
    return records.map(({ key }: { key: string }) => key);
  };

  test('holds up every change of what protects the account, and the freeze still works', async () => {
    const ann = await someone();
    const { until } = await done(lock(ann));
    expect(until).toBe(now + 30 * DAY_MS);
    const held = Object.values(AREAS)
      .flatMap((area) => Object.values<Route>(area))
      .filter(({ lockable }) => lockable);
    expect(held.length).toBeGreaterThan(15);
    for (const { path } of held) {
      const answer = await exchange.post(path.slice('/exchange'.length), {}, ann.ticket);
      expect([path, answer.code, answer.data]).toEqual([path, 'settings.locked', { until }]);
    }
    const code = await exchange.sentCode('forgot', ann.email);
    expect(await resetPassword(ann.email, code)).toMatchObject({ code: 'settings.locked', data: { until } });
    expect((await token(ann.email)).code).toBe('success');
    const freeze = { clientId: exchange.clientId(), password: PASSWORD };
    expect((await exchange.post(`${SECURITY}/freeze`, freeze, ann.ticket)).code).toBe('success');
    expect((await exchange.get(`${SECURITY}/overview`, ann.ticket)).data.settingsLockedUntil).toBe(until);
  });

  test('ends by its master key and by no other, or by itself', async () => {
    const [ben, carol] = [await someone(), await someone()];
    const { masterKey } = await done(lock(ben));
    const others = (await done(lock(carol))).masterKey;
    for (const wrong of ['', others, `${masterKey}0`, '0000-0000-0000-0000']) {
      expect((await unlock(ben, wrong)).code).toBe(wrong === '' ? 'request.invalid' : 'master.key.wrong');
    }
    await done(unlock(ben, masterKey.toLowerCase()));
    expect((await toldOf(ben)).slice(0, 2)).toEqual(['settings.unlocked', 'settings.locked']);
    expect((await unlock(ben, masterKey)).code).toBe('master.key.wrong');
    expect((await lock(ben, 1)).code).toBe('success');
    now += DAY_MS;
    expect((await exchange.get(`${SECURITY}/overview`, ben.ticket)).data.settingsLockedUntil).toBeNull();
    expect((await lock(ben, 1)).code).toBe('success');
  });

  test('is made by who has the password, for a year at most, once, and is told of', async () => {
    const dan = await someone();
    expect((await lock(dan, 30, 'wrong-password')).code).toBe('password.wrong');
    for (const days of [0, 366, 1.5, '7', null]) expect((await lock(dan, days)).code).toBe('request.invalid');
    const both = await Promise.all([lock(dan, 7), lock(dan, 365)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['settings.locked', 'success']);
    expect((await exchange.letters(dan.email))[0].subject).toContain('Settings locked');
  });
});
