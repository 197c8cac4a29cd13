/** Codes that let somebody in: what a guesser gets of them, and that an owner can do without. */
import { entranceOf, otherThan } from '../tools/entrance';
import { done, HttpExchange, PASSWORD } from '../tools/http-exchange';
import { MINUTE_MS, SECURITY } from '../tools/security';

let exchange: HttpExchange;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
});
beforeEach(() => void (now += 60 * MINUTE_MS));
afterAll(() => exchange.stop());

const { logInByCode, resetPassword, send, token } = entranceOf(() => exchange);

test('have eight digits where they let somebody in, and six where they prove an address', async () => {
  const ann = await exchange.person('ann');
  expect(await exchange.sentCode('login', ann.email)).toMatch(/^\d{8}$/);
  expect(await exchange.sentCode('forgot', ann.email)).toMatch(/^\d{8}$/);
  expect(await exchange.sentCode('register', 'new@test.example')).toMatch(/^\d{6}$/);
});

test('are not guessed at anew with each that is sent: five wrong ones over all of them stop the guesser, for longer each time', async () => {
  const ben = await exchange.person('ben');
  const guesses: string[] = [];
  for (let sent = 0; sent < 4; sent++) {
    const code = await exchange.sentCode(sent % 2 === 0 ? 'login' : 'forgot', ben.email);
    const wrong = otherThan(code);
    for (let tries = 0; tries < 2; tries++) {
      const answer = await (sent % 2 === 0 ? logInByCode(ben.email, wrong) : resetPassword(ben.email, wrong));
      guesses.push(answer.code);
    }
    now += MINUTE_MS;
  }
  expect(guesses).toEqual([
    ...Array<string>(5).fill('verification.code.error'),
    ...Array<string>(3).fill('tries.too.many'),
  ]);
  // The right one does not come in either, and the owner by the password does.
  const right = await exchange.sentCode('login', ben.email);
  expect((await logInByCode(ben.email, right)).code).toBe('tries.too.many');
  expect((await token(ben.email)).code).toBe('success');
});

test('say nothing of who is a user by being counted', async () => {
  const answers: string[] = [];
  for (let tries = 0; tries < 6; tries++) answers.push((await logInByCode('nobody@test.example', '12345678')).code);
  expect(answers).toEqual([...Array<string>(5).fill('verification.code.error'), 'tries.too.many']);
});

test('log nobody in who has switched them off, and none is sent', async () => {
  const carol = await exchange.person('carol');
  const other = await exchange.logIn(carol.email);
  const before = await exchange.sentCode('login', carol.email);
  const set = (on: boolean, password = PASSWORD) =>
    exchange.post(`${SECURITY}/setCodeLogIn`, { on, password }, carol.ticket);
  expect((await set(false, 'wrong-password')).code).toBe('password.wrong');
  await done(set(false));
  expect((await exchange.get('/app/account/getUserInfo', other)).code).toBe('4001');
  expect((await exchange.get(`${SECURITY}/overview`, carol.ticket)).data.codeLogIn).toBe(false);
  expect((await exchange.letters(carol.email))[0].subject).toContain('switched off');
  expect((await logInByCode(carol.email, before)).code).toBe('verification.code.error');
  now += 2 * MINUTE_MS;
  const known = (await exchange.letters(carol.email)).length;
  expect((await send('login', carol.email)).code).toBe('success');
  expect(await exchange.letters(carol.email)).toHaveLength(known);
  await done(set(true));
  const { records } = await done(exchange.post('/app/message/list', {}, carol.ticket));
  expect(records.slice(0, 2).map(({ key }: { key: string }) => key)).toEqual(['code.log.in.on', 'code.log.in.off']);
  now += 2 * MINUTE_MS;
  expect((await logInByCode(carol.email, await exchange.sentCode('login', carol.email))).code).toBe('success');
});

test('are sent to the phones of one country so often a day, and to those of others nevertheless', async () => {
  const few = await HttpExchange.start({ LIMIT_CODES_PER_COUNTRY_PER_DAY_MAX: '3' }, { clock: () => now });
  try {
    const to = async (address: string) => (await entranceOf(() => few).send('register', address)).code;
    for (const last of [1, 2, 3]) expect(await to(`+81902000000${last}`)).toBe('success');
    expect(await to('+819020000004')).toBe('codes.too.many');
    expect(await to('+41791234567')).toBe('success');
    expect(await to('somebody@test.example')).toBe('success');
    now += 24 * 60 * MINUTE_MS;
    expect(await to('+819020000004')).toBe('success');
  } finally {
    await few.stop();
  }
});

test('nor anything else is asked for more often by one address than it may be, before it is looked up', async () => {
  // All of it is asked within one moment, however long the machine takes.
  const slow = await HttpExchange.start({ LIMIT_ADDRESS_REQUESTS_PER_SECOND_MAX: '3' }, { monotonic: () => 1_000 });
  try {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((ticket) => slow.get('/app/account/getUserInfo', `no-ticket-${ticket}`)),
    );
    const refused = answers.filter(({ code }) => code === 'request.too.many');
    expect(refused).toHaveLength(3);
    expect(refused[0].status).toBe(429);
    expect((await fetch(`${slow.url}/health`)).status).toBe(200);
  } finally {
    await slow.stop();
  }
});
