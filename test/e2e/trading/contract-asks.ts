/** Perpetual contracts over HTTP: users, requests, and the index behind the mark price. */
import type { PublishIndex } from '../../../server/core/command';
import { expectSuccess, type Answer, type HttpExchange, type Person } from '../../tools/people/http-exchange';

export const PERP = 'BTC-USDT-PERP';

export const order = (act: string, position: string, price: string | null, quantity: string, more: object = {}) => ({
  act,
  position,
  ...(price === null ? { kind: 'market' } : { kind: 'limit', price }),
  quantity,
  ...more,
});

/** The exchange is passed as a function, because it exists only after the tests are declared. */
export function contractAsks(exchange: () => HttpExchange, now: () => number) {
  const ask = (person: Person, at: string, body: object): Promise<Answer> =>
    exchange().post(`/app/contract/${at}`, { clientId: exchange().clientId(), market: PERP, ...body }, person.ticket);

  /** A user with 100,000 USDT, half of them in the contract account. */
  async function funded(admin: Person, name: string): Promise<Person> {
    const person = await exchange().person(name);
    await exchange().verifyAndFund(admin, person, { USDT: '100000' });
    const moved = { asset: 'USDT', from: 'spot', to: 'contract', amount: '50000' };
    await expectSuccess(
      exchange().post('/app/transfer/apply', { clientId: exchange().clientId(), ...moved }, person.ticket),
    );
    return person;
  }

  /** Publishes a price on which all sources agree. */
  async function publish(price = 5_000_000): Promise<void> {
    const sources = [0, 1, 2].map((number) => ({ source: `source ${number}`, price, at: now() }));
    const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
    await exchange().application.exchange.engine.submit({ actor: 'feed/index', command });
  }

  return { ask, funded, publish };
}
