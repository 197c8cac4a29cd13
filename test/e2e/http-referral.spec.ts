/** Rebates over HTTP: rates by two of staff, whom one invited, and what a day that is over brought. */
import {
  referralDay,
  referralMember,
  referralOverview,
  referralRebate,
  referralRules,
  referralTerms,
} from '../../shared/wire/referral';
import { dayName, dayOf, dayStart } from '../../shared/rules/days';
import { rebatesPaid } from '../tools/rebates-paid';
import { HttpExchange, PASSWORD, done, type Json, type Person } from '../tools/http-exchange';

const HOUR = 3_600_000;
const RATES = { level1Ppb: 200_000_000, level2Ppb: 50_000_000, reason: 'opened' };

/** Of the exchange: noon of a day that is far away from its ends. */
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
  for (const person of [carol, maker]) await exchange.equip(admin, person, { USDT: '100000', BTC: '10' });
});
afterAll(() => exchange.stop());

const overview = async (person: Person) =>
  referralOverview.parse(await done(exchange.get(`/app/referral/overview?minPosition=${head()}`, person.ticket)));
const list = async (person: Person, at: string, body: object = {}): Promise<Json> =>
  done(exchange.post(`/app/referral/${at}`, body, person.ticket));
const head = () => exchange.headOfJournal().position;

/** By the code, as the link brings it along. */
async function invitedBy(inviter: Person, name: string): Promise<Person> {
  const { invitationCode } = await overview(inviter);
  const email = `${name}@test.example`;
  const code = await exchange.sentCode('register', email);
  const body = { channel: 'email', address: email, code, clientId: exchange.clientId(), agreement: true };
  const { userId } = await done(
    exchange.post('/app/account/register', { ...body, password: PASSWORD, invitationCode }),
  );
  return { id: userId, email, ticket: await exchange.logIn(email) };
}

async function trade(buyer: Person): Promise<void> {
  const order = { market: 'BTC-USDT', kind: 'limit', price: '50000', quantity: '0.1' };
  for (const [{ ticket }, side] of [[maker, 'sell'] as const, [buyer, 'buy'] as const]) {
    await done(exchange.post('/app/spot/place', { clientId: exchange.clientId(), side, ...order }, ticket));
  }
}

async function nextDay(): Promise<void> {
  now = dayStart(dayOf(now) + 1) + HOUR;
  await rebatesPaid(exchange, admin);
}

test('rates need two of staff, together at most a half, and everybody can read them', async () => {
  const before = referralRules.parse(await done(exchange.get('/app/referral/rules')));
  expect(before).toEqual({ rates: null, next: [] });
  const ask = (person: Person, body: object) =>
    exchange.post('/admin/referral/setTerms', { clientId: exchange.clientId(), ...RATES, ...body }, person.ticket);
  expect(await ask(admin, { level2Ppb: 300_000_001 })).toMatchObject({ code: 'referral.terms.invalid' });
  expect(await ask(admin, { from: 1 })).toMatchObject({ code: 'referral.terms.from.invalid' });
  expect(await ask(alice, {})).toMatchObject({ code: 'permission.denied' });
  await done(ask(admin, {}));
  expect(await ask(admin, {})).toMatchObject({ code: 'approval.needs.another' });
  const at = `/admin/referral/terms?minPosition=${head()}`;
  expect(referralTerms.parse(await done(exchange.get(at, second.ticket)))).toMatchObject({
    rates: null,
    proposed: { from: null, level1Ppb: 200_000_000, by: admin.id },
  });
  await done(ask(second, {}));
  await exchange.application.exchange.live.waitFor(head(), 5_000);
  expect(referralRules.parse(await done(exchange.get('/app/referral/rules')))).toMatchObject({
    rates: { level1Ppb: 200_000_000, level2Ppb: 50_000_000 },
  });
});

test('whoever invited sees both levels with masked names, and how far they have come', async () => {
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

test('what they paid in fees is shared out the next day, told once, and listed with its source', async () => {
  const day = dayName(dayOf(now));
  for (const inviter of [alice, bob]) await exchange.prove(admin, inviter);
  await trade(carol);
  expect(await list(alice, 'rebates', { minPosition: head() })).toMatchObject({ records: [], total: 0 });
  await nextDay();
  const position = head();
  const [rebate] = referralRebate.array().parse((await list(bob, 'rebates', { minPosition: position })).records);
  // 0.2 % of 0.1 BTC, and a fifth of it.
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
  const { balances } = await done(exchange.get(`/app/assets/balances?minPosition=${position}`, bob.ticket));
  expect(balances).toContainEqual(expect.objectContaining({ asset: 'BTC', account: 'spot', available: '0.00004' }));
});

test('whoever they are paid to has one message of it', async () => {
  const messages = async () =>
    (await done(exchange.post('/app/message/list', {}, bob.ticket))).records.filter(
      ({ key }: Json) => key === 'referral.paid',
    );
  let told = await messages();
  for (let tries = 0; told.length === 0 && tries < 100; tries++) {
    await exchange.application.exchange.progress.waitFor(head() + 1, 50);
    told = await messages();
  }
  expect(told).toMatchObject([{ facts: { day: dayName(dayOf(now) - 1) } }]);
});
