import { io } from 'socket.io-client';
import { LETTER_TEXTS } from '../../../server/platform/mail/letter-texts';
import { SOCKET_PATH, type SessionPush } from '../../../shared/wire/market-data';
import { entranceOf, otherThan } from '../../tools/people/entrance';
import { expectSuccess, HttpExchange, PASSWORD, type Answer, type Person } from '../../tools/people/http-exchange';
import { MINUTE_MS, SECURITY, securityOf } from '../../tools/people/security';
import { next } from '../../tools/people/socket-test-server';

/** Log-in codes: resistance to guessing, and the option to disable them. */
describe('codes', () => {
  let exchange: HttpExchange;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
  });
  beforeEach(() => void (now += 60 * MINUTE_MS));
  afterAll(() => exchange.stop());

  const { logInByCode, resetPassword, send, token } = entranceOf(() => exchange);

  test('ASVS 6.5.4: have eight digits for log-in and six for address proof', async () => {
    const ann = await exchange.person('ann');
    expect(await exchange.sentCode('login', ann.email)).toMatch(/^\d{8}$/);
    expect(await exchange.sentCode('forgot', ann.email)).toMatch(/^\d{8}$/);
    expect(await exchange.sentCode('register', 'new@test.example')).toMatch(/^\d{6}$/);
  });

  test('share one counter of wrong tries: five over all codes sent lock the guesser, for longer each time', async () => {
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
    // The right code is refused too, while the owner's password works.
    const right = await exchange.sentCode('login', ben.email);
    expect((await logInByCode(ben.email, right)).code).toBe('tries.too.many');
    expect((await token(ben.email)).code).toBe('success');
  });

  test('count tries of unknown users likewise, so that the count reveals no account', async () => {
    const answers: string[] = [];
    for (let tries = 0; tries < 6; tries++) answers.push((await logInByCode('nobody@test.example', '12345678')).code);
    expect(answers).toEqual([...Array<string>(5).fill('verification.code.error'), 'tries.too.many']);
  });

  test('are neither sent nor accepted once the user has disabled them', async () => {
    const carol = await exchange.person('carol');
    const other = await exchange.logIn(carol.email);
    const before = await exchange.sentCode('login', carol.email);
    const set = (on: boolean, password = PASSWORD) =>
      exchange.post(`${SECURITY}/setCodeLogIn`, { on, password }, carol.ticket);
    expect((await set(false, 'wrong-password')).code).toBe('password.wrong');
    await expectSuccess(set(false));
    expect((await exchange.get('/app/account/getUserInfo', other)).code).toBe('4001');
    expect((await exchange.get(`${SECURITY}/overview`, carol.ticket)).data.codeLogIn).toBe(false);
    expect((await exchange.letters(carol.email))[0].subject).toContain('switched off');
    expect((await logInByCode(carol.email, before)).code).toBe('verification.code.error');
    now += 2 * MINUTE_MS;
    const known = (await exchange.letters(carol.email)).length;
    expect((await send('login', carol.email)).code).toBe('success');
    expect(await exchange.letters(carol.email)).toHaveLength(known);
    await expectSuccess(set(true));
    const { records } = await expectSuccess(exchange.post('/app/message/list', {}, carol.ticket));
    expect(records.slice(0, 2).map(({ key }: { key: string }) => key)).toEqual(['code.log.in.on', 'code.log.in.off']);
    now += 2 * MINUTE_MS;
    expect((await logInByCode(carol.email, await exchange.sentCode('login', carol.email))).code).toBe('success');
  });

  test('are limited per day to phones of one country, without affecting other countries', async () => {
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

  test('other requests are limited per address too, before the ticket is looked up', async () => {
    // The monotonic clock stands still, so that all requests fall into one second on a slow machine.
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
});

/** Browser sessions need their cookie beside the ticket; stealing one of the two is useless. */
describe('cookies', () => {
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

  test('ASVS 3.3.3, 3.3.4: a browser gets a cookie that no script can read and no other site sends', async () => {
    const { terms } = await enter();
    expect(terms).toMatch(/^__Host-login=[\w-]{43}; Path=\/; Max-Age=86400; Secure; HttpOnly; SameSite=Strict$/);
  });

  test("ASVS 14.3.3: a browser's ticket is invalid without its cookie or with another one", async () => {
    const [own, other] = [await enter(), await enter()];
    expect(await info(own.ticket, { cookie: own.cookie })).toBe('success');
    for (const headers of [{}, { cookie: 'lang=en' }, { cookie: other.cookie }, { cookie: '__Host-login=' }]) {
      expect(await info(own.ticket, headers as Record<string, string>)).toBe('4001');
    }
    expect((await exchange.get('/app/account/getUserInfo', undefined, { cookie: own.cookie })).code).toBe(
      'login.user.not.login',
    );
  });

  test('the same holds for a socket', async () => {
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

  test('other clients get no cookie, and their ticket is valid alone', async () => {
    const answer = await token(ann.email);
    expect(cookiesOf(answer)).toEqual([]);
    expect(await info(answer.body.access_token)).toBe('success');
    // Any cookie sent along is ignored.
    expect(await info(answer.body.access_token, { cookie: '__Host-login=somebody' })).toBe('success');
  });

  test('a browser that refuses Secure cookies on localhost gets none', async () => {
    const safari = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15';
    expect(cookiesOf(await token(ann.email, PASSWORD, {}, { ...BROWSER, 'user-agent': safari }))).toEqual([]);
  });

  test('a second log-in of a browser keeps the cookie of its open tabs; a planted cookie is not adopted', async () => {
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

  test('an idle session ends and is no longer listed; automatic requests do not extend it', async () => {
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
});

/**
 * New devices, for users who require approval: the attempts of a thief with the password, and the owner's own log-in.
 */
describe('new devices', () => {
  let exchange: HttpExchange;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
  });
  afterAll(() => exchange.stop());

  const pass = (ms: number) => void (now += ms);
  const { someone, send, overview, next, bound, messages } = securityOf(() => exchange, { now: () => now, pass });

  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  function logIn(
    username: string,
    rest: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const fields = new URLSearchParams({ grant_type: 'password', username, password: PASSWORD, ...rest });
    return exchange.send('/api/auth/oauth/token', 'POST', fields.toString(), { ...form, ...headers });
  }
  const switchOn = (person: Person) => expectSuccess(send(person, 'setDeviceApproval', { approvesDevices: true }));

  describe('a thief with the password', () => {
    it('is refused on a new device, and the owner is told which one it is', async () => {
      const owner = await someone();
      await switchOn(owner);
      expect(await overview(owner)).toMatchObject({ approvesDevices: true });
      const agent = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/120.0 Safari/537.36' };
      const refused = await logIn(owner.email, {}, agent);
      expect(refused).toMatchObject({ code: 'device.approval.required', data: { channel: 'email' } });
      expect(refused.body.access_token).toBeUndefined();
      const [letter] = await exchange.letters(owner.email);
      expect(letter.text).toContain(`${LETTER_TEXTS.en.purpose.device} (Chrome`);
      expect(letter.text).toContain('127.0.0.1)');
      for (let tries = 0; tries < 5; tries++) {
        expect(await logIn(owner.email, { deviceCode: '000000' })).toMatchObject({ code: 'verification.code.error' });
      }
      // Five tries used up the code.
      const code = await exchange.codeSentTo(owner.email);
      expect(await logIn(owner.email, { deviceCode: code })).toMatchObject({ code: 'verification.code.error' });
    });

    it('is refused with a log-in code and with codes for other purposes', async () => {
      const owner = await someone();
      await switchOn(owner);
      const byCode = { channel: 'email', address: owner.email, code: await exchange.sentCode('login', owner.email) };
      const at = '/app/account/logInByCode';
      expect(await exchange.post(at, byCode)).toMatchObject({ code: 'device.approval.required' });
      expect(await exchange.post(at, { ...byCode, deviceCode: byCode.code })).toMatchObject({
        code: 'verification.code.error',
      });
      const deviceCode = await exchange.codeSentTo(owner.email);
      expect(await exchange.post(at, { ...byCode, deviceCode })).toMatchObject({ code: 'success' });
    });

    it('learns nothing about devices when the password is wrong', async () => {
      const owner = await someone();
      await switchOn(owner);
      const before = (await exchange.letters(owner.email)).length;
      expect(await logIn(owner.email, { password: 'a-wrong-password' })).toMatchObject({ code: 'login.failed' });
      expect(await exchange.letters(owner.email)).toHaveLength(before);
    });

    it('cannot disable approval with a stolen ticket; the owner is told when it is disabled', async () => {
      const owner = await someone();
      await switchOn(owner);
      const off = (rest: object) => send(owner, 'setDeviceApproval', { approvesDevices: false, ...rest });
      expect(await off({})).toMatchObject({ code: 'proof.required' });
      expect(await off({ password: 'a-wrong-password' })).toMatchObject({ code: 'password.wrong' });
      await expectSuccess(off({ password: PASSWORD }));
      expect(await overview(owner)).toMatchObject({ approvesDevices: false });
      expect((await messages(owner))[0]).toBe('device.approval.off');
      expect((await exchange.letters(owner.email))[0].subject).toContain('New devices let in without approval');
      expect(await logIn(owner.email)).toMatchObject({ code: 'success' });
    });

    it('ends no other session by a change without effect', async () => {
      const owner = await someone();
      const other = { ...owner, ticket: (await logIn(owner.email)).body.access_token as string };
      await expectSuccess(send(owner, 'setDeviceApproval', { approvesDevices: false, password: PASSWORD }));
      expect(await overview(other)).toMatchObject({ approvesDevices: false });
      await switchOn(owner);
      expect(await send(other, 'setNickName', { nickName: 'out' })).toMatchObject({ code: '4001' });
    });
  });

  describe('the owner', () => {
    it('approves a device once by a code; it is known afterwards', async () => {
      const owner = await someone();
      await switchOn(owner);
      expect(await logIn(owner.email)).toMatchObject({ code: 'device.approval.required' });
      // A repeated attempt keeps the sent code valid.
      expect(await logIn(owner.email)).toMatchObject({ code: 'device.approval.required' });
      const deviceCode = await exchange.codeSentTo(owner.email);
      const first = await logIn(owner.email, { deviceCode });
      expect(first).toMatchObject({ code: 'success' });
      const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0];
      expect(await logIn(owner.email, {}, { cookie })).toMatchObject({ code: 'success' });
      pass(MINUTE_MS);
      expect(await logIn(owner.email, { deviceCode })).toMatchObject({ code: 'verification.code.error' });
    });

    it('with an authenticator needs both; a missing one does not use up the other', async () => {
      const owner = await someone();
      const { secret } = await bound(owner);
      await switchOn(owner);
      expect(await logIn(owner.email)).toMatchObject({ code: 'device.approval.required' });
      const deviceCode = await exchange.codeSentTo(owner.email);
      expect(await logIn(owner.email, { deviceCode })).toMatchObject({ code: 'google.code.required' });
      expect(await logIn(owner.email, { deviceCode, code: next(secret) })).toMatchObject({ code: 'success' });
    });

    it('with a phone only gets the code there', async () => {
      const phone = '+817087654321';
      const code = await exchange.sentCode('register', phone);
      const body = { clientId: exchange.clientId(), channel: 'phone', address: phone, code };
      const { userId } = await expectSuccess(
        exchange.post('/app/account/register', { ...body, password: PASSWORD, agreement: true }),
      );
      await switchOn({ id: userId, email: phone, ticket: await exchange.logIn(phone) });
      expect(await logIn(phone)).toMatchObject({ code: 'device.approval.required', data: { channel: 'phone' } });
      const deviceCode = await exchange.codeSentTo(phone);
      expect(await logIn(phone, { deviceCode })).toMatchObject({ code: 'success' });
    });
  });
});
