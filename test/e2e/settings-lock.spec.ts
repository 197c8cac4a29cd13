/** A user's own lock on settings: a thief who has the password, the mailbox and an open log-in changes nothing. */
import type { Route } from '../../shared/wire/route';
import { AREAS } from '../../shared/wire/routes';
import { entranceOf } from '../tools/entrance';
import { done, HttpExchange, PASSWORD, type Answer, type Person } from '../tools/http-exchange';
import { MINUTE_MS, SECURITY } from '../tools/security';

const DAY_MS = 24 * 60 * MINUTE_MS;
let exchange: HttpExchange;
let now = 1_800_000_000_000;
let names = 0;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
});
afterAll(() => exchange.stop());

const { resetPassword, token } = entranceOf(() => exchange);
const someone = () => exchange.person(`someone-${++names}`);
const lock = ({ ticket }: Person, days: unknown = 30, password = PASSWORD): Promise<Answer> =>
  exchange.post(`${SECURITY}/lockSettings`, { days, password }, ticket);
const unlock = ({ ticket }: Person, masterKey: string) =>
  exchange.post(`${SECURITY}/unlockSettings`, { masterKey }, ticket);

const toldOf = async ({ ticket }: { ticket: string }): Promise<string[]> => {
  const { records } = await done(exchange.post('/app/message/list', {}, ticket));
  return records.map(({ key }: { key: string }) => key);
};

test('holds up every change of what protects the account, and the freeze still works', async () => {
  const ann = await someone();
  const { until } = await done(lock(ann));
  expect(until).toBe(now + 30 * DAY_MS);
  const held = Object.values(AREAS)
    .flatMap((area) => Object.values<Route>(area))
    .filter(({ lockable }) => lockable);
  expect(held.length).toBeGreaterThan(15);
  for (const { path } of held) {
    const answer = await exchange.post(path.slice('/exchange'.length), {}, ann.ticket);
    expect([path, answer.code, answer.data]).toEqual([path, 'settings.locked', { until }]);
  }
  const code = await exchange.sentCode('forgot', ann.email);
  expect(await resetPassword(ann.email, code)).toMatchObject({ code: 'settings.locked', data: { until } });
  expect((await token(ann.email)).code).toBe('success');
  const freeze = { clientId: exchange.clientId(), password: PASSWORD };
  expect((await exchange.post(`${SECURITY}/freeze`, freeze, ann.ticket)).code).toBe('success');
  expect((await exchange.get(`${SECURITY}/overview`, ann.ticket)).data.settingsLockedUntil).toBe(until);
});

test('ends by its master key and by no other, or by itself', async () => {
  const [ben, carol] = [await someone(), await someone()];
  const { masterKey } = await done(lock(ben));
  const others = (await done(lock(carol))).masterKey;
  for (const wrong of ['', others, `${masterKey}0`, '0000-0000-0000-0000']) {
    expect((await unlock(ben, wrong)).code).toBe(wrong === '' ? 'request.invalid' : 'master.key.wrong');
  }
  await done(unlock(ben, masterKey.toLowerCase()));
  expect((await toldOf(ben)).slice(0, 2)).toEqual(['settings.unlocked', 'settings.locked']);
  expect((await unlock(ben, masterKey)).code).toBe('master.key.wrong');
  expect((await lock(ben, 1)).code).toBe('success');
  now += DAY_MS;
  expect((await exchange.get(`${SECURITY}/overview`, ben.ticket)).data.settingsLockedUntil).toBeNull();
  expect((await lock(ben, 1)).code).toBe('success');
});

test('is made by who has the password, for a year at most, once, and is told of', async () => {
  const dan = await someone();
  expect((await lock(dan, 30, 'wrong-password')).code).toBe('password.wrong');
  for (const days of [0, 366, 1.5, '7', null]) expect((await lock(dan, days)).code).toBe('request.invalid');
  const both = await Promise.all([lock(dan, 7), lock(dan, 365)]);
  expect(both.map(({ code }) => code).sort()).toEqual(['settings.locked', 'success']);
  expect((await exchange.letters(dan.email))[0].subject).toContain('Settings locked');
});
