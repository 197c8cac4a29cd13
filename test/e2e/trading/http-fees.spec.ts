import type { PublishIndex } from '../../../server/core/command';
import { dayOf, dayStart, dayName } from '../../../shared/rules/days';
import { feeTiers, type FeeTiers } from '../../../shared/wire/product';
import {
  referralDay,
  referralMember,
  referralOverview,
  referralRebate,
  referralRules,
} from '../../../shared/products/referral/wire';
import { HttpExchange, expectSuccess, type Json, type Person, PASSWORD } from '../../tools/people/http-exchange';
import { openPerpetual } from '../../tools/fixtures/perpetual-listing';
import { rebatesPaid } from '../../tools/fixtures/rebates-paid';

const HOUR = 3_600_000;

/**
 * Fee levels of contracts over HTTP: a table set by two of staff, volume of a completed day, and fees from four o'clock
 * on.
 */
describe('fee levels', () => {
  const PERP = 'BTC-USDT-PERP';
  /** 0.1 BTC of volume reaches the first level. */
  const VOLUMES = ['0', '0.1', '5'];

  /** Clock of the exchange, starting at noon, far from the day's ends. */
  const noon = dayStart(dayOf(Date.now()) + 1) + 12 * HOUR;
  const midnight = noon + 12 * HOUR;
  let now = noon;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let alice: Person;
  let bob: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second');
    await exchange.listMarkets(admin);
    const rates = { makerFeesPpb: [200_000, 100_000], takerFeesPpb: [550_000, 400_000] };
    await openPerpetual(exchange, admin, rates);
    [alice, bob] = [await exchange.person('alice'), await exchange.person('bob')];
    for (const person of [alice, bob]) {
      await exchange.verifyAndFund(admin, person, { USDT: '100000' });
      const funds = { asset: 'USDT', from: 'spot', to: 'contract', amount: '50000' };
      await expectSuccess(
        exchange.post('/app/transfer/apply', { clientId: exchange.clientId(), ...funds }, person.ticket),
      );
    }
    // For the first ten minutes prices are bound more closely to the mark.
    now += 600_000;
    await publish();
  });
  afterAll(() => exchange.stop());

  async function publish(): Promise<void> {
    const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price: 5_000_000, at: now }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
    await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
  }
  const asked = async (ticket?: string): Promise<FeeTiers> =>
    feeTiers.parse(await expectSuccess(exchange.get('/app/product/feeTiers', ticket)));
  const ownOf = async ({ ticket }: Person) => (await asked(ticket)).products.perpetual.own;

  /** Alice's resting short is taken by Bob's long; returns the fee of each. */
  async function trade(quantity: string): Promise<{ maker: string; taker: string }> {
    const order = { market: PERP, act: 'open', kind: 'limit', price: '50000', quantity };
    const place = (person: Person, position: string) =>
      expectSuccess(
        exchange.post('/app/contract/place', { clientId: exchange.clientId(), position, ...order }, person.ticket),
      );
    await place(alice, 'short');
    const { position } = await place(bob, 'long');
    const feeOf = async ({ ticket }: Person): Promise<string> => {
      const { records } = await expectSuccess(exchange.post('/app/contract/fills', { minPosition: position }, ticket));
      return (records as Json[])[0]['fee'] as string;
    };
    return { maker: await feeOf(alice), taker: await feeOf(bob) };
  }

  /** Advances to the time, logs everyone in again, and lets due work run. */
  async function comes(time: number): Promise<void> {
    now = time;
    for (const person of [admin, second, alice, bob]) person.ticket = await exchange.logIn(person.email);
    await passes();
  }
  /** Due work runs between commands; a reader sees everything before the last of these. */
  async function passes(): Promise<void> {
    for (const _ of [1, 2, 3]) await exchange.fundHouse(admin, 'USDT', '1');
  }

  test('a table for contracts is proposed by one of staff, listed with its product, and confirmed by another', async () => {
    const body = { clientId: exchange.clientId(), product: 'perpetual', volumes: VOLUMES, reason: 'opened' };
    const { proposal } = await expectSuccess(exchange.post('/admin/product/setFeeTiers', body, admin.ticket));
    const list = `/audit/staff/proposals?minPosition=${exchange.headOfJournal().position}`;
    const { records } = await expectSuccess(exchange.get(list, second.ticket));
    const found: Json = (records as Json[]).find((one) => one.proposal === proposal);
    expect(found).toMatchObject({
      command: 'SetFeeTiers',
      before: { product: 'perpetual', volumes: '' },
      after: { product: 'perpetual', volumes: '0 · 0.1 · 5' },
    });
    expect((await asked()).products.perpetual).toEqual({ volumes: [], own: null });
    const confirmation = { clientId: exchange.clientId(), proposal, digest: found['digest'] };
    await expectSuccess(exchange.post('/admin/staff/confirmProposal', confirmation, second.ticket));
    await passes();
    expect((await asked()).products).toEqual({
      spot: { volumes: [], own: null },
      perpetual: { volumes: VOLUMES, own: null },
    });
    expect((await asked()).markets.map(({ market, product }) => [market, product])).toContainEqual([PERP, 'perpetual']);
  });

  test('volume of contracts counts from the next day on, and changes fees from four o’clock', async () => {
    // 5,000 USDT at 0.02 % and 0.055 %.
    expect(await trade('0.1')).toEqual({ maker: '1', taker: '2.75' });
    const none = { level: 0, volume: '0', next: null, floor: null, missing: '0.1' };
    expect(await ownOf(bob)).toEqual(none);

    await comes(midnight);
    const from = midnight + 4 * HOUR;
    const next = { level: 0, volume: '0.1', next: { level: 1, from }, floor: null, missing: '4.9' };
    expect([await ownOf(alice), await ownOf(bob)]).toEqual([next, next]);
    // Spot levels are unaffected.
    expect((await asked(bob.ticket)).products.spot.own).toEqual({ ...none, missing: null });

    await comes(from);
    for (let seconds = 0; seconds <= 60; seconds += 10) {
      now += 10_000;
      await publish();
    }
    expect(await ownOf(bob)).toEqual({ ...next, level: 1, next: null });
    // 0.01 % and 0.04 %.
    expect(await trade('0.1')).toEqual({ maker: '0.5', taker: '2' });
  });

  test('survives a restart', async () => {
    const { dataDir } = exchange;
    await exchange.halt();
    exchange = await HttpExchange.start({ DATA_DIR: dataDir }, { clock: () => now });
    [alice.ticket, bob.ticket] = [await exchange.logIn(alice.email), await exchange.logIn(bob.email)];
    expect(await ownOf(bob)).toMatchObject({ level: 1, volume: '0.1', missing: '4.9' });
    expect((await asked()).products.perpetual.volumes).toEqual(VOLUMES);
  });
});

/** Rebates over HTTP: rates set by two of staff, invited users, and the rebates of a completed day. */
describe('referral', () => {
  const RATES = { level1Ppb: 200_000_000, level2Ppb: 50_000_000, reason: 'opened' };

  /** Clock of the exchange, starting at noon, far from the day's ends. */
  let now = dayStart(dayOf(Date.now()) + 1) + 12 * HOUR;
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let alice: Person;
  let bob: Person;
  let carol: Person;
  let maker: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second');
    await exchange.listMarkets(admin);
    alice = await exchange.person('alice');
    bob = await invitedBy(alice, 'bob');
    carol = await invitedBy(bob, 'carol');
    maker = await exchange.person('maker');
    for (const person of [carol, maker]) await exchange.verifyAndFund(admin, person, { USDT: '100000', BTC: '10' });
  });
  afterAll(() => exchange.stop());

  const overview = async (person: Person) =>
    referralOverview.parse(
      await expectSuccess(exchange.get(`/app/referral/overview?minPosition=${head()}`, person.ticket)),
    );
  const list = async (person: Person, at: string, body: object = {}): Promise<Json> =>
    expectSuccess(exchange.post(`/app/referral/${at}`, body, person.ticket));
  const head = () => exchange.headOfJournal().position;

  /** Registers with the code, as the link does. */
  async function invitedBy(inviter: Person, name: string): Promise<Person> {
    const { invitationCode } = await overview(inviter);
    const email = `${name}@test.example`;
    const code = await exchange.sentCode('register', email);
    const body = { channel: 'email', address: email, code, clientId: exchange.clientId(), agreement: true };
    const { userId } = await expectSuccess(
      exchange.post('/app/account/register', { ...body, password: PASSWORD, invitationCode }),
    );
    return { id: userId, email, ticket: await exchange.logIn(email) };
  }

  async function trade(buyer: Person): Promise<void> {
    const order = { market: 'BTC-USDT', kind: 'limit', price: '50000', quantity: '0.1' };
    for (const [{ ticket }, side] of [[maker, 'sell'] as const, [buyer, 'buy'] as const]) {
      await expectSuccess(exchange.post('/app/spot/place', { clientId: exchange.clientId(), side, ...order }, ticket));
    }
  }

  async function nextDay(): Promise<void> {
    now = dayStart(dayOf(now) + 1) + HOUR;
    await rebatesPaid(exchange, admin);
  }

  test('rates need two of staff, are at most one half in total, and are public', async () => {
    const before = referralRules.parse(await expectSuccess(exchange.get('/app/referral/rules')));
    expect(before).toEqual({ rates: null, next: [] });
    const ask = (person: Person, body: object) =>
      exchange.post('/admin/referral/setTerms', { clientId: exchange.clientId(), ...RATES, ...body }, person.ticket);
    expect(await ask(admin, { level2Ppb: 300_000_001 })).toMatchObject({ code: 'referral.terms.invalid' });
    expect(await ask(admin, { from: 1 })).toMatchObject({ code: 'referral.terms.from.invalid' });
    expect(await ask(alice, {})).toMatchObject({ code: 'permission.denied' });
    const proposed = await ask(admin, {});
    expect(await ask(admin, {})).toMatchObject({ code: 'proposal.already.open' });
    const at = `/admin/referral/terms?minPosition=${head()}`;
    expect(referralRules.parse(await expectSuccess(exchange.get(at, second.ticket)))).toMatchObject({ rates: null });
    await exchange.withApproval(Promise.resolve(proposed));
    await exchange.application.exchange.live.waitFor(head(), 5_000);
    expect(referralRules.parse(await expectSuccess(exchange.get('/app/referral/rules')))).toMatchObject({
      rates: { level1Ppb: 200_000_000, level2Ppb: 50_000_000 },
    });
  });

  test('inviters see both levels with masked names and progress', async () => {
    const levels = async (level: 1 | 2) => {
      const page = await list(alice, 'members', { level });
      return referralMember.array().parse(page.records);
    };
    expect(await overview(alice)).toMatchObject({ level1: 1, level2: 1, totals: [] });
    expect(await levels(1)).toMatchObject([{ name: 'bo***', status: 'registered' }]);
    expect(await levels(2)).toMatchObject([{ name: 'ca***', status: 'verified' }]);
    const [{ id }] = await levels(1);
    expect(await list(alice, 'members', { level: 1, before: id })).toMatchObject({ records: [], total: 1 });
    expect(await list(maker, 'members', { level: 1 })).toMatchObject({ records: [], total: 0 });
    expect(await exchange.post('/app/referral/members', { level: 3 }, alice.ticket)).toMatchObject({
      code: 'request.invalid',
    });
    expect(await exchange.post('/app/referral/members', { level: 1 })).toMatchObject({ code: 'login.user.not.login' });
  });

  test('their fees are shared the next day, once, and listed with their source', async () => {
    const day = dayName(dayOf(now));
    for (const inviter of [alice, bob]) await exchange.prove(admin, inviter);
    await trade(carol);
    expect(await list(alice, 'rebates', { minPosition: head() })).toMatchObject({ records: [], total: 0 });
    await nextDay();
    const position = head();
    const [rebate] = referralRebate.array().parse((await list(bob, 'rebates', { minPosition: position })).records);
    // 0.2 % of 0.1 BTC, and one fifth of that.
    expect(rebate).toMatchObject({ day, level: 1, source: 'ca***', asset: 'BTC', fee: '0.0002', amount: '0.00004' });
    expect(await list(alice, 'rebates', { day, level: 2 })).toMatchObject({ records: [{ amount: '0.00001' }] });
    expect(await list(alice, 'rebates', { level: 1 })).toMatchObject({ total: 0 });
    expect(await list(bob, 'rebates', { before: rebate.id })).toMatchObject({ records: [], total: 0 });
    expect(await exchange.post('/app/referral/rebates', { day: '2026-13-40' }, bob.ticket)).toMatchObject({
      code: 'request.invalid',
    });
    const span = { from: now - 48 * HOUR, to: now };
    expect(referralDay.array().parse(await list(alice, 'days', span))).toEqual([
      { day, asset: 'BTC', level1: '0', level2: '0.00001', rebates: 1 },
    ]);
    expect(await overview(alice)).toMatchObject({ totals: [{ asset: 'BTC', level1: '0', level2: '0.00001' }] });
    expect((await list(alice, 'members', { level: 2 })).records).toMatchObject([{ status: 'traded' }]);
    const { balances } = await expectSuccess(exchange.get(`/app/assets/balances?minPosition=${position}`, bob.ticket));
    expect(balances).toContainEqual(expect.objectContaining({ asset: 'BTC', account: 'spot', available: '0.00004' }));
  });

  test('the receiver gets one message about it', async () => {
    const messages = async () =>
      (await expectSuccess(exchange.post('/app/message/list', {}, bob.ticket))).records.filter(
        ({ key }: Json) => key === 'referral.paid',
      );
    let told = await messages();
    for (let tries = 0; told.length === 0 && tries < 100; tries++) {
      await exchange.application.exchange.progress.waitFor(head() + 1, 50);
      told = await messages();
    }
    expect(told).toMatchObject([{ facts: { day: dayName(dayOf(now) - 1) } }]);
  });
});
