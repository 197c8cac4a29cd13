/** Second contracts over HTTP: products, buyers, and the index that settles them. */
import type { PublishIndex } from '../../../server/core/command';
import { openOptions, optionLimit, settledOption } from '../../../shared/products/option/stream';
import { optionExposure } from '../../../shared/products/option/staff';
import { expectSuccess, type HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';

export const SYMBOL = 'BTC-USDT';
export const TERMS = {
  symbol: SYMBOL,
  asset: 'USDT',
  amountMin: '1000',
  amountMax: '9999999',
  sideMax: '50000',
  totalMax: '80000',
  userMax: '30000',
  levelsUserMax: '5000',
  durations: [
    { durationMs: 30_000, payoutPpb: 800_000_000 },
    { durationMs: 60_000, payoutPpb: 800_000_000, feePpb: 10_000_000 },
    { durationMs: 300_000, payoutPpb: 850_000_000, feeAmount: '5' },
  ],
};
export const PRICE = 5_000_000;

interface Surroundings {
  exchange: () => HttpExchange;
  admin: () => Person;
  /** Advances the exchange's clock and returns it. */
  pass: (ms: number) => number;
}

/** Exchange and staff are passed as functions, because they exist only after the tests are declared. */
export function optionAsks({ exchange, admin, pass: later }: Surroundings) {
  /** Sets terms by two, opens the sale, and funds the reserve with 60,000 USDT. */
  async function offer(): Promise<void> {
    const index = { symbol: SYMBOL, decimals: 2, sourceStaleMs: 5_000, staleMs: 10_000, sourcesMin: 2 };
    await exchange().act(admin(), '/product/setIndexTerms', { ...index, reason: 'listed' });
    await exchange().act(admin(), '/option/setTerms', { ...TERMS, reason: 'offered' });
    await exchange().act(admin(), '/option/setState', { symbol: SYMBOL, state: 'open', reason: 'offered' });
    await exchange().fundHouse(admin(), 'USDT', '100000');
    await exchange().act(admin(), '/option/fund', { asset: 'USDT', act: 'fund', amount: '60000', reason: 'capital' });
  }
  /** A user with 100,000 USDT, 60,000 of them in the option account. */
  async function funded(name: string): Promise<Person> {
    const person = await exchange().person(name);
    await exchange().verifyAndFund(admin(), person, { USDT: '100000' });
    const moved = { asset: 'USDT', from: 'spot', to: 'option', amount: '60000' };
    await expectSuccess(
      exchange().post('/app/transfer/apply', { clientId: exchange().clientId(), ...moved }, person.ticket),
    );
    return person;
  }

  /** Publishes a price on which all sources agree, `ms` later. */
  async function publish(price = PRICE, ms = 1_000): Promise<void> {
    const at = later(ms);
    const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price, at }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: SYMBOL, sources }] };
    const { engine } = exchange().application.exchange;
    await expect(engine.submit({ actor: 'feed/index', command })).resolves.toMatchObject({ repeated: false });
  }
  /** Publishes one price every five seconds. */
  async function pass(seconds: number, price = PRICE): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 5) await publish(price, 5_000);
  }

  const ask = (person: Person, at: string, body: object) =>
    exchange().post(`/app/option/${at}`, { clientId: exchange().clientId(), ...body }, person.ticket);
  const list = (person: Person, at: string, body: object) => exchange().post(`/app/option/${at}`, body, person.ticket);
  const buy = (person: Person, body: object = {}) =>
    ask(person, 'buy', { symbol: SYMBOL, direction: 'up', stake: '1000', durationMs: 30_000, ...body });

  const head = () => exchange().headOfJournal().position;
  async function open(person: Person): Promise<Json[]> {
    const told = await expectSuccess(exchange().get(`/app/option/open?minPosition=${head()}`, person.ticket));
    return openOptions.parse(told).contracts;
  }
  async function settled(person: Person, contract: string): Promise<Json> {
    const at = `/app/option/contract?contract=${contract}&minPosition=${head()}`;
    return settledOption.parse(await expectSuccess(exchange().get(at, person.ticket)));
  }
  async function money(person: Person): Promise<Json> {
    const { balances } = await expectSuccess(
      exchange().get(`/app/assets/balances?minPosition=${head()}`, person.ticket),
    );
    return balances.find(({ account, asset }: Json) => account === 'option' && asset === 'USDT');
  }
  const limitsOf = async ({ ticket }: Person): Promise<Json> =>
    optionLimit.array().parse(await expectSuccess(exchange().get(`/app/option/limits?minPosition=${head()}`, ticket)));
  const exposure = async (): Promise<Json> =>
    optionExposure.parse(
      await expectSuccess(exchange().get(`/admin/option/exposure?minPosition=${head()}`, admin().ticket)),
    );

  /** Moves money into or out of the reserve by two of staff. */
  const fund = (act: string, amount: string) => {
    const request = { clientId: exchange().clientId(), asset: 'USDT', act, amount, reason: 'money' };
    return exchange().withApproval(exchange().post('/admin/option/fund', request, admin().ticket));
  };

  /** Messages of a person by key, in a language; waits until there is one. */
  async function told(person: Person, lang: string, wanted: string): Promise<Json[]> {
    for (let tries = 0; ; tries++) {
      const { records } = await expectSuccess(
        exchange().post('/app/message/list', { pageSize: 200 }, person.ticket, { lang }),
      );
      const found = records.filter(({ key }: Json) => key === wanted);
      if (found.length > 0 || tries === 500) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  return { offer, funded, publish, pass, ask, list, buy, head, open, settled, money, limitsOf, exposure, fund, told };
}
