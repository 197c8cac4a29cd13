/**
 * One person is one approver: changes that loosen a control are proposed by one of staff, confirmed by another, and
 * delayed.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { STAFF_RIGHTS } from '../../../shared/rules/staff-rights';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { prepareFormerStaff } from '../../tools/samples/former-exchange';
import {
  HttpExchange,
  MARKET_TERMS,
  WITHOUT_FACTOR,
  expectSuccess,
  type Answer,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const EVERY_RIGHT = ['users', 'verification', 'recharges', 'withdrawals', 'markets', 'settings', 'content', 'staff'];

let now = 1_760_000_000_000;
let exchange: HttpExchange;
let first: Person;
let second: Person;
/** Imports bank statements, and is neither of the two who credit by them. */
let clerk: Person;
let user: Person;

beforeAll(async () => {
  const waits = {
    STAFF_WAIT_MINUTES: '1440',
    STAFF_NEWCOMER_MINUTES: '4320',
    STAFF_BY_HAND_DAY_MAX: '1000',
    STAFF_CONFIRMATIONS_MIN: '3',
  };
  exchange = await HttpExchange.start(waits, { clock: () => now });
  first = await exchange.staff('admin', 'first');
  second = await exchange.staff('admin', 'second');
  clerk = await exchange.staff('admin', 'clerk');
  await exchange.listMarkets(first);
  await exchange.listDollars(first);
  user = await exchange.person('user');
  await exchange.fund(user, 'USDT', '100');
});
afterAll(() => exchange.stop());

const head = () => exchange.headOfJournal().position;
const send = (by: Person, at: string, body: object, headers = {}): Promise<Answer> =>
  exchange.post(`/admin${at}`, { clientId: exchange.clientId(), ...body }, by.ticket, headers);
const bare = (by: Person, at: string, body: object): Promise<Answer> => exchange.post(`/admin${at}`, body, by.ticket);
const proposals = async (by = second): Promise<Json[]> =>
  (await expectSuccess(exchange.get(`/audit/staff/proposals?minPosition=${head()}`, by.ticket))).records;
async function confirm(proposal: string, by = second, headers = {}): Promise<Answer> {
  const { digest } = (await proposals(by)).find((one) => one.proposal === proposal) ?? { digest: '00'.repeat(32) };
  return send(by, '/staff/confirmProposal', { proposal, digest }, headers);
}
/** Advances the clock; due work runs before the next command of any kind. */
async function pass(ms: number): Promise<void> {
  now += ms;
  for (const person of [first, second, clerk]) person.ticket = await exchange.logIn(person.email);
  for (const _ of [1, 2]) await exchange.fund(user, 'USDT', '1');
}
const messagesOf = async (person: Person, lang = 'en'): Promise<Json[]> =>
  (await expectSuccess(exchange.post('/app/message/list', { pageSize: 100 }, person.ticket, { lang }))).records;
/** The notifier follows the journal. */
async function told(person: Person, key: string, of?: number): Promise<Json> {
  for (let tries = 0; tries < 500; tries++) {
    const found = (await messagesOf(person)).find((one) => one.key === key && (!of || one.facts.user === of));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${key} was not told`);
}

describe('one of staff alone', () => {
  it('cannot make a second account of their own an admin and approve with it', async () => {
    const own = await exchange.person('own-second-account');
    const asked = { userId: own.id, role: 'admin', rights: EVERY_RIGHT, reason: 'help is needed' };
    const { proposal } = await expectSuccess(bare(first, '/staff/setRole', asked));
    expect(proposal).toEqual(expect.any(String));
    expect((await exchange.get('/audit/staff/own', own.ticket)).code).toBe('permission.denied');
    expect((await confirm(proposal, first)).code).toBe('approval.needs.another');
    // Nor by editing the database.
    const { database } = exchange.application.exchange;
    await database.sql.updateTable('users').set({ role: 'admin' }).where('id', '=', own.id).execute();
    const entered = await exchange.form('/api/auth/oauth/token', {
      grant_type: 'password',
      username: own.email,
      password: 'correct-horse-battery',
    });
    for (const ticket of [own.ticket, entered.body.access_token as string | undefined])
      expect(['permission.denied', '4003', 'login.user.not.login', 'staff.factor.missing']).toContain(
        (await exchange.post('/admin/user/search', {}, ticket)).code,
      );
    await database.sql.updateTable('users').set({ role: 'user' }).where('id', '=', own.id).execute();
    expect(await proposals(first)).toMatchObject([
      {
        proposal,
        command: 'SetStaff',
        right: 'staff',
        proposedBy: first.id,
        userId: own.id,
        reason: 'help is needed',
        before: { role: 'user', rights: '' },
        after: { role: 'admin', rights: EVERY_RIGHT.join(' ') },
        waitMs: DAY_MS,
        confirmedBy: null,
        from: null,
      },
    ]);
    expect(await told(second, 'staff.proposed')).toMatchObject({
      title: 'A proposal waits for you',
      text: expect.stringContaining(`Proposed by staff #${first.id}: Role and rights.`),
    });
    await expectSuccess(send(second, '/staff/declineProposal', { proposal, reason: 'not by us' }));
    expect(await proposals()).toEqual([]);
    await told(first, 'staff.declined');
  });

  it('cannot lift a freeze: two do, at once', async () => {
    await expectSuccess(send(first, '/account/freeze', { userId: user.id, reason: 'a report' }));
    const { proposal } = await expectSuccess(send(first, '/account/unfreeze', { userId: user.id, reason: 'cleared' }));
    expect(await proposals()).toMatchObject([
      { proposal, kind: 'restore', subject: `account/${user.id}`, worth: null, waitMs: 0 },
    ]);
    expect((await confirm(proposal, second, WITHOUT_FACTOR)).code).toBe('step.up.required');
    const other = send(second, '/staff/confirmProposal', { proposal, digest: '00'.repeat(32) });
    expect((await other).code).toBe('proposal.state.invalid');
    const frozen = () => exchange.application.exchange.engine.state().members.get(user.id)?.frozen;
    expect(frozen()).toBe(true);
    await expectSuccess(confirm(proposal));
    expect([frozen(), await proposals()]).toEqual([false, []]);
    expect(await told(second, 'staff.applied')).toMatchObject({ facts: { by: first.id, act: 'UnfreezeAccount' } });
  });

  it('cannot decline a break-glass request: two do, and both are public', async () => {
    const command = { type: 'RestoreStaff', user: user.id, request: 'ab'.repeat(16) } as const;
    await exchange.application.exchange.engine.submit({ actor: 'operator', command });
    const [asked] = await proposals();
    const from = now + 3 * DAY_MS;
    expect(asked).toMatchObject({
      ...{ command: 'RestoreStaff', kind: 'change', right: 'staff', proposedBy: 0, confirmedBy: 0, from },
      ...{ userId: user.id, reason: null, after: { role: 'admin', rights: EVERY_RIGHT.join(' '), frozen: 0 } },
    });
    expect(await told(second, 'staff.restore.asked', user.id)).toMatchObject({ facts: { time: from } });
    const listed = async () => (await expectSuccess(exchange.get('/app/audit/heads'))).restores;
    expect(await listed()).toEqual([{ user: user.id, at: now, from, end: null }]);
    const declined = send(first, '/staff/declineProposal', { proposal: asked.proposal, reason: 'we are all here' });
    const { proposal } = await expectSuccess(declined);
    expect((await proposals())[0]).toMatchObject({
      ...{ proposal, command: 'DeclineStaff', kind: 'restore', right: 'staff', subject: `proposal/${asked.proposal}` },
      ...{ proposedBy: first.id, reason: 'we are all here', waitMs: 0 },
    });
    await expectSuccess(confirm(proposal));
    expect(await proposals()).toEqual([]);
    expect(await listed()).toEqual([{ user: user.id, at: now, from, end: 'contradicted' }]);
    const contradicted = { title: 'A proposal is declined', text: expect.stringContaining('(break-glass)') };
    expect(await told(second, 'staff.declined')).toMatchObject(contradicted);
  });

  it('cannot make a change that others see only afterwards', async () => {
    const { proposal } = await expectSuccess(send(first, '/account/assignFeeTier', { userId: user.id, tier: 2 }));
    await expectSuccess(confirm(proposal));
    const floor = () => exchange.application.exchange.engine.state().members.get(user.id)?.floor?.level;
    expect([floor(), (await proposals())[0]]).toMatchObject([undefined, { kind: 'change', from: now + DAY_MS }]);
    const confirmation = { by: second.id, act: 'AssignFeeTier', time: now + DAY_MS };
    expect(await told(first, 'staff.confirmed')).toMatchObject({ facts: confirmation });
    await pass(DAY_MS - MINUTE_MS);
    expect(floor()).toBeUndefined();
    await pass(MINUTE_MS);
    expect([floor(), await proposals()]).toEqual([2, []]);
  });

  it('cannot change the terms of an index or a market, whether looser or tighter', async () => {
    const index = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 10_000, staleMs: 30_000, reason: 'terms' };
    const setIndex = (sourcesMin: number) => send(first, '/product/setIndexTerms', { ...index, sourcesMin });
    const sources = async () =>
      (await expectSuccess(exchange.get(`/audit/product/indexTerms?minPosition=${head()}`, first.ticket))).records;
    const change = (fields: object) =>
      send(first, '/product/changeMarketTerms', { market: 'BTC-USDT', reason: 'terms', ...fields });
    await expectSuccess(setIndex(3));
    // A newer proposal on the same subject replaces the older one.
    const { proposal } = await expectSuccess(setIndex(2));
    const market = await expectSuccess(change({ quantityMax: '150', bandPpb: 90_000_000, takerFeesPpb: [1_000_000] }));
    expect(await sources()).toEqual([]);
    expect(await proposals()).toMatchObject([
      {
        proposal: market.proposal,
        command: 'ChangeMarketTerms',
        right: 'markets',
        reason: 'terms',
        before: { market: 'BTC-USDT', quantityMax: '100', bandPpb: 100_000_000, takerFeesPpb: '2000000' },
        after: { quantityMax: '150', bandPpb: 90_000_000, takerFeesPpb: '1000000' },
      },
      { proposal, command: 'SetIndexTerms', before: {}, after: { symbol: 'BTC-USDT', sourcesMin: 2 } },
    ]);
    expect((await confirm(proposal, first)).code).toBe('approval.needs.another');
    for (const one of [proposal, market.proposal]) await expectSuccess(confirm(one));
    await pass(DAY_MS);
    expect(await proposals()).toEqual([]);
    expect(await sources()).toMatchObject([{ symbol: 'BTC-USDT', sourcesMin: 2 }]);
    expect(await expectSuccess(exchange.get('/app/product/detail?market=BTC-USDT'))).toMatchObject({
      quantityMax: '150',
    });
  });

  it('cannot list anything: proposals are shown in decimals', async () => {
    const asset = { asset: 'SOL', scale: 6, withdrawalFee: '0.01', withdrawalMin: '0.1' };
    const listed = await expectSuccess(send(first, '/product/listAsset', asset));
    const terms = { ...MARKET_TERMS, market: 'ETH-BTC', base: 'ETH', quote: 'BTC' };
    const market = await expectSuccess(send(first, '/product/listMarket', terms));
    expect(await proposals()).toMatchObject([
      {
        proposal: market.proposal,
        subject: 'market/ETH-BTC',
        after: { tick: '0.01', quantityMin: '0.00001', quantityMax: '100', notionalMin: '1', referencePrice: '50000' },
      },
      { proposal: listed.proposal, subject: 'asset/SOL', after: { ...asset, withdrawalFee: '0.01' } },
    ]);
    for (const { proposal } of [listed, market])
      await expectSuccess(send(second, '/staff/declineProposal', { proposal, reason: 'not yet' }));
  });

  it('loses proposals that nobody confirms in time', async () => {
    const { proposal } = await expectSuccess(send(first, '/account/assignFeeTier', { userId: user.id, tier: 1 }));
    await pass(3 * DAY_MS);
    expect(await proposals()).toEqual([]);
    expect(await told(second, 'staff.lapsed')).toMatchObject({ facts: { proposal } });
    expect((await confirm(proposal)).code).toBe('proposal.not.found');
  });
});

describe('an act by one of staff', () => {
  const acts = async (by = second): Promise<Json[]> =>
    (await expectSuccess(exchange.get(`/audit/staff/acts?minPosition=${head()}`, by.ticket))).records;
  const stateOf = () => exchange.application.exchange.engine.state().markets.get('ETH-USDT')?.state;
  const halt = (by: Person) => send(by, '/product/setMarketState', { market: 'ETH-USDT', state: 'cancel_only' });
  const lastLogged = async (action: string) =>
    (await expectSuccess(exchange.post('/audit/staff/log', { action }, first.ticket))).records[0];

  it('is announced to all with its end, and ends then', async () => {
    const { act, proposal } = await expectSuccess(halt(first));
    expect([act, proposal]).toEqual([{ act: expect.any(String), until: now + 4 * HOUR_MS }, undefined]);
    expect((await acts())[0]).toMatchObject({
      ...act,
      ...{ keepable: true, ended: null },
      ...{ kind: 'brake', command: 'SetMarketState', right: 'markets', subject: 'market/ETH-USDT', by: first.id },
    });
    expect(await told(second, 'staff.acted')).toMatchObject({
      facts: { act: 'SetMarketState', by: first.id, time: act.until },
      text: expect.stringContaining(`Staff #${first.id} alone: State of a market.`),
    });
    expect(await lastLogged('admin/product/setMarketState')).toMatchObject({ outcome: 'success', act: act.act });
    expect(stateOf()).toBe('cancel_only');
    await pass(4 * HOUR_MS);
    expect([stateOf(), (await acts())[0]]).toMatchObject(['open', { until: null, keepable: false, ended: 'lapsed' }]);
    await told(first, 'staff.act.ended');
    expect((await halt(first)).code).toBe('staff.act.again');
  });

  it('continues when another one extends it', async () => {
    const { act } = await expectSuccess(halt(second));
    const keep = (by: Person) => send(by, '/staff/keepAct', { act: act.act });
    expect((await keep(second)).code).toBe('approval.needs.another');
    await expectSuccess(keep(first));
    expect((await keep(first)).code).toBe('staff.act.not.found');
    await pass(5 * HOUR_MS);
    const kept = { act: act.act, until: null, keepable: false, ended: null };
    expect([stateOf(), (await acts())[0]]).toMatchObject(['cancel_only', kept]);
    const opened = await expectSuccess(send(first, '/product/setMarketState', { market: 'ETH-USDT', state: 'open' }));
    expect(await lastLogged('admin/product/setMarketState')).toMatchObject({ proposal: opened.proposal });
    await expectSuccess(confirm(opened.proposal));
    expect(stateOf()).toBe('open');
  });
});

describe('settings of the desk', () => {
  const line = (value: string) => bare(first, '/systemConfig/set', { key: 'custom_line', value });
  const shown = async () => (await expectSuccess(exchange.get('/app/systemConfig/getByKey?key=custom_line'))).value;

  it('take effect with two, and exactly as decided', async () => {
    const { proposal } = await expectSuccess(line('@desk'));
    expect((await proposals())[0]).toMatchObject({ after: { setting: 'config.custom_line', text: '@desk' } });
    await expectSuccess(confirm(proposal));
    expect(await shown()).toBe('');
    await pass(DAY_MS);
    expect(await shown()).toBe('@desk');
    expect(await expectSuccess(line('@desk'))).toEqual({ proposal: null });
    // Editing the database does not change the setting.
    const { database } = exchange.application.exchange;
    await database.sql.updateTable('staffTexts').set({ text: '@thief' }).where('text', '=', '@desk').execute();
    expect(await shown()).toBe('');
  });

  it('are refused beyond the configured bounds', async () => {
    const review = { secondApprovalAbove: '100001' };
    expect(await send(first, '/withdraw/setReview', review)).toMatchObject({
      code: 'terms.out.of.bounds',
      data: { maximum: '100000' },
    });
    const terms = { asset: 'USDT', chain: 'ERC20', minimum: '1', confirmations: 2 };
    expect(await send(first, '/recharge/setTerms', terms)).toMatchObject({
      code: 'terms.out.of.bounds',
      data: { minimum: 3 },
    });
    const lower = await expectSuccess(send(first, '/recharge/setTerms', { ...terms, confirmations: 3 }));
    await expectSuccess(send(second, '/staff/declineProposal', { proposal: lower.proposal, reason: 'no' }));
    const limit = { bindings: 1, limit: '2000', verifiedLimit: '10000' };
    // Both limits change, or neither.
    const beyond = { ...limit, verifiedLimit: '99999999999999' };
    expect((await bare(first, '/security/setWithdrawalLimit', beyond)).code).toBe('amount.above.maximum');
    expect(await proposals()).toEqual([]);
    const { proposals: asked } = await expectSuccess(bare(first, '/security/setWithdrawalLimit', limit));
    expect(asked).toHaveLength(1);
    expect((await proposals())[0]).toMatchObject({
      before: { bindings: 1, verified: 0, limit: '1000' },
      after: { bindings: 1, verified: 0, limit: '2000' },
    });
    await expectSuccess(send(second, '/staff/declineProposal', { proposal: asked[0], reason: 'no' }));
  });
});

describe('legal currency', () => {
  const credit = (amount: string, number: string) =>
    send(first, '/recharge/credit', { userId: user.id, asset: 'USD', amount, reference: `bank/${number}` });

  beforeAll(() => exchange.application.nest.get(VerifiedNames).setSource(async () => 'Ann Example'));

  it('is credited by a line of the bank’s statement, by two, once, within a daily limit', async () => {
    expect((await credit('700', 'A1')).code).toBe('statement.line.missing');
    const csv = 'reference,amount,name\na1,700,ANN EXAMPLE\nA2,400.50,Somebody Else\nA3,400.5,Ann Example';
    await expectSuccess(send(clerk, '/recharge/importStatement', { asset: 'USD', csv }));
    const wrong = { asset: 'USD', csv: 'reference,amount,name\nA9,x,Ann' };
    expect(await send(clerk, '/recharge/importStatement', wrong)).toMatchObject({
      code: 'statement.invalid',
      data: { line: 2 },
    });
    expect(await credit('701', 'A1')).toMatchObject({ code: 'statement.line.mismatch', data: { amount: '700' } });
    expect((await credit('400.5', 'A2')).code).toBe('statement.line.mismatch');
    const { proposal } = await expectSuccess(credit('700', 'A1'));
    expect((await proposals())[0]).toMatchObject({ kind: 'money', worth: '700', waitMs: 0, after: { amount: '700' } });
    expect((await confirm(proposal, clerk)).code).toBe('approval.needs.another');
    await expectSuccess(confirm(proposal));
    expect((await credit('700', 'A1')).code).toBe('recharge.already.credited');
    const { balances } = await expectSuccess(
      exchange.get(`/app/assets/balances?account=legal&minPosition=${head()}`, await exchange.logIn(user.email)),
    );
    expect(balances).toMatchObject([{ asset: 'USD', available: '700' }]);
    // One dollar is one USDT: 700 and 400.5 exceed 1000.
    expect(await credit('400.5', 'A3')).toMatchObject({ code: 'staff.day.exceeded', data: { left: '300' } });
  });

  it('is credited in batches with one factor, for amounts that were displayed', async () => {
    const csv = 'reference,amount,name\nB1,100,Ann Example\nB2,50.5,Ann Example';
    await expectSuccess(send(clerk, '/recharge/importStatement', { asset: 'USD', csv }));
    const request = (amount: string, reference: string) => {
      return { clientId: exchange.clientId(), userId: user.id, asset: 'USD', amount, reference: `bank/${reference}` };
    };
    const requests = [request('100', 'B1'), request('49.5', 'B9'), request('50.5', 'B2')];
    const batch = (sums: object, headers = {}) =>
      send(first, '/batch', { act: 'CreditRecharge', requests, sums }, headers);
    expect((await batch({ USD: '200' }, WITHOUT_FACTOR)).code).toBe('step.up.required');
    for (const sums of [{ USD: '199' }, { USD: '200', USDT: '1' }, {}])
      expect(await batch(sums)).toMatchObject({ code: 'request.invalid', data: { fields: [{ path: 'sums' }] } });
    const { results } = await expectSuccess(batch({ USD: '200.00' }));
    expect(results).toMatchObject([
      { clientId: requests[0].clientId, code: 'success', proposal: expect.any(String) },
      { clientId: requests[1].clientId, code: 'statement.line.missing' },
      { clientId: requests[2].clientId, code: 'success', proposal: expect.any(String) },
    ]);
    const { records } = await expectSuccess(
      exchange.post('/audit/staff/log', { action: 'admin/recharge/credit' }, first.ticket),
    );
    expect(records.slice(0, 3).map(({ outcome, proposal }: Json) => [outcome, proposal])).toEqual([
      ['success', results[2].proposal],
      ['statement.line.missing', undefined],
      ['success', results[0].proposal],
    ]);
    const many = Array.from({ length: 51 }, () => request('1', 'B1'));
    expect((await send(first, '/batch', { act: 'CreditRecharge', requests: many, sums: { USD: '51' } })).code).toBe(
      'request.invalid',
    );
    for (const { proposal } of [results[0], results[2]])
      await expectSuccess(send(second, '/staff/declineProposal', { proposal, reason: 'not today' }));
  });
});

it('new staff are announced to all, and approve nothing for three days', async () => {
  const third = await exchange.registered('user', 'third');
  await exchange.giveKey(third.id, third.email);
  const asked = { userId: third.id, role: 'admin', rights: ['users', 'staff'], reason: 'a third' };
  await expectSuccess(confirm((await expectSuccess(bare(first, '/staff/setRole', asked))).proposal));
  await pass(DAY_MS);
  third.ticket = await exchange.logIn(third.email);
  expect(await told(second, 'staff.named', third.id)).toMatchObject({ facts: { user: third.id } });
  const { records } = await expectSuccess(exchange.get('/admin/staff/list', first.ticket));
  expect(records.map(({ userId }: Json) => userId)).toEqual([first.id, second.id, clerk.id, third.id]);
  await expectSuccess(send(first, '/account/freeze', { userId: user.id, reason: 'again' }));
  const { proposal } = await expectSuccess(
    send(first, '/account/unfreeze', { userId: user.id, reason: 'cleared again' }),
  );
  expect((await confirm(proposal, third)).code).toBe('staff.too.new');
  await pass(3 * DAY_MS);
});

it('staff and settings from before the journal recorded them are recorded once', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'exchange-of-before-'));
  const email = 'admin-of-before@test.example';
  const staff = [
    { email, role: 'admin', rights: STAFF_RIGHTS },
    { email: 'other-of-before@test.example', role: 'admin', rights: ['users'] },
    { email: 'auditor-of-before@test.example', role: 'auditor', rights: [] },
  ] as const;
  const limit = { bindings: 2, dailyLimit: '5001', verifiedDailyLimit: '50002' };
  const settings = { custom_line: '@before' };
  const [admin, other, auditor] = await prepareFormerStaff(dataDir, staff, { settings, limit });
  const after = await HttpExchange.start({ DATA_DIR: dataDir });
  const known = after.application.exchange.engine.state().staff;
  expect([...known.people].map(([of, person]) => [of, person.role, person.rights.length])).toEqual([
    [admin, 'admin', 8],
    [other, 'admin', 1],
    [auditor, 'auditor', 0],
  ]);
  expect(known.rules.waitMs).toBe(0);
  await after.giveKey(admin, email);
  const ticket = await after.logIn(email);
  expect(await expectSuccess(after.get('/audit/staff/own', ticket))).toEqual({
    waitMs: 0,
    endNoticeMs: 0,
    userId: admin,
    role: 'admin',
    rights: EVERY_RIGHT,
  });
  expect((await expectSuccess(after.get('/app/systemConfig/getByKey?key=custom_line'))).value).toBe('@before');
  const limits = await expectSuccess(after.get('/admin/security/withdrawalLimits', ticket));
  expect(limits.records[1]).toEqual({ bindings: 2, limit: '5001', verifiedLimit: '50002' });
  const review = { secondApprovalAbove: '20000', clientId: 'asked-once' };
  const asked = await expectSuccess(after.post('/admin/withdraw/setReview', review, ticket));
  expect(asked.proposal).toBe('1');
  const told = after.headOfJournal().position;
  await after.halt();
  const again = await HttpExchange.start({ DATA_DIR: dataDir, STAFF_WAIT_MINUTES: '5' });
  // Only the rules, which have changed.
  const read = again.application.exchange.journal.read(told + 1);
  const types: string[] = [];
  for await (const { batch } of read) types.push(...batch.events.map(({ type }) => type));
  expect(types).toEqual(['StaffRulesSet']);
  // A retry returns the first answer.
  expect(await expectSuccess(again.post('/admin/withdraw/setReview', review, ticket))).toEqual({
    ...asked,
    repeated: true,
  });
  await again.stop();
});
