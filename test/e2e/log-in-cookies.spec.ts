/** The cookie that a browser's log-in goes by, beside its ticket: who has stolen one of the two has nothing. */
import { io } from 'socket.io-client';
import { SOCKET_PATH, type SessionPush } from '../../shared/wire/market-data';
import { entranceOf } from '../tools/entrance';
import { HttpExchange, PASSWORD, type Answer, type Person } from '../tools/http-exchange';
import { MINUTE_MS } from '../tools/security';
import { next } from '../tools/socket-desk';

let exchange: HttpExchange;
let now = 1_800_000_000_000;
let ann: Person;
const BROWSER = { 'sec-fetch-site': 'same-origin' };
const CHROME = {
  ...BROWSER,
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
};

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_IDLE_MINUTES_MAX: '120' }, { clock: () => now });
  ann = await exchange.person('ann');
});
afterAll(() => exchange.stop());

const { token } = entranceOf(() => exchange);
const cookiesOf = ({ headers }: Answer) => headers.getSetCookie().filter((text) => text.startsWith('__Host-login='));

async function enter(
  headers: Record<string, string> = CHROME,
): Promise<{ ticket: string; cookie: string; terms: string }> {
  const answer = await token(ann.email, PASSWORD, {}, headers);
  expect(answer.code).toBe('success');
  const [terms] = cookiesOf(answer);
  return { ticket: answer.body.access_token, cookie: terms.split(';', 1)[0], terms };
}
const info = async (ticket: string, headers: Record<string, string> = {}) =>
  (await exchange.get('/app/account/getUserInfo', ticket, headers)).code;

test('a browser gets a cookie that no script reads and no other site sends', async () => {
  const { terms } = await enter();
  expect(terms).toMatch(/^__Host-login=[\w-]{43}; Path=\/; Max-Age=86400; Secure; HttpOnly; SameSite=Strict$/);
});

test('a ticket out of a browser is nothing without its cookie, nor with another one', async () => {
  const [own, other] = [await enter(), await enter()];
  expect(await info(own.ticket, { cookie: own.cookie })).toBe('success');
  for (const headers of [{}, { cookie: 'lang=en' }, { cookie: other.cookie }, { cookie: '__Host-login=' }]) {
    expect(await info(own.ticket, headers as Record<string, string>)).toBe('4001');
  }
  expect((await exchange.get('/app/account/getUserInfo', undefined, { cookie: own.cookie })).code).toBe(
    'login.user.not.login',
  );
});

test('so it is for a socket', async () => {
  const { ticket, cookie } = await enter();
  const codeOf = async (extraHeaders: Record<string, string>): Promise<string> => {
    const options = { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket }, forceNew: true, extraHeaders };
    const client = io(exchange.url, { ...options, reconnection: false });
    const { code } = await next<SessionPush>(client, 'session');
    client.disconnect();
    return code;
  };
  expect(await codeOf({ cookie })).toBe('success');
  expect(await codeOf({})).toBe('login.user.not.login');
});

test('who is no browser gets none, and the ticket is good by itself', async () => {
  const answer = await token(ann.email);
  expect(cookiesOf(answer)).toEqual([]);
  expect(await info(answer.body.access_token)).toBe('success');
  // Whatever else is sent along.
  expect(await info(answer.body.access_token, { cookie: '__Host-login=somebody' })).toBe('success');
});

test('a browser that would not keep it on its own machine gets none', async () => {
  const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
  expect(cookiesOf(await token(ann.email, PASSWORD, {}, { ...BROWSER, 'user-agent': safari }))).toEqual([]);
});

test('another log-in of the same browser leaves the tabs that are open their cookie; one that was planted is not taken', async () => {
  const first = await enter();
  const second = await enter({ ...CHROME, cookie: first.cookie });
  expect(second.cookie).toBe(first.cookie);
  expect(await info(first.ticket, { cookie: second.cookie })).toBe('success');
  const planted = `__Host-login=${'A'.repeat(43)}`;
  expect((await enter({ ...CHROME, cookie: planted })).cookie).not.toBe(planted);
  await exchange.post('/app/account/logout', {}, first.ticket, { cookie: first.cookie });
  await exchange.post('/app/account/logout', {}, second.ticket, { cookie: first.cookie });
  expect((await enter({ ...CHROME, cookie: first.cookie })).cookie).not.toBe(first.cookie);
});

test('a log-in that nobody uses ends, is not listed any more, and stays so over a restart of memory', async () => {
  const { ticket, cookie } = await enter();
  const other = await enter();
  const headers = { cookie };
  now += 119 * MINUTE_MS;
  expect(await info(ticket, headers)).toBe('success');
  now += 119 * MINUTE_MS;
  expect(await info(ticket, { ...headers, away: '1' })).toBe('success');
  const { data } = await exchange.get('/app/account/session/list', ticket, { ...headers, away: '1' });
  expect(data.records).toHaveLength(1);
  expect(await info(other.ticket, { cookie: other.cookie })).toBe('4001');
  now += MINUTE_MS;
  expect(await info(ticket, headers)).toBe('4001');
});
