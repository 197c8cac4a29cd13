/** Index prices over HTTP: what staff set, what a feed publishes, and what everybody reads. */
import type { PublishIndex } from '../../server/core/command';
import { HttpExchange, done, type Person } from '../tools/http-exchange';

let exchange: HttpExchange;
let admin: Person;
let auditor: Person;
let user: Person;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_PROJECTION_WAIT_MS_MAX: '2000' });
  [admin, auditor, user] = [
    await exchange.staff('admin'),
    await exchange.staff('auditor'),
    await exchange.person('somebody'),
  ];
});
afterAll(() => exchange.stop());

let clientIds = 0;
const TERMS = {
  symbol: 'BTC-USDT',
  decimals: 2,
  sourceStaleMs: 60_000,
  staleMs: 60_000,
  sourcesMin: 2,
  reason: 'listed',
};
const setTerms = (fields: object, by: Person = admin) =>
  exchange.post('/admin/product/setIndexTerms', { clientId: `t-${++clientIds}`, ...TERMS, ...fields }, by.ticket);
const termsOf = (by: Person, minPosition?: number) =>
  exchange.get(`/audit/product/indexTerms${minPosition === undefined ? '' : `?minPosition=${minPosition}`}`, by.ticket);
const index = (symbol = 'BTC-USDT') => exchange.get(`/app/product/index?symbol=${symbol}`);

async function publish(...prices: number[]): Promise<void> {
  const { engine } = exchange.application.exchange;
  const at = Date.now();
  const sources = prices.map((price, number) => ({ source: `source ${number}`, price, at }));
  const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
  await expect(engine.submit({ actor: 'feed/index', command })).resolves.toMatchObject({ repeated: false });
}

it('there is none before staff say on which terms, and no price before a feed publishes one', async () => {
  expect(await index()).toMatchObject({ status: 200, code: 'index.symbol.unknown', data: null });
  const { position } = await done(setTerms({}));
  expect((await done(termsOf(auditor, position))).records).toEqual([
    { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 60_000, staleMs: 60_000, sourcesMin: 2 },
  ]);
  expect(await done(index())).toEqual({
    symbol: 'BTC-USDT',
    price: null,
    at: null,
    isStale: true,
    sources: [],
    asOf: expect.any(Number),
  });
});

it('everybody reads the price with its sources, and that it is stale', async () => {
  await publish(10_000, 10_100, 99_999);
  const read = await done(index());
  expect(read).toMatchObject({
    price: '100.5',
    isStale: false,
    sources: [
      { name: 'source 0', price: '100' },
      { name: 'source 1', price: '101' },
    ],
  });
  expect(read.sources[0].at).toBeLessThanOrEqual(read.at);
  expect(read.at).toBeLessThanOrEqual(read.asOf);
  const { position } = await done(setTerms({ staleMs: 1_000 }));
  await done(termsOf(admin, position));
  // By the exchange's own clock, which this test does not wait for.
  const later = await done(index());
  expect(later.isStale).toBe(later.asOf - later.at > 1_000);
});

it('staff who may, set terms within their bounds, and nobody sets a price', async () => {
  expect((await setTerms({ decimals: 3 })).code).toBe('index.decimals.fixed');
  expect((await setTerms({ symbol: 'bitcoin' })).code).toBe('index.terms.invalid');
  expect((await setTerms({ sourcesMin: 17 })).code).toBe('request.invalid');
  expect((await setTerms({ price: '1' })).code).toBe('request.invalid');
  expect((await setTerms({ reason: '' })).code).toBe('request.invalid');
  for (const person of [user, auditor]) expect((await setTerms({}, person)).code).toBe('permission.denied');
  expect((await termsOf(user)).code).toBe('permission.denied');
  expect((await termsOf(admin, Number.MAX_SAFE_INTEGER)).code).toBe('projection.behind');
});

it('the same terms under the same client id are set once', async () => {
  const again = { clientId: 'again', symbol: 'ETH-USDT' };
  const first = await done(setTerms(again));
  expect(await done(setTerms(again))).toEqual({ position: first.position, repeated: true });
  expect((await setTerms({ ...again, staleMs: 2_000 })).code).toBe('client.id.reused');
});
