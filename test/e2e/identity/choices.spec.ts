/** User preferences of the screens follow the account and are invisible to other users. */
import { CHOICES_SAVED_MAX, CHOICE_KEY_LENGTH_MAX, CHOICE_LENGTH_MAX } from '../../../shared/products/identity/choices';
import { expectSuccess, HttpExchange, type Person } from '../../tools/people/http-exchange';

let exchange: HttpExchange;
beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_CHOICES_PER_USER_MAX: '60' });
});
afterAll(() => exchange.stop());

const own = async ({ ticket }: Pick<Person, 'ticket'>) =>
  ((await expectSuccess(exchange.get('/app/account/choices', ticket))) as { choices: object }).choices;
const save = (ticket: string, choices: unknown) => exchange.post('/app/account/saveChoices', { choices }, ticket);
const some = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key.${from + index}`, 'on']));

describe('screen preferences', () => {
  it('are stored with the account: other devices see them, other users do not', async () => {
    const [ann, ben] = [await exchange.person('ann'), await exchange.person('ben')];
    expect(await own(ann)).toEqual({});
    await expectSuccess(save(ann.ticket, { favourites: '["BTC-USDT"]', 'trade.step.BTC-USDT': '0.1' }));
    await expectSuccess(save(ann.ticket, { 'trade.step.BTC-USDT': '1', 'trade.interval': '1h' }));
    const elsewhere = await exchange.logIn(ann.email);
    const all = { favourites: '["BTC-USDT"]', 'trade.step.BTC-USDT': '1', 'trade.interval': '1h' };
    expect(await own({ ticket: elsewhere })).toEqual(all);
    expect(await own(ben)).toEqual({});
    await expectSuccess(save(elsewhere, { favourites: null, 'never.was': null }));
    expect(await own(ann)).toEqual({ 'trade.step.BTC-USDT': '1', 'trade.interval': '1h' });
  });

  it('need an account: visitors have none on the server', async () => {
    expect(await exchange.get('/app/account/choices')).toMatchObject({ code: 'login.user.not.login' });
    expect(await save('', { a: 'b' })).toMatchObject({ code: 'login.user.not.login' });
  });

  it('are bounded in number and length', async () => {
    const { ticket } = await exchange.person('carl');
    const key = 'k'.repeat(CHOICE_KEY_LENGTH_MAX);
    await expectSuccess(save(ticket, { [key]: 'x'.repeat(CHOICE_LENGTH_MAX) }));
    for (const wrong of [
      { [`${key}k`]: 'x' },
      { a: 'x'.repeat(CHOICE_LENGTH_MAX + 1) },
      { '': 'x' },
      { '.a': 'x' },
      { 'a b': 'x' },
      { 'a/b': 'x' },
      { a: 1 },
      some(CHOICES_SAVED_MAX + 1),
      [],
    ]) {
      expect(await save(ticket, wrong)).toMatchObject({ status: 400, code: 'request.invalid' });
    }
    await expectSuccess(save(ticket, some(CHOICES_SAVED_MAX)));
    await expectSuccess(save(ticket, some(9, CHOICES_SAVED_MAX)));
    // Sixty are stored. One more is refused together with the valid ones beside it.
    expect(await save(ticket, { 'key.0': 'off', 'one.more': 'on' })).toMatchObject({ code: 'choices.too.many' });
    expect(await own({ ticket })).toMatchObject({ 'key.0': 'on' });
    await expectSuccess(save(ticket, { 'key.1': null, 'one.more': 'on' }));
    expect(Object.keys(await own({ ticket }))).toHaveLength(60);
  });
});
