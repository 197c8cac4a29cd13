/** Fee levels of contracts over HTTP: a table that takes two of staff, a day that is over, and what is charged from four o'clock. */
import type { PublishIndex } from '../../server/core/command';
import { dayOf, dayStart } from '../../shared/rules/days';
import { feeTiers, type FeeTiers } from '../../shared/wire/product';
import { HttpExchange, done, type Json, type Person } from '../tools/http-exchange';
import { PERPETUAL_TERMS } from '../tools/perpetual-listing';

const PERP = 'BTC-USDT-PERP';
const HOUR = 3_600_000;
/** 0.1 BTC of volume brings the first level. */
const VOLUMES = ['0', '0.1', '5'];

/** Of the exchange: noon of a day that is far away from its ends. */
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
  const index = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 };
  await exchange.act(admin, '/product/setIndexTerms', { ...index, reason: 'listed' });
  const rates = { makerFeesPpb: [200_000, 100_000], takerFeesPpb: [550_000, 400_000] };
  await exchange.act(admin, '/product/listPerpetualMarket', { ...PERPETUAL_TERMS, ...rates });
  await exchange.act(admin, '/product/setPerpetualMarketState', { market: PERP, state: 'open' });
  [alice, bob] = [await exchange.person('alice'), await exchange.person('bob')];
  for (const person of [alice, bob]) {
    await exchange.equip(admin, person, { USDT: '100000' });
    const funds = { asset: 'USDT', from: 'spot', to: 'contract', amount: '50000' };
    await done(exchange.post('/app/transfer/apply', { clientId: exchange.clientId(), ...funds }, person.ticket));
  }
  // In the first ten minutes prices keep nearer to the mark.
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
  feeTiers.parse(await done(exchange.get('/app/product/feeTiers', ticket)));
const ownOf = async ({ ticket }: Person) => (await asked(ticket)).products.perpetual.own;

/** Alice's short rests, and Bob's long meets it; what each paid for it. */
async function trade(quantity: string): Promise<{ maker: string; taker: string }> {
  const order = { market: PERP, act: 'open', kind: 'limit', price: '50000', quantity };
  const place = (person: Person, position: string) =>
    done(exchange.post('/app/contract/place', { clientId: exchange.clientId(), position, ...order }, person.ticket));
  await place(alice, 'short');
  const { position } = await place(bob, 'long');
  const feeOf = async ({ ticket }: Person): Promise<string> => {
    const { records } = await done(exchange.post('/app/contract/fills', { minPosition: position }, ticket));
    return (records as Json[])[0]['fee'] as string;
  };
  return { maker: await feeOf(alice), taker: await feeOf(bob) };
}

/** The time comes, everybody logs in anew, and what is due by then is paid. */
async function comes(time: number): Promise<void> {
  now = time;
  for (const person of [admin, second, alice, bob]) person.ticket = await exchange.logIn(person.email);
  await passes();
}
/** What is due is paid between commands, and those who look see what came before the last of these. */
async function passes(): Promise<void> {
  for (const _ of [1, 2, 3])
    await exchange.act(admin, '/house/fund', { asset: 'USDT', amount: '1', reason: 'time goes by' });
}

test('a table of contracts is proposed by one of staff, told with its product, and confirmed by another', async () => {
  const body = { clientId: exchange.clientId(), product: 'perpetual', volumes: VOLUMES, reason: 'opened' };
  const { proposal } = await done(exchange.post('/admin/product/setFeeTiers', body, admin.ticket));
  const list = `/audit/staff/proposals?minPosition=${exchange.headOfJournal().position}`;
  const { records } = await done(exchange.get(list, second.ticket));
  const found: Json = (records as Json[]).find((one) => one.proposal === proposal);
  expect(found).toMatchObject({
    command: 'SetFeeTiers',
    before: { product: 'perpetual', volumes: '' },
    after: { product: 'perpetual', volumes: '0 · 0.1 · 5' },
  });
  expect((await asked()).products.perpetual).toEqual({ volumes: [], own: null });
  const confirmation = { clientId: exchange.clientId(), proposal, digest: found['digest'] };
  await done(exchange.post('/admin/staff/confirmProposal', confirmation, second.ticket));
  await passes();
  expect((await asked()).products).toEqual({
    spot: { volumes: [], own: null },
    perpetual: { volumes: VOLUMES, own: null },
  });
  expect((await asked()).markets.map(({ market, product }) => [market, product])).toContainEqual([PERP, 'perpetual']);
});

test('what is traded there counts from the next day on, and is charged from four o’clock', async () => {
  // 5,000 USDT at 0.02 % and 0.055 %.
  expect(await trade('0.1')).toEqual({ maker: '1', taker: '2.75' });
  const none = { level: 0, volume: '0', next: null, floor: null, missing: '0.1' };
  expect(await ownOf(bob)).toEqual(none);

  await comes(midnight);
  const from = midnight + 4 * HOUR;
  const next = { level: 0, volume: '0.1', next: { level: 1, from }, floor: null, missing: '4.9' };
  expect([await ownOf(alice), await ownOf(bob)]).toEqual([next, next]);
  // Nothing of it is spot's.
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
