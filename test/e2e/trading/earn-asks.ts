/** Earn products over HTTP: funded users, staff who offer the products, and passing days. */
import { earnDesk } from '../../../shared/products/earn/staff';
import { expectSuccess, type HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Exchange and staff are passed as functions, because they exist only after the tests are declared. */
export function earnAsks(exchange: () => HttpExchange, admin: () => Person) {
  const head = () => exchange().headOfJournal().position;
  const staff = (person: Person, at: string, body: object) => {
    const wish = { clientId: exchange().clientId(), reason: 'offered', ...body };
    return exchange().post(`/admin/earn/${at}`, wish, person.ticket);
  };
  const desk = async () =>
    earnDesk.parse(await expectSuccess(exchange().get(`/admin/earn/desk?minPosition=${head()}`, admin().ticket)));

  /** Gives a user 100,000 USDT, half of them in the financial account. */
  async function fund(person: Person): Promise<void> {
    await exchange().verifyAndFund(admin(), person, { USDT: '100000' });
    const moved = { asset: 'USDT', from: 'spot', to: 'financial', amount: '50000' };
    await expectSuccess(
      exchange().post('/app/transfer/apply', { clientId: exchange().clientId(), ...moved }, person.ticket),
    );
  }
  async function balance(person: Person): Promise<Json> {
    const { balances } = await expectSuccess(
      exchange().get(`/app/assets/balances?minPosition=${head()}`, person.ticket),
    );
    return balances.find(({ account, asset }: Json) => account === 'financial' && asset === 'USDT');
  }
  /** Logs users in again, since sessions last a day. Due payments happen before the next command. */
  async function comeBack(...people: Person[]): Promise<void> {
    for (const person of people) person.ticket = await exchange().logIn(person.email);
    for (const _ of [1, 2]) await exchange().fundHouse(admin(), 'USDT', '1');
  }

  return { head, staff, desk, fund, balance, comeBack };
}
