/** How users like the screens goes with them, and nobody else sees it. */
import { CHOICES_SAVED_MAX, CHOICE_KEY_LENGTH_MAX, CHOICE_LENGTH_MAX } from '../../../shared/products/identity/choices';
import { done, HttpExchange, type Person } from '../../tools/people/http-exchange';

let exchange: HttpExchange;
beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_CHOICES_PER_USER_MAX: '60' });
});
afterAll(() => exchange.stop());

const own = async ({ ticket }: Pick<Person, 'ticket'>) =>
  ((await done(exchange.get('/app/account/choices', ticket))) as { choices: object }).choices;
const save = (ticket: string, choices: unknown) => exchange.post('/app/account/saveChoices', { choices }, ticket);
const some = (count: number, from = 0) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key.${from + index}`, 'on']));

describe('choices of the screens', () => {
  it('are kept with the account: another device finds them, another user does not', async () => {
    const [ann, ben] = [await exchange.person('ann'), await exchange.person('ben')];
    expect(await own(ann)).toEqual({});
    await done(save(ann.ticket, { favourites: '["BTC-USDT"]', 'trade.step.BTC-USDT': '0.1' }));
    await done(save(ann.ticket, { 'trade.step.BTC-USDT': '1', 'trade.interval': '1h' }));
    const elsewhere = await exchange.logIn(ann.email);
    const all = { favourites: '["BTC-USDT"]', 'trade.step.BTC-USDT': '1', 'trade.interval': '1h' };
    expect(await own({ ticket: elsewhere })).toEqual(all);
    expect(await own(ben)).toEqual({});
    await done(save(elsewhere, { favourites: null, 'never.was': null }));
    expect(await own(ann)).toEqual({ 'trade.step.BTC-USDT': '1', 'trade.interval': '1h' });
  });

  it('are a user’s: visitors have none on the server', async () => {
    expect(await exchange.get('/app/account/choices')).toMatchObject({ code: 'login.user.not.login' });
    expect(await save('', { a: 'b' })).toMatchObject({ code: 'login.user.not.login' });
  });

  it('are as many and as long as they may be, and no more', async () => {
    const { ticket } = await exchange.person('carl');
    const key = 'k'.repeat(CHOICE_KEY_LENGTH_MAX);
    await done(save(ticket, { [key]: 'x'.repeat(CHOICE_LENGTH_MAX) }));
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
    await done(save(ticket, some(CHOICES_SAVED_MAX)));
    await done(save(ticket, some(9, CHOICES_SAVED_MAX)));
    // Sixty are there. One more is refused, and with it what came beside it.
    expect(await save(ticket, { 'key.0': 'off', 'one.more': 'on' })).toMatchObject({ code: 'choices.too.many' });
    expect(await own({ ticket })).toMatchObject({ 'key.0': 'on' });
    await done(save(ticket, { 'key.1': null, 'one.more': 'on' }));
    expect(Object.keys(await own({ ticket }))).toHaveLength(60);
  });
});
