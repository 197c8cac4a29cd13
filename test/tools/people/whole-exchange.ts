/** An exchange with every product open, and one user with data in each, so that most reads return something. */
import type { Actor, Command } from '../../../server/core/command';
import { LANGUAGES } from '../../../shared/wire/languages';
import { expectSuccess, HttpExchange, type Json, type Person } from './http-exchange';
import { createFullAccount, type FullAccount } from './full-account';
import { openPerpetual, PERPETUAL_TERMS } from '../fixtures/perpetual-listing';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
export const [SPOT, PERP] = ['BTC-USDT', PERPETUAL_TERMS.market];
export const OPTION = {
  ...{ symbol: SPOT, asset: 'USDT', amountMin: '10', amountMax: '1000', sideMax: '50000', totalMax: '80000' },
  ...{ userMax: '30000', levelsUserMax: '0', durations: [{ durationMs: 30_000, payoutPpb: 800_000_000 }], reason: 'r' },
};
export const SAVING = {
  ...{ product: 'USDT-7', name: '7 days', asset: 'USDT', termDays: 7, annualRatePpb: 50_000_000, quota: '5000' },
  ...{ amountMin: '10', userMax: '3000', reason: 'r' },
};
export const MINING = {
  ...{ product: 'USDT-3', name: '3 days', asset: 'USDT', incomeAsset: 'USDT', termDays: 3, dailyRatePpb: 1_000_000 },
  ...{ payout: 'daily', rebate: null, quota: '5000', amountMin: '100', amountMax: '2000', reason: 'r' },
};
export const ROBOTS = { market: SPOT, state: 'open', amountMin: '100', userMax: '9000', reason: 'r' };
export const INDEX = {
  ...{ symbol: 'ETH-USDT', decimals: 2, sourceStaleMs: 50_000, staleMs: 60_000, sourcesMin: 2, reason: 'r' },
};
export const GRID = { lower: '45000', upper: '49000', lines: 5 };
export const ARTICLE = {
  ...{ kind: 'notice', category: null, revision: 0 },
  texts: inAll((one) => ({ title: `Notice ${one}`, summary: 'In short.', body: '## Notice\n\nSaid.' })),
};
export const BANNER = {
  ...{ revision: 0, isOn: true, place: 1, from: null, until: null, link: null, look: 'ledger', image: null },
  texts: inAll((one) => ({ title: `Offer ${one}`, text: 'About it.' })),
};

function inAll<T>(made: (language: string) => T): Record<string, T> {
  return Object.fromEntries(LANGUAGES.map((one) => [one, made(one)]));
}

export interface WholeExchange {
  exchange: HttpExchange;
  known: FullAccount;
  admin: Person;
  clerk: Person;
  auditor: Person;
  /** The counterparty of the trades. */
  maker: Person;
  now: () => number;
  pass: (ms: number) => void;
  publish: () => Promise<void>;
  own: (person: Person, at: string, body: object) => Promise<Json>;
}

export async function wholeExchange(env: Record<string, string>): Promise<WholeExchange> {
  let now = 1_800_000_000_000;
  const pass = (ms: number): void => void (now += ms);
  const exchange = await HttpExchange.start(env, { clock: () => now });
  const [admin, clerk] = [await exchange.staff('admin'), await exchange.staff('admin', 'clerk')];
  const act = (at: string, body: object) => exchange.act(admin, at, body);
  const own = (person: Person, at: string, body: object): Promise<Json> =>
    expectSuccess(exchange.post(`/app/${at}`, { clientId: exchange.clientId(), ...body }, person.ticket));
  const publish = async (): Promise<void> => {
    pass(SECOND_MS);
    const prices = [SPOT, 'ETH-USDT'].map((symbol) => ({
      symbol,
      sources: [0, 1, 2].map((number) => ({ source: `source ${number}`, price: 5_000_000, at: now })),
    }));
    await submitted('feed/index', { type: 'PublishIndex', prices });
  };
  const submitted = async (actor: Actor, command: Command): Promise<void> => {
    const outcome = await exchange.application.exchange.engine.submit({ actor, command });
    if ('rejected' in outcome) throw new Error(`${command.type}: ${outcome.rejected}`);
  };

  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
  await openPerpetual(exchange, admin);
  await act('/product/setIndexTerms', INDEX);
  await act('/option/setTerms', OPTION);
  await act('/earn/setFinancialTerms', SAVING);
  await act('/earn/setMiningTerms', MINING);
  await exchange.fundHouse(admin, 'USDT', '300000');
  for (const at of ['/option/fund', '/earn/fund'])
    await act(at, { asset: 'USDT', amount: '90000', reason: 'r', act: 'fund' });
  await act('/option/setState', { symbol: SPOT, state: 'open', reason: 'r' });
  for (const { kind, product } of [
    { kind: 'financial', product: 'USDT-7' },
    { kind: 'mining', product: 'USDT-3' },
  ])
    await act('/earn/setState', { kind, product, state: 'open', reason: 'r' });
  await act('/robot/setTerms', ROBOTS);
  const bank = { asset: 'USD', bankName: 'A Bank', accountName: 'The House', accountNumber: '12', bankCode: 'AB' };
  await exchange.withApproval(exchange.post('/admin/recharge/setBank', bank, admin.ticket));
  const draft = await act('/content/saveArticle', ARTICLE);
  const { article, version, digest, revision } = draft;
  await act('/content/publishArticle', { article, version, digest, revision });
  await act('/content/saveBanner', BANNER);

  const known = await createFullAccount({ exchange, admin, now: () => now, pass });
  const { person } = known;
  await exchange.fund(person, 'USDT', '100000');
  await exchange.fund(person, 'BTC', '2');
  const maker = await exchange.person('maker');
  await exchange.verifyAndFund(admin, maker, { USDT: '100000', BTC: '5' });
  await act('/robot/issueKey', { userId: person.id, reason: 'r' });
  await act('/funds/freeze', { userId: person.id, asset: 'BTC', amount: '0.1', reason: 'r' });
  const auditor = await exchange.staff('auditor');
  const bounds = { until: now + 30 * DAY_MS, scope: { personal: 0 }, reason: 'a test' };
  const role = { userId: auditor.id, role: 'auditor', rights: [], ...bounds };
  await exchange.withApproval(exchange.post('/admin/staff/setRole', role, admin.ticket));
  for (const one of [admin, clerk, auditor, maker, person]) one.ticket = await exchange.logIn(one.email);

  await publish();
  const order = { market: SPOT, side: 'buy', kind: 'limit', price: '50000', quantity: '0.01' };
  await own(maker, 'spot/place', { ...order, side: 'sell' });
  await own(person, 'spot/place', order);
  await own(person, 'spot/place', { ...order, price: '46000' });
  await own(maker, 'spot/place', { ...order, side: 'sell', price: '52000' });
  for (const one of [person, maker])
    await own(one, 'transfer/apply', { asset: 'USDT', from: 'spot', to: 'contract', amount: '20000' });
  const contract = { market: PERP, act: 'open', kind: 'limit', price: '50000', quantity: '0.1' };
  await own(maker, 'contract/place', { ...contract, position: 'short' });
  await own(person, 'contract/place', { ...contract, position: 'long' });
  await own(maker, 'contract/place', { ...contract, position: 'long', quantity: '0.05' });
  await own(person, 'contract/place', {
    ...contract,
    position: 'long',
    act: 'close',
    quantity: '0.05',
    kind: 'market',
    price: undefined,
  });
  await own(person, 'contract/place', { ...contract, position: 'long', price: '45000' });
  await own(person, 'contract/placeStop', { market: PERP, position: 'long', kind: 'stop_loss', trigger: '40000' });
  for (const account of ['option', 'financial'])
    await own(person, 'transfer/apply', { asset: 'USDT', from: 'spot', to: account, amount: '5000' });
  await own(person, 'option/buy', { symbol: SPOT, direction: 'up', stake: '20', durationMs: 30_000 });
  await own(person, 'financial/buy', { product: 'USDT-7', amount: '100' });
  await own(person, 'mining/buy', { product: 'USDT-3', amount: '200' });
  const { key } = await expectSuccess(exchange.post('/app/robot/showKey', {}, person.ticket));
  await own(person, 'robot/start', {
    market: SPOT,
    amount: '1000',
    secretKey: key,
    lossLimitPpb: 200_000_000,
    grid: GRID,
  });
  return { exchange, known, admin, clerk, auditor, maker, now: () => now, pass, publish, own };
}
