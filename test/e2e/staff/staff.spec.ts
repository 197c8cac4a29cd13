import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { WHOLE_SCOPE } from '../../../shared/rules/audit-scope';
import { maskedEmail } from '../../../shared/products/identity/rules/masks';
import { STAFF_RIGHTS, type StaffRight } from '../../../shared/rules/staff-rights';
import type { Route } from '../../../shared/wire/route';
import { AREAS } from '../../../server/routes';
import type { StaffLogRecord } from '../../../shared/wire/staff';
import { HttpExchange, PASSWORD, type Answer, type Json, type Person } from '../../tools/people/http-exchange';

describe('staff', () => {
  const ROUTES: readonly Route[] = Object.values(AREAS).flatMap((area) => Object.values(area));
  /** Their right depends on the proposal's content. */
  /** The request itself determines the required right. */
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
    exchange.withApproval(exchange.post('/admin/staff/setRights', { userId, rights, reason }, by.ticket));
  const setRole = (by: Person, userId: number, role: string, rights: readonly StaffRight[] = [], reason = 'a test') =>
    exchange.withApproval(
      exchange.post('/admin/staff/setRole', { userId, role, rights, reason, ...boundsFor(role) }, by.ticket),
    );
  const boundsFor = (role: string) =>
    role === 'auditor' ? { until: Date.now() + 86_400_000, scope: WHOLE_SCOPE } : {};
  const logOf = async (filters: object): Promise<StaffLogRecord[]> => {
    const { data } = await exchange.post('/audit/staff/log', { pageSize: 200, ...filters }, auditor.ticket);
    return data.records;
  };

  describe('guard of every route', () => {
    /** Sends an unknown field, so that permitted calls are rejected as invalid and have no effect. */
    function knock(route: Route, ticket: string | undefined): Promise<Answer> {
      const at = route.path.slice('/exchange'.length).replace(':username', encodeURIComponent(user.email));
      if (route.method === 'GET') return exchange.get(`${at}?nobodyKnows=1`, ticket);
      return exchange.post(at, route.body ? { nobodyKnows: 1 } : {}, ticket);
    }

    const right = (route: Route): StaffRight | undefined => route.right;

    it('follows the path: staff with a right below /admin, auditors below /audit, no staff elsewhere', () => {
      expect(ROUTES.length).toBeGreaterThan(60);
      for (const route of ROUTES) {
        const area = route.path.split('/')[2];
        expect([route.path, route.access === 'admin']).toEqual([route.path, area === 'admin']);
        expect([route.path, route.access === 'auditor']).toEqual([route.path, area === 'audit']);
        if (route.access === 'admin' && !OF_PROPOSALS.includes(route.path))
          expect([route.path, STAFF_RIGHTS]).toEqual([route.path, expect.arrayContaining([right(route)])]);
        if (area === 'app' || area === 'api') expect([route.path, right(route)]).toEqual([route.path, undefined]);
      }
      // Each right opens at least one route.
      for (const one of STAFF_RIGHTS) expect(ROUTES.map(right)).toContain(one);
    });

    it('protects routes that exist', () => {
      const fastify = exchange.application.nest.getHttpAdapter().getInstance();
      for (const { method, path } of ROUTES)
        expect([path, fastify.hasRoute({ method, url: path })]).toEqual([path, true]);
    });

    it('permits visitors on public routes only', async () => {
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
    ])('ASVS 8.1.1: permits %s where their role allows', async (_name, who, allowed) => {
      const { ticket } = who();
      for (const route of ROUTES) {
        // The only call that contains a name: here the caller's own.
        if (route.path.includes(':username') && who() !== user) continue;
        const { code } = await knock(route, ticket);
        expect([route.path, code === DENIED]).toEqual([route.path, !allowed.includes(route.access)]);
        expect([route.path, code]).not.toEqual([route.path, LOGGED_OUT]);
      }
    });

    it('lets an admin without rights see only themselves and the number of open tasks', async () => {
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
      'ASVS 8.2.1: permits an admin with only the right %s where it is required, and nowhere else',
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
    it('cannot be changed by their own holder', async () => {
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

    it('require an existing user, the admin role for rights, and a reason', async () => {
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

    it('end the sessions of a user with a new role, and apply from the next log-in', async () => {
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

    it('are granted with the role, removed with it, and applied at once', async () => {
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

    it('always keep one holder: of two who remove it from each other one stays', async () => {
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

    it('end in existing sessions too', async () => {
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

  describe('log of staff', () => {
    it('ASVS 16.2.1: records actor, act, subject, reason, time and outcome', async () => {
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

    it('keeps the request, but never search texts', async () => {
      const number = String(++names);
      const reference = `bank/${number}`;
      exchange.application.nest.get(VerifiedNames).setSource(async () => 'Ann Example');
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
      // The length of a search reveals enumeration.
      expect(lookUps[0].facts).toEqual({ searched: user.email.length });
      const [statement] = await logOf({ action: 'admin/recharge/importStatement' });
      expect(statement.facts).toEqual({});
      expect(JSON.stringify(await logOf({ lookUps: true }))).not.toContain(user.email);
      expect((await logOf({})).some(({ lookUp }) => lookUp)).toBe(false);
    });

    it('has a row for every staff route, any caller and any outcome', async () => {
      for (const route of ROUTES.filter(({ access }) => access === 'admin' || access === 'auditor')) {
        const at = route.path.slice('/exchange'.length);
        const answer = await (route.method === 'GET'
          ? exchange.get(`${at}?nobodyKnows=1`, admin.ticket)
          : exchange.post(at, { nobodyKnows: 1 }, admin.ticket));
        const [row] = await logOf({ lookUps: true, staff: admin.id, pageSize: 1 });
        expect([row.action, row.outcome]).toEqual([route.path.slice('/exchange/'.length), answer.code]);
      }
    });

    it('ASVS 16.3.2: records refused attempts of staff without right or role, and none of users', async () => {
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

    it('is written before an act, which fails if it cannot be written', async () => {
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

    it('stores hostile input safely, without trusting it', async () => {
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

    it('is filtered by staff, user, action and time, newest first, and readable for auditors and staff with the right', async () => {
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
});
