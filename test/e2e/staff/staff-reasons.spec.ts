import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PublishIndex } from '../../../server/core/command';
import { Secrets } from '../../../server/platform/secrets/secrets';
import { dayOf, dayStart } from '../../../shared/rules/days';
import { isTextHash } from '../../../shared/products/content/rules/text-hashes';
import { auditAnswers } from '../../../shared/wire/audit/audit-journal';
import { AREAS } from '../../../server/routes';
import { HttpExchange, type Json, type Person, expectSuccess, type Answer } from '../../tools/people/http-exchange';
import { openPerpetual } from '../../tools/fixtures/perpetual-listing';
import { verificationOf } from '../../tools/people/verification';
import { walletOf } from '../../tools/people/wallet';

/** Catalogue reasons are shown in the user's language, with the added words unchanged. */

describe('reasons of staff', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let journal: string;
  const { submitted, someone } = verificationOf(
    () => exchange,
    () => admin,
  );

  beforeAll(async () => {
    exchange = await HttpExchange.start();
    admin = await exchange.staff('admin');
  });
  afterAll(() => exchange.stop());

  const freeze = (person: Person, reason: string) =>
    exchange.post('/admin/account/freeze', { clientId: exchange.clientId(), userId: person.id, reason }, admin.ticket);
  const told = async (person: Person, begin: string, lang: string): Promise<Json> => {
    for (let turn = 0; turn < 200; turn++) {
      const { data } = await exchange.post('/app/message/list', {}, person.ticket, { lang });
      const found = data.records.find(({ key }: Json) => key.startsWith(begin));
      if (found) return found;
      await new Promise((resolve) => void setTimeout(resolve, 20));
    }
    throw new Error(`${begin} was not told`);
  };

  it("for a freeze are shown in the reader's language, with the added words", async () => {
    const person = await someone();
    expect((await freeze(person, 'reason/security_risk: see your letter')).code).toBe('success');
    expect((await told(person, 'account.frozen', 'il')).text).toContain(
      'Segni che un’altra persona usa l’account – see your letter',
    );
    expect((await told(person, 'account.frozen', 'zh')).text).toContain('账户疑似被他人使用 – see your letter');
  });

  it('in free text stay with staff', async () => {
    const person = await someone();
    await freeze(person, 'a hunch');
    const message = await told(person, 'account.frozen', 'en');
    expect(message.key).toBe('account.frozen');
    expect(JSON.stringify(message)).not.toContain('hunch');
  });

  it('are recorded in the journal by id, and added words by hash', async () => {
    const [bare, added] = [await someone(), await someone()];
    await freeze(bare, 'reason/authority_order');
    await freeze(added, 'reason/authority_order: file 77/3');
    journal = '';
    for await (const { batch } of exchange.application.exchange.journal.read(1))
      journal += JSON.stringify(batch.events, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
    expect(journal).toContain('"reason":"reason/authority_order"');
    expect(journal).not.toContain('77/3');
  });

  it('for a verification are shown on its page and in the message', async () => {
    const person = await someone();
    const verification = await submitted(person);
    const request = { verification, reason: 'reason/document_blurred: the back side' };
    expect((await exchange.post('/admin/verification/reject', request, admin.ticket)).code).toBe('success');
    const { data } = await exchange.get('/app/verification/state', person.ticket);
    expect(data.reason).toBe(request.reason);
    expect((await told(person, 'verification.failed', 'ep')).text).toContain(
      'Una foto está borrosa, cortada o demasiado oscura – the back side',
    );
  });

  it('that imitate the catalogue are refused', async () => {
    const person = await someone();
    for (const reason of ['reason/nothing', 'reason/', 'reason/security_risk and more'])
      expect(await freeze(person, reason)).toMatchObject({
        code: 'request.invalid',
        data: { fields: [{ path: 'reason', code: 'format' }] },
      });
  });
});

/** Reasons in free text are kept in the database; the journal has their keyed hash, for every command. */
describe('stored reasons', () => {
  const HOUR_MS = 3_600_000;
  const PERP = 'BTC-USDT-PERP';
  const SPOT = 'BTC-USDT';
  const [OLDER, NEWER] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  /**
   * Routes whose reasons never reach the journal: the database alone has verifications, holds, look-ups, banners and
   * reports.
   */
  const ELSEWHERE = [
    '/admin/verification/reject',
    '/admin/personal/placeHold',
    '/admin/personal/liftHold',
    '/admin/content/closeFeedback',
    '/admin/deposit/refuse',
    '/admin/content/withdrawArticle',
    '/admin/content/removeBanner',
    '/admin/recovery/decline',
  ];

  let now = dayStart(dayOf(Date.now()) + 1) + 12 * HOUR_MS;
  let dataDir: string;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let auditor: Person;

  const start = (keys: string) =>
    HttpExchange.start(
      { DATA_DIR: dataDir, SECRETS_KEY: keys, LIMIT_TICKET_HOURS_MAX: '100000' },
      { clock: () => now },
    );

  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'kept-reasons-'));
    exchange = await start(OLDER);
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second');
    auditor = await exchange.staff('auditor');
    await exchange.listMarkets(admin);
  });
  afterAll(() => exchange.stop());

  const { head, ready, apply, staff, withdrawals, messages } = walletOf({
    exchange: () => exchange,
    admin: () => admin,
    pass: (ms) => void (now += ms),
  });

  const wordsOf = (at: string): string => `Words of ${at}, typed by #17`;
  /** Paths of successful requests with a reason. */
  const sent = new Set<string>();
  async function act(at: string, body: object, by = admin): Promise<Json> {
    const { shape } = routeOf(at).body as unknown as { shape: object };
    const clientId = 'clientId' in shape ? { clientId: exchange.clientId() } : {};
    const asked = exchange.post(`/admin${at}`, { ...clientId, reason: wordsOf(at), ...body }, by.ticket);
    const answer = await exchange.withApproval(asked);
    expect([at, answer.code, answer.data]).toEqual([at, 'success', answer.data]);
    sent.add(`/admin${at}`);
    return answer.data;
  }
  async function byTwo(at: string, body: object): Promise<void> {
    for (const person of [admin, second]) await act(at, body, person);
  }
  const routes = () => Object.values(AREAS).flatMap((area) => Object.values(area));
  const routeOf = (at: string) => routes().find((route) => route.path === `/exchange/admin${at}`) ?? routes()[0];

  function journalText(directory = path.join(dataDir, 'journal')): string {
    return readdirSync(directory)
      .map((name) => path.join(directory, name))
      .map((name) => (statSync(name).isDirectory() ? journalText(name) : readFileSync(name, 'utf8')))
      .join('\n');
  }
  async function publish(): Promise<void> {
    const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price: 5_000_000, at: now }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: SPOT, sources }] };
    await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
  }
  async function seen(): Promise<void> {
    await exchange.application.exchange.live.waitFor(head(), 10_000);
  }
  const own = (person: Person, at: string, body: object): Promise<Answer> =>
    exchange.post(`/app${at}`, { clientId: exchange.clientId(), ...body }, person.ticket);
  const lifeOf = async (number: string): Promise<Json[]> => {
    const request = { ask: 'life', case: 'withdrawal', number };
    const { question } = await expectSuccess(exchange.post('/audit/journal/ask', request, auditor.ticket));
    for (;;) {
      const { records } = auditAnswers.parse(
        await expectSuccess(exchange.get('/audit/journal/answers', auditor.ticket)),
      );
      if (records.find((one) => one.question === question)?.state === 'done') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const csv = await exchange.file(`/audit/journal/csv?question=${question}`, auditor.ticket);
    expect(csv.bytes.toString()).toContain(wordsOf('/withdraw/reject'));
    return (await expectSuccess(exchange.get(`/audit/journal/rows?question=${question}`, auditor.ticket))).records;
  };

  async function ofMarkets(): Promise<void> {
    const index = { symbol: SPOT, decimals: 2, sourceStaleMs: 50_000, staleMs: 60_000, sourcesMin: 2 };
    await act('/product/setIndexTerms', index);
    await act('/product/changeMarketTerms', { market: SPOT, from: now + 30 * 24 * HOUR_MS, bandPpb: 90_000_000 });
    await act('/product/changeAssetTerms', { asset: 'ETH', withdrawalFee: '0.25' });
    const states = { trading: 'open', deposits: 'suspended', withdrawals: 'open' };
    await act('/product/setAssetState', { asset: 'ETH', ...states });
    await act('/product/setFeeTiers', { product: 'spot', volumes: ['0'] });
    await act('/referral/setTerms', { level1Ppb: 200_000_000, level2Ppb: 50_000_000 });
    const reference = await exchange.payToHouse('USDT', '100000');
    await act('/house/fund', { asset: 'USDT', amount: '100000', reference });
  }

  async function ofContracts(): Promise<void> {
    await openPerpetual(exchange, admin);
    const people = [await exchange.person('alice'), await exchange.person('bob')];
    await publish();
    for (const person of people) {
      await exchange.verifyAndFund(admin, person, { USDT: '100000' });
      const moved = { asset: 'USDT', from: 'spot', to: 'contract', amount: '50000' };
      await expectSuccess(own(person, '/transfer/apply', moved));
    }
    const order = { market: PERP, act: 'open', quantity: '0.1' };
    await expectSuccess(
      own(people[0], '/contract/place', { ...order, position: 'short', kind: 'limit', price: '50000' }),
    );
    await expectSuccess(own(people[1], '/contract/place', { ...order, position: 'long', kind: 'market' }));
    const { positions } = await expectSuccess(
      exchange.get(`/admin/contract/positions?userId=${people[1].id}&minPosition=${head()}`, admin.ticket),
    );
    await act('/contract/lock', { contract: positions[0].id });
    await act('/contract/unlock', { contract: positions[0].id });
    await act('/product/changePerpetualTerms', { market: PERP, openInterestMax: '9000000' });
    await act('/house/fundInsurance', { asset: 'USDT', amount: '100' });
    await act('/product/endPerpetualMarket', { market: PERP, endsAt: now + 2 * HOUR_MS });
    await act('/product/callOffPerpetualEnd', { market: PERP });
  }

  async function ofOffers(): Promise<void> {
    const durations = [{ durationMs: 30_000, payoutPpb: 800_000_000 }];
    const caps = { sideMax: '50000', totalMax: '80000', userMax: '30000', levelsUserMax: '0' };
    const option = { symbol: SPOT, asset: 'USDT', amountMin: '10', amountMax: '1000', ...caps, durations };
    await act('/option/setTerms', option);
    await act('/option/setState', { symbol: SPOT, state: 'open' });
    await act('/option/fund', { asset: 'USDT', act: 'fund', amount: '1000' });
    const saving = { product: 'USDT-7', name: '7 days', asset: 'USDT', termDays: 7, annualRatePpb: 50_000_000 };
    await act('/earn/setFinancialTerms', { ...saving, quota: '5000', amountMin: '10', userMax: '3000' });
    const mine = { product: 'USDT-3', name: '3 days', asset: 'USDT', incomeAsset: 'USDT', termDays: 3 };
    const paid = { dailyRatePpb: 1_000_000, payout: 'daily', rebate: null };
    await act('/earn/setMiningTerms', { ...mine, ...paid, quota: '5000', amountMin: '100', amountMax: '2000' });
    await act('/earn/setState', { kind: 'financial', product: 'USDT-7', state: 'open' });
    await act('/earn/setState', { kind: 'mining', product: 'USDT-3', state: 'open' });
    await act('/earn/fund', { asset: 'USDT', act: 'fund', amount: '1000' });
    await act('/convert/setDustTerms', { state: 'open', dailyMax: '500' });
    await act('/convert/fund', { asset: 'USDT', act: 'fund', amount: '10' });
  }

  async function ofRobots(): Promise<void> {
    await act('/robot/setTerms', { market: SPOT, state: 'open', amountMin: '100', userMax: '9000' });
    const person = await exchange.person('robin');
    await exchange.verifyAndFund(admin, person, { USDT: '8000' });
    await act('/robot/issueKey', { userId: person.id });
    const { key } = await expectSuccess(exchange.post('/app/robot/showKey', {}, person.ticket));
    await publish();
    const wish = { market: SPOT, amount: '4000', secretKey: key, lossLimitPpb: 200_000_000 };
    await expectSuccess(own(person, '/robot/start', { ...wish, grid: { lower: '49000', upper: '51000', lines: 5 } }));
    const asked = `/admin/robot/robots?userId=${person.id}&minPosition=${head()}`;
    const { robots } = await expectSuccess(exchange.get(asked, admin.ticket));
    await act('/robot/endRobot', { userId: person.id, robot: robots[0].robot });
    await act('/robot/revokeKey', { userId: person.id });
  }

  async function ofPeople(): Promise<Person> {
    const person = await ready();
    for (const by of [admin, second, auditor]) by.ticket = await exchange.logIn(by.email);
    person.ticket = await exchange.logIn(person.email);
    await expectSuccess(apply(person, '100'));
    await expectSuccess(apply(person, '200'));
    const [large, small] = await withdrawals(person);
    await act('/withdraw/reject', { withdrawal: small.withdrawal });
    // Once approved, the rejection needs the reason of the second member of staff too.
    await expectSuccess(staff(admin, 'approve', { withdrawal: large.withdrawal }));
    await byTwo('/withdraw/reject', { withdrawal: large.withdrawal });
    await act('/funds/freeze', { userId: person.id, asset: 'USDT', amount: '5' });
    const { records } = await expectSuccess(
      exchange.post('/audit/funds/list', { userId: person.id, minPosition: head() }, auditor.ticket),
    );
    await act('/funds/unfreeze', { hold: records[0].hold });
    await act('/account/freeze', { userId: person.id });
    await act('/account/unfreeze', { userId: person.id });
    return person;
  }

  async function ofStaff(): Promise<void> {
    const helper = await exchange.person('helper');
    await exchange.giveKey(helper.id, helper.email);
    await act('/staff/setRole', { userId: helper.id, role: 'admin', rights: ['users'] });
    await act('/staff/setRights', { userId: helper.id, rights: ['users', 'content'] });
    const limit = { bindings: 1, limit: '2000', verifiedLimit: '10000' };
    const { proposals } = await expectSuccess(exchange.post('/admin/security/setWithdrawalLimit', limit, admin.ticket));
    await act('/staff/declineProposal', { proposal: proposals[0] }, second);
    const difference = { comparison: 'stored.balance', subject: 'a test', asset: 'USDT', expected: 2n, found: 1n };
    const command = { type: 'StopWithdrawals', ...difference } as const;
    await exchange.application.exchange.engine.submit({ actor: 'sentinel', command });
    await act('/withdraw/lift', { upTo: '1' });
  }

  describe('texts of staff', () => {
    let person: Person;
    let rejected: Json[];

    it('are in no batch of the journal, for any route with a reason', async () => {
      await ofMarkets();
      await ofContracts();
      await ofOffers();
      await ofRobots();
      person = await ofPeople();
      await ofStaff();
      const taking = routes()
        .filter(
          (route) =>
            route.access === 'admin' &&
            !('shows' in route) &&
            'reason' in ((route.body as { shape?: object })?.shape ?? {}),
        )
        .map((route) => route.path.slice('/exchange'.length));
      expect([...sent].sort()).toEqual(taking.filter((at) => !ELSEWHERE.includes(at)).sort());
      const text = journalText();
      expect(text).toContain('"AccountFrozen"');
      expect(text).not.toContain('typed by');
      const reasons = [...text.matchAll(/\\?"reason\\?":\\?"(h1:[^"\\]*)/g)].map(([, reason]) => reason);
      expect(reasons.length).toBeGreaterThan(sent.size);
      expect(reasons.filter((reason) => !isTextHash(reason))).toEqual([]);
    });

    it('are shown to the user whose withdrawal was rejected: in list, message and data export', async () => {
      const words = wordsOf('/withdraw/reject');
      rejected = await withdrawals(person);
      expect(rejected.map(({ status, reason }: Json) => [status, reason])).toEqual([
        ['rejected', words],
        ['rejected', words],
      ]);
      expect(await messages(person)).toContain('withdrawal.rejected');
      const { records } = await expectSuccess(
        exchange.post('/app/message/list', { pageSize: 100 }, person.ticket, { lang: 'it' }),
      );
      const told = records.filter(({ key }: Json) => key === 'withdrawal.rejected');
      expect(told.map(({ text }: Json) => text)).toEqual([
        expect.stringContaining(words),
        expect.stringContaining(words),
      ]);
      const file = await exchange.post('/app/personal/export', { password: 'correct-horse-battery' }, person.ticket);
      expect(file.body.tables.withdrawals.rows.map(({ reason }: Json) => reason)).toEqual([words, words]);
    });

    it('are shown to staff and auditors everywhere', async () => {
      await seen();
      const post = async (at: string, body: object): Promise<Json[]> =>
        (await expectSuccess(exchange.post(at, { minPosition: head(), ...body }, auditor.ticket))).records;
      const audited = await post('/audit/withdraw/list', { userId: person.id });
      expect(audited[0]).toMatchObject({ reason: wordsOf('/withdraw/reject') });
      const [funds] = await post('/audit/funds/list', { userId: person.id });
      expect(funds).toMatchObject({ reason: wordsOf('/funds/freeze'), releaseReason: wordsOf('/funds/unfreeze') });
      const terms = await expectSuccess(exchange.get(`/admin/product/terms?market=${SPOT}`, admin.ticket));
      expect(terms.pending).toMatchObject([{ reason: wordsOf('/product/changeMarketTerms') }]);
      const life = await lifeOf(rejected[0].withdrawal);
      const facts = life.map((row) => JSON.parse(row.facts));
      expect(facts.filter(({ reason }) => reason === wordsOf('/withdraw/reject'))).not.toEqual([]);
    });

    it('identify a retry after key rotation, and are found under the old hash', async () => {
      const again = { clientId: exchange.clientId(), userId: person.id, reason: 'once and for all' };
      // The second admin has frozen nobody yet.
      const freeze = () => exchange.post('/admin/account/freeze', again, second.ticket);
      const first = await expectSuccess(freeze());
      expect(first.repeated).toBe(false);
      await exchange.halt();
      exchange = await start(`${NEWER},${OLDER}`);
      expect(await expectSuccess(freeze())).toEqual({ ...first, repeated: true });
      expect(await exchange.application.nest.get(Secrets).resealMacKey(exchange.application.exchange.database)).toBe(
        true,
      );
      await exchange.halt();
      exchange = await start(NEWER);
      expect(await expectSuccess(freeze())).toEqual({ ...first, repeated: true });
      const other = { ...again, reason: 'for another reason' };
      expect((await exchange.post('/admin/account/freeze', other, second.ticket)).code).toBe('client.id.reused');
      expect((await withdrawals(person))[0].reason).toBe(wordsOf('/withdraw/reject'));
    });

    it('written into the journal by older versions are shown unchanged, and their retries still match', async () => {
      const { engine } = exchange.application.exchange;
      const other = await ready();
      for (const by of [admin, auditor]) by.ticket = await exchange.logIn(by.email);
      other.ticket = await exchange.logIn(other.email);
      await expectSuccess(apply(other, '50'));
      const [{ withdrawal }] = await withdrawals(other);
      const of = { clientId: exchange.clientId(), reason: 'as it was written then' };
      const command = { type: 'RejectWithdrawal', withdrawal: Number(withdrawal), reason: of.reason } as const;
      await engine.submit({ actor: `admin/${admin.id}`, clientId: of.clientId, command });
      await exchange.halt();
      exchange = await start(NEWER);
      expect((await withdrawals(other))[0]).toMatchObject({ status: 'rejected', reason: of.reason });
      expect(await staff(admin, 'reject', { withdrawal, ...of })).toMatchObject({ data: { repeated: true } });
      expect(journalText()).toContain(of.reason);
    });

    it('that are lost are shown by hash, and altered ones count as lost', async () => {
      const { database } = exchange.application.exchange;
      const words = wordsOf('/withdraw/reject');
      await database.sql
        .updateTable('staffTexts')
        .set({ text: 'paid to somebody else' })
        .where('text', '=', words)
        .execute();
      const [{ reason }] = await withdrawals(person);
      expect(isTextHash(reason)).toBe(true);
      await database.sql.deleteFrom('staffTexts').execute();
      expect((await withdrawals(person))[0].reason).toBe(reason);
    });
  });
});
