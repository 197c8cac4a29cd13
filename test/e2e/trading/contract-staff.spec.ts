/**
 * Staff and perpetual contracts: locks set by one and released by two, announced terms and delistings, the insurance
 * fund.
 */
import type { PublishIndex } from '../../../server/core/command';
import { contractPositions } from '../../../shared/products/perpetual/stream';
import {
  insuranceFunds,
  perpetualTermsAnswer,
  staffPosition,
  type StaffPosition,
} from '../../../shared/products/perpetual/staff';
import { riskBoard } from '../../../shared/wire/desk';
import type { StaffLogRecord } from '../../../shared/wire/staff';
import { HttpExchange, expectSuccess, type Json, type Person } from '../../tools/people/http-exchange';
import { INSURED, openPerpetual, PERPETUAL_TERMS } from '../../tools/fixtures/perpetual-listing';

/** A few seconds of polling. */
const TRIES_MAX = 200;
const PERP = 'BTC-USDT-PERP';
const HOUR_MS = 3_600_000;
/** Clock of the exchange: the test skips hours and days. */
let now = Date.now();

let exchange: HttpExchange;
let admin: Person;
let second: Person;
let auditor: Person;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
  [admin, second, auditor] = [
    await exchange.staff('admin'),
    await exchange.staff('admin', 'second'),
    await exchange.staff('auditor'),
  ];
  await exchange.listMarkets(admin);
  await openPerpetual(exchange, admin);
  [alice, bob] = [await exchange.person('alice'), await exchange.person('bob')];
  for (const person of [alice, bob]) {
    await exchange.verifyAndFund(admin, person, { USDT: '100000' });
    const moved = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'contract', amount: '50000' };
    await expectSuccess(exchange.post('/app/transfer/apply', moved, person.ticket));
  }
  await publish();
  await trade(alice, { act: 'open', position: 'short', kind: 'limit', price: '50000' });
  await trade(bob, { act: 'open', position: 'long', kind: 'market' });
});
afterAll(() => exchange.stop());

async function publish(): Promise<void> {
  const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price: 5_000_000, at: now }));
  const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
  await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
}
const trade = (person: Person, order: object) => expectSuccess(ask(person, 'place', { ...order, quantity: '0.1' }));
const ask = (person: Person, at: string, body: object) =>
  exchange.post(`/app/contract/${at}`, { clientId: exchange.clientId(), market: PERP, ...body }, person.ticket);
const asStaff = (person: Person, at: string, body: object) =>
  exchange.post(`/admin${at}`, { clientId: exchange.clientId(), ...body }, person.ticket);
const positionsOf = async (person: Person): Promise<Json> => {
  const { position } = exchange.headOfJournal();
  const { data } = await exchange.get(
    `/admin/contract/positions?userId=${person.id}&minPosition=${position}`,
    admin.ticket,
  );
  return contractPositions.parse(data).positions[0];
};
const listed = async (body: object = {}, reader: Person = auditor): Promise<StaffPosition[]> => {
  const { position: minPosition } = exchange.headOfJournal();
  const { data } = await exchange.post('/audit/contract/positions', { ...body, minPosition }, reader.ticket);
  return data.records.map((record: unknown) => staffPosition.parse(record));
};
const lookedUp = async (at: string, reader: Person): Promise<Json> => {
  const { position } = exchange.headOfJournal();
  const { code, data } = await exchange.get(
    `${at}${at.includes('?') ? '&' : '?'}minPosition=${position}`,
    reader.ticket,
  );
  expect(code).toBe('success');
  return data;
};
const logOf = async (action: string): Promise<StaffLogRecord[]> => {
  const { data } = await exchange.post('/audit/staff/log', { pageSize: 200, action }, auditor.ticket);
  return data.records;
};

it('the risk board shows auditors and market admins open interest against its cap, and the largest positions', async () => {
  const { data } = await exchange.get('/audit/risk', auditor.ticket);
  const board = riskBoard.parse(data);
  const totals = { long: '5000', short: '5000', positions: 2, insurance: INSURED };
  expect(board.contracts).toMatchObject([{ market: PERP, quote: 'USDT', ...totals }]);
  expect(board.largest.map(({ userId, side, value }) => [userId, side, value])).toEqual(
    expect.arrayContaining([
      [alice.id, 'short', '5000'],
      [bob.id, 'long', '5000'],
    ]),
  );
  expect(board.feeds).toMatchObject([{ symbol: 'BTC-USDT', price: '50000', sources: 3, sourcesMin: 2 }]);
  // A request within seconds gets the cached answer.
  expect((await exchange.get('/audit/risk', admin.ticket)).data).toEqual(data);
  expect((await exchange.get('/audit/risk', alice.ticket)).code).toBe('permission.denied');
});

it("shows a user's positions to staff with the right only", async () => {
  expect(await positionsOf(bob)).toMatchObject({ market: PERP, side: 'long', quantity: '0.1', isLocked: false });
  const asked = `/admin/contract/positions?userId=${bob.id}`;
  expect((await exchange.get(asked, bob.ticket)).code).toBe('permission.denied');
  expect((await exchange.get('/admin/contract/positions', admin.ticket)).code).toBe('request.invalid');
});

it('lists all positions, nearest to liquidation first, for auditors too', async () => {
  const all = await listed();
  expect(all.map(({ userId, side }) => [userId, side]).sort()).toEqual([
    [alice.id, 'short'],
    [bob.id, 'long'],
  ]);
  expect(all[0].distance).not.toBeNull();
  expect(Number(all[0].distance)).toBeLessThanOrEqual(Number(all[1].distance));
  const [long] = await listed({ userId: bob.id });
  expect(long).toMatchObject({ entry: '50000', mark: '50000', unrealised: '0', adl: 5 });
  expect(long).toMatchObject({ market: PERP, quantity: '0.1', isLocked: false, lockedUntil: null });
  expect(Number(long.marginRatio)).toBeGreaterThan(0);
  expect(Number(long.marginRatio)).toBeLessThan(1);
  expect(await listed({ side: 'short' })).toMatchObject([{ userId: alice.id }]);
  expect(await listed({ market: PERP, side: 'long', userId: alice.id })).toEqual([]);
  expect(await listed({ pageIndex: 2, pageSize: 1 })).toEqual([all[1]]);

  const ask = (body: object, reader: Person) => exchange.post('/audit/contract/positions', body, reader.ticket);
  expect((await ask({}, bob)).code).toBe('permission.denied');
  expect((await ask({ market: 'BTC-USDT' }, auditor)).code).toBe('market.unknown');
  expect((await ask({ side: 'up' }, auditor)).code).toBe('request.invalid');
  expect((await ask({ pageIndex: 1_000, pageSize: 200 }, auditor)).code).toBe('page.too.deep');
});

it('locks a position by one of staff at once, and unlocks it by two, with each act logged', async () => {
  const { id: contract } = await positionsOf(bob);
  const wish = { contract, reason: 'claim 17' };
  expect((await asStaff(bob, '/contract/lock', wish)).code).toBe('permission.denied');
  expect((await asStaff(admin, '/contract/lock', { contract })).code).toBe('request.invalid');
  expect((await asStaff(admin, '/contract/lock', { ...wish, contract: '999' })).code).toBe('position.none');
  expect((await asStaff(admin, '/contract/unlock', wish)).code).toBe('position.not.locked');

  const clientId = exchange.clientId();
  const locked = await expectSuccess(asStaff(second, '/contract/lock', { ...wish, clientId }));
  expect(locked.act).toEqual({ act: expect.any(String), until: null });
  expect(await expectSuccess(asStaff(second, '/contract/lock', { ...wish, clientId }))).toEqual({
    ...locked,
    repeated: true,
  });
  expect(await positionsOf(bob)).toMatchObject({ isLocked: true });
  const [shown] = await listed({ userId: bob.id });
  expect(shown).toMatchObject({ isLocked: true, lockedUntil: expect.any(Number) });
  expect(shown.lockedUntil).toBeGreaterThan(now);
  expect(shown.lockedUntil).toBeLessThanOrEqual(now + HOUR_MS);
  const adding = { position: 'long', act: 'add', amount: '1' };
  expect((await ask(bob, 'adjustMargin', adding)).code).toBe('position.locked');

  const unlocked = await asStaff(second, '/contract/unlock', wish);
  expect(unlocked.data.proposal).toEqual(expect.any(String));
  expect(await positionsOf(bob)).toMatchObject({ isLocked: true });
  await exchange.withApproval(Promise.resolve(unlocked));
  await expectSuccess(ask(bob, 'adjustMargin', adding));
  expect((await asStaff(second, '/contract/lock', wish)).code).toBe('staff.act.again');
  const acts = (await logOf('admin/contract/lock')).filter(({ outcome }) => outcome === 'success');
  expect(acts[0]).toMatchObject({
    staff: second.id,
    target: `contract/${contract}`,
    reason: 'claim 17',
    act: locked.act.act,
  });
});

it('ends a lock after an hour', async () => {
  const { id: contract } = await positionsOf(bob);
  await expectSuccess(asStaff(admin, '/contract/lock', { contract, reason: 'claim 18' }));
  expect(await positionsOf(bob)).toMatchObject({ isLocked: true });
  now += HOUR_MS + 60_000;
  // Their sessions have ended by then.
  for (const person of [admin, second, auditor, alice, bob]) person.ticket = await exchange.logIn(person.email);
  // Due work runs between commands when time permits.
  await publish();
  for (let tries = 0; tries < TRIES_MAX && (await positionsOf(bob)).isLocked; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await positionsOf(bob)).toMatchObject({ isLocked: false });
});

it('changes tiers and caps, and rejects invalid changes', async () => {
  const change = (body: object) =>
    exchange.withApproval(asStaff(admin, '/product/changePerpetualTerms', { market: PERP, reason: 'risk', ...body }));
  expect((await change({ market: 'BTC-USDT', fundingCapPpb: 1 })).code).toBe('market.unknown');
  expect((await change({})).code).not.toBe('success');
  expect((await change({ openInterestMax: '0.000000001' })).code).toBe('amount.too.precise');
  expect((await change({ tiers: [] })).code).toBe('request.invalid');
  const tiers = PERPETUAL_TERMS.tiers.map((tier) => ({ ...tier, leverageMax: Math.min(tier.leverageMax, 100) }));
  await expectSuccess(change({ openInterestMax: '9000000', tiers }));
  await publish();
  const { data } = await exchange.get(`/app/contract/info?market=${PERP}`);
  expect(data).toMatchObject({ openInterestMax: '9000000' });
  const terms = perpetualTermsAnswer.parse(await lookedUp(`/admin/product/perpetualTerms?market=${PERP}`, admin));
  // Tighter tiers apply to orders at once and to positions a day later.
  expect(terms).toMatchObject({ endsAt: null, present: { openInterestMax: '9000000', tiers } });
  expect(terms.pending).toMatchObject({ isForOrders: true, tiers, openInterestMax: '9000000' });
  expect(terms.pending).not.toHaveProperty('impactNotional');
  expect(Number(terms.pending?.positionsFrom) - Number(terms.pending?.from)).toBe(24 * HOUR_MS);
  const asked = '/admin/product/perpetualTerms?market=';
  expect((await exchange.get(`${asked}BTC-USDT`, admin.ticket)).code).toBe('market.unknown');
  expect((await exchange.get(`${asked}${PERP}`, auditor.ticket)).code).toBe('permission.denied');
  const [{ facts }] = await logOf('admin/product/changePerpetualTerms');
  expect(facts).toMatchObject({ openInterestMax: '9000000', tiers: expect.stringContaining('50000/100/4000000') });
});

it("fills the insurance fund from the owners' money, up to their balance", async () => {
  const fund = (amount: string) =>
    exchange.withApproval(asStaff(admin, '/house/fundInsurance', { asset: 'USDT', amount, reason: 'reserve' }));
  expect((await fund('100')).code).not.toBe('success');
  await exchange.fundHouse(admin, 'USDT', '1000');
  const balance = async () => {
    const { records } = insuranceFunds.parse(await lookedUp('/audit/contract/insurance', auditor));
    expect(records).toMatchObject([{ asset: 'USDT' }]);
    return records[0].balance;
  };
  const before = await balance();
  await expectSuccess(fund('100'));
  const after = await balance();
  expect(Number(after)).toBeCloseTo(Number(before) + 100, 8);
  expect((await exchange.get(`/app/contract/info?market=${PERP}`)).data).toMatchObject({ insurance: after });
  expect((await exchange.get('/audit/contract/insurance', bob.ticket)).code).toBe('permission.denied');
});

it('announces a delisting with enough notice, and publishes its time', async () => {
  const end = (endsAt: number, market = PERP) =>
    exchange.withApproval(asStaff(admin, '/product/endPerpetualMarket', { market, endsAt, reason: 'no more demand' }));
  expect((await end(now + 60_000)).code).toBe('terms.from.invalid');
  expect((await end(now + HOUR_MS, 'BTC-USDT')).code).toBe('market.unknown');
  const endsAt = now + HOUR_MS;
  await expectSuccess(end(endsAt));
  expect((await end(endsAt)).code).toBe('market.state.unchanged');
  expect((await exchange.get(`/app/contract/info?market=${PERP}`)).data).toMatchObject({ endsAt });
  const { data } = await exchange.post('/app/product/indexList', { pageIndex: 1, pageSize: 100 });
  expect(data.records.find(({ name }: Json) => name === PERP).contract).toMatchObject({ endsAt });
  expect(await lookedUp(`/admin/product/perpetualTerms?market=${PERP}`, admin)).toMatchObject({ endsAt });
});
