/** A stranger who knows only a user's name can do nothing to the account. */
import { io } from 'socket.io-client';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { HttpExchange, PASSWORD, type Person } from '../../tools/people/http-exchange';

const OWNER = '203.0.113.1';
const STRANGER = '198.51.100.9';

let exchange: HttpExchange;
let now = 1_800_000_000_000;

beforeAll(async () => {
  const limits = { LIMIT_CODES_PER_MINUTE_MAX: '1000', LIMIT_WRONG_TRIES_MAX: '2', TRUST_PROXY: 'on' };
  exchange = await HttpExchange.start(limits, { clock: () => now });
});
afterAll(() => exchange.stop());

interface Origin {
  ip: string;
  cookie?: string;
}

const headersOf = ({ ip, cookie }: Origin) => ({ 'x-forwarded-for': ip, ...(cookie && { cookie }) });

function logIn(origin: Origin, username: string, password = PASSWORD, rest: Record<string, string> = {}) {
  const body = new URLSearchParams({ grant_type: 'password', username, password, ...rest }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return exchange.send('/api/auth/oauth/token', 'POST', body, { ...type, ...headersOf(origin) });
}

const post = (origin: Origin, at: string, body: object) => exchange.post(at, body, undefined, headersOf(origin));
const askFor = (origin: Origin, address: string, purpose = 'login') =>
  post(origin, '/app/account/sendCode', { purpose, channel: 'email', address });
const byCode = (origin: Origin, address: string, code: string) =>
  post(origin, '/app/account/logInByCode', { channel: 'email', address, code });
/** A browser in which the person has logged in before. */
async function knownBrowser(ip: string, { email }: Person): Promise<Origin> {
  const { headers } = await logIn({ ip }, email);
  return { ip, cookie: (headers.get('set-cookie') ?? '').split(';')[0] };
}

describe('wrong passwords of a stranger', () => {
  it('ASVS 6.1.1, 6.3.1: lock the stranger, but neither the owner elsewhere nor the owner’s browser at the same address', async () => {
    const ada = await exchange.person('ada');
    const browser = await knownBrowser(STRANGER, ada);
    for (let count = 0; count < 2; count++) {
      expect((await logIn({ ip: STRANGER }, ada.email, 'a-wrong-password')).code).toBe('login.failed');
    }
    expect((await logIn({ ip: STRANGER }, ada.email)).code).toBe('tries.too.many');
    expect((await logIn({ ip: OWNER }, ada.email)).code).toBe('success');
    expect((await logIn(browser, ada.email)).code).toBe('success');
    // Its own wrong tries lock only itself.
    for (let count = 0; count < 2; count++) await logIn(browser, ada.email, 'a-wrong-password');
    expect((await logIn(browser, ada.email)).code).toBe('tries.too.many');
    expect((await logIn({ ip: OWNER }, ada.email)).code).toBe('success');
  });

  it('count an IPv6 network as one address', async () => {
    const bea = await exchange.person('bea');
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9']) await logIn({ ip }, bea.email, 'a-wrong-password');
    expect((await logIn({ ip: '2001:db8:1:2::77' }, bea.email)).code).toBe('tries.too.many');
    expect((await logIn({ ip: '2001:db8:1:3::77' }, bea.email)).code).toBe('success');
  });

  it('ASVS 4.1.3, 15.3.4: are attributed by the proxy’s own entry, whatever the request claims', async () => {
    const lee = await exchange.person('lee');
    for (const claim of [OWNER, '192.0.2.77'])
      await logIn({ ip: `${claim}, ${STRANGER}` }, lee.email, 'a-wrong-password');
    expect((await logIn({ ip: `192.0.2.78, ${STRANGER}` }, lee.email)).code).toBe('tries.too.many');
    expect((await logIn({ ip: `${STRANGER}, ${OWNER}` }, lee.email)).code).toBe('success');
  });

  it('from many addresses block all unknown clients, but no known browser', async () => {
    const cleo = await exchange.person('cleo');
    const browser = await knownBrowser(OWNER, cleo);
    const guess = (index: number) => logIn({ ip: `192.0.2.${index}` }, cleo.email, 'a-wrong-password');
    for (let index = 0; index < 80; index++) await guess(index);
    expect((await guess(200)).code).toBe('login.code.required');
    expect((await logIn({ ip: '192.0.2.201' }, cleo.email)).code).toBe('login.code.required');
    expect((await logIn(browser, cleo.email)).code).toBe('success');
  });

  /** As many failures as lock a name for all unknown clients. */
  async function wall(email: string): Promise<void> {
    for (let index = 0; index < 80; index++) await logIn({ ip: `192.0.2.${index}` }, email, 'a-wrong-password');
  }

  it('do not lock out an owner who reads a code at the address; without it right and wrong passwords get the same answer', async () => {
    const dan = await exchange.person('dan');
    await wall(dan.email);
    await wall('nobody-at-all@test.example');
    const before = (await exchange.letters(dan.email)).length;
    const answers = [
      await logIn({ ip: '192.0.2.210' }, dan.email),
      await logIn({ ip: '192.0.2.211' }, dan.email, 'a-wrong-password'),
      await logIn({ ip: '192.0.2.212' }, 'nobody-at-all@test.example', 'a-wrong-password'),
    ];
    for (const { status, code, data } of answers) {
      expect([status, code, data]).toEqual([200, 'login.code.required', { channel: 'email' }]);
    }
    const deviceCode = await exchange.codeSentTo(dan.email);
    // One letter, for the right password.
    expect(await exchange.letters(dan.email)).toHaveLength(before + 1);
    const wrong = deviceCode === '000000' ? '000001' : '000000';
    const tries: [string, string, string][] = [
      ['192.0.2.213', PASSWORD, wrong],
      ['192.0.2.214', 'a-wrong-password', wrong],
      ['192.0.2.215', 'a-wrong-password', deviceCode],
    ];
    for (const [ip, password, code] of tries)
      expect((await logIn({ ip }, dan.email, password, { deviceCode: code })).code).toBe('login.proof.wrong');
    // Strangers without the password do not use up the code.
    for (let index = 0; index < 10; index++)
      await logIn({ ip: `192.0.2.${index}` }, dan.email, 'a-wrong-password', { deviceCode: wrong });
    const entered = await logIn({ ip: '192.0.2.210' }, dan.email, PASSWORD, { deviceCode });
    expect(entered.code).toBe('success');
    // The browser is known now and needs no further code.
    const browser = { ip: '192.0.2.220', cookie: (entered.headers.get('set-cookie') ?? '').split(';')[0] };
    expect((await logIn(browser, dan.email)).code).toBe('success');
    expect((await logIn({ ip: '192.0.2.221' }, dan.email, PASSWORD, { deviceCode })).code).toBe('login.proof.wrong');
  });

  it('do not reveal by the number of tries which password was right', async () => {
    const una = await exchange.person('una');
    await wall(una.email);
    for (const password of [PASSWORD, 'a-wrong-password']) {
      const ip = password === PASSWORD ? '192.0.2.230' : '192.0.2.231';
      for (const code of ['login.code.required', 'login.code.required', 'tries.too.many'])
        expect((await logIn({ ip }, una.email, password)).code).toBe(code);
    }
  });

  it('lock a name no longer the second time than the first', async () => {
    const tom = await exchange.person('tom');
    for (let round = 0; round < 2; round++) {
      await wall(tom.email);
      expect((await logIn({ ip: '192.0.2.240' }, tom.email)).code).toBe('login.code.required');
      now += 15 * 60_000;
    }
    expect((await logIn({ ip: '192.0.2.241' }, tom.email)).code).toBe('success');
  });

  it('ASVS 9.1.1, 9.2.1: are not trusted because of a foreign, altered or expired cookie', async () => {
    const [dora, eve] = [await exchange.person('dora'), await exchange.person('eve')];
    const own = await knownBrowser(OWNER, eve);
    const cookie = own.cookie ?? '';
    expect(cookie).toMatch(/^known=\d+\.[\w-]+\.\d+\.[0-9a-f]{64}$/);
    for (let count = 0; count < 2; count++) await logIn({ ip: STRANGER }, dora.email, 'a-wrong-password');
    const changed = cookie.replace(`=${eve.id}.`, `=${dora.id}.`);
    expect(changed).not.toBe(cookie);
    for (const one of [cookie, changed, 'known=', 'known=~~', `known=${'x'.repeat(5_000)}`]) {
      expect((await logIn({ ip: STRANGER, cookie: one }, dora.email)).code).toBe('tries.too.many');
    }
    for (let count = 0; count < 2; count++) await logIn({ ip: OWNER }, eve.email, 'a-wrong-password');
    expect((await logIn(own, eve.email)).code).toBe('success');
    now += 181 * 86_400_000;
    for (let count = 0; count < 2; count++) await logIn({ ip: OWNER }, eve.email, 'a-wrong-password');
    expect((await logIn(own, eve.email)).code).toBe('tries.too.many');
  });

  it('ASVS 3.3.1, 3.3.2: are distinguished over https by a cookie that plain http can neither read nor set', async () => {
    const wim = await exchange.person('wim');
    const body = new URLSearchParams({ grant_type: 'password', username: wim.email, password: PASSWORD }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-proto': 'https' };
    const { headers } = await exchange.send('/api/auth/oauth/token', 'POST', body, {
      ...type,
      ...headersOf({ ip: OWNER }),
    });
    const set = headers.get('set-cookie') ?? '';
    expect(set).toMatch(/^__Secure-known=\d+\.[^;]+; Path=\/exchange; .*HttpOnly; SameSite=Strict; Secure$/);
    for (let count = 0; count < 2; count++) await logIn({ ip: OWNER }, wim.email, 'a-wrong-password');
    expect((await logIn({ ip: OWNER }, wim.email)).code).toBe('tries.too.many');
    expect((await logIn({ ip: OWNER, cookie: set.split(';')[0] }, wim.email)).code).toBe('success');
  });

  it('keep a shared browser usable for both users', async () => {
    const [fay, gus] = [await exchange.person('fay'), await exchange.person('gus')];
    const first = await knownBrowser(OWNER, fay);
    const { headers } = await logIn(first, gus.email);
    const both = { ip: STRANGER, cookie: (headers.get('set-cookie') ?? '').split(';')[0] };
    for (const { email } of [fay, gus]) {
      for (let count = 0; count < 2; count++) await logIn({ ip: STRANGER }, email, 'a-wrong-password');
      expect((await logIn(both, email)).code).toBe('success');
    }
  });
});

describe('codes requested and tried by a stranger', () => {
  it('ASVS 6.6.2, 6.6.3: neither replace nor use up the owner’s', async () => {
    const hal = await exchange.person('hal');
    expect((await askFor({ ip: OWNER }, hal.email)).code).toBe('success');
    const code = await exchange.codeSentTo(hal.email);
    expect((await askFor({ ip: STRANGER }, hal.email)).code).toBe('success');
    const wrong = code === '00000000' ? '00000001' : '00000000';
    // Wrong codes count like wrong passwords, over all codes sent.
    for (let count = 0; count < 4; count++) {
      const said = count < 2 ? 'verification.code.error' : 'tries.too.many';
      expect((await byCode({ ip: STRANGER }, hal.email, wrong)).code).toBe(said);
    }
    for (let count = 0; count < 10; count++) await byCode({ ip: '192.0.2.7' }, hal.email, wrong);
    expect((await byCode({ ip: OWNER }, hal.email, code)).code).toBe('success');
  });

  it('use up the stranger’s daily share, not that of the owner or of the owner’s browser', async () => {
    const ivy = await exchange.person('ivy');
    const browser = await knownBrowser(OWNER, ivy);
    const ask = async (origin: Origin): Promise<string> => {
      now += 60_000;
      return (await askFor(origin, ivy.email)).code;
    };
    for (let count = 0; count < 10; count++) expect(await ask({ ip: STRANGER })).toBe('success');
    expect(await ask({ ip: STRANGER })).toBe('codes.too.many');
    expect(await ask({ ip: OWNER })).toBe('success');
    for (let count = 0; count < 9; count++) await ask({ ip: '192.0.2.8' });
    expect(await ask({ ip: '192.0.2.9' })).toBe('codes.too.many');
    expect(await ask(browser)).toBe('success');
    expect((await byCode(browser, ivy.email, await exchange.codeSentTo(ivy.email))).code).toBe('success');
  });

  it('delay an owner with a forgotten password by minutes, not by a day', async () => {
    const max = await exchange.person('max');
    const ask = async (ip: string) => {
      now += 60_000;
      return askFor({ ip }, max.email, 'forgot');
    };
    for (let count = 0; count < 20; count++) expect((await ask(`192.0.2.${count % 4}`)).code).toBe('success');
    const refused = await ask(OWNER);
    expect(refused).toMatchObject({ code: 'codes.too.many', data: { resendSeconds: 14 * 60 } });
    now += refused.data.resendSeconds * 1_000 - 60_000;
    expect((await ask(OWNER)).code).toBe('success');
    const code = await exchange.codeSentTo(max.email);
    // Guesses by strangers do not count against the user who was sent the code.
    const wrong = code === '00000000' ? '00000001' : '00000000';
    const reset = (ip: string, given: string) => {
      const body = { channel: 'email', address: max.email, code: given, password: 'forgotten-horse-battery' };
      return post({ ip }, '/app/account/resetPassword', body);
    };
    for (let count = 0; count < 82; count++) await reset(`198.51.100.${count}`, wrong);
    expect((await reset('198.51.100.200', wrong)).code).toBe('tries.too.many');
    expect((await reset(OWNER, code)).code).toBe('success');
  });

  it('let the owner request on one device and enter on another, for a few tries', async () => {
    const jo = await exchange.person('jo');
    await askFor({ ip: OWNER }, jo.email);
    const code = await exchange.codeSentTo(jo.email);
    expect((await byCode({ ip: '203.0.113.99' }, jo.email, code)).code).toBe('success');
    now += 60_000;
    await askFor({ ip: OWNER }, jo.email);
    const next = await exchange.codeSentTo(jo.email);
    const wrong = next === '00000000' ? '00000001' : '00000000';
    for (let count = 0; count < 20; count++) await byCode({ ip: `192.0.2.${count}` }, jo.email, wrong);
    expect((await byCode({ ip: '192.0.2.200' }, jo.email, next)).code).toBe('verification.code.error');
    expect((await byCode({ ip: OWNER }, jo.email, next)).code).toBe('success');
  });
});

describe('a page of another site', () => {
  const EVIL = 'https://evil.example';

  it('cannot act for its viewer, and cannot log anyone in', async () => {
    const kit = await exchange.person('kit');
    const logOut = (headers: Record<string, string>) => exchange.post('/app/account/logout', {}, kit.ticket, headers);
    const pages: Record<string, string>[] = [{ origin: EVIL }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of pages) {
      expect(await logOut(headers)).toMatchObject({ status: 403, code: 'origin.foreign' });
      const body = new URLSearchParams({ grant_type: 'password', username: kit.email, password: PASSWORD }).toString();
      const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
      expect((await exchange.send('/api/auth/oauth/token', 'POST', body, form)).code).toBe('origin.foreign');
    }
    expect((await exchange.get('/app/account/getUserInfo', kit.ticket)).code).toBe('success');
    expect((await logOut({ origin: exchange.url })).code).toBe('success');
  });

  it.each(['websocket', 'polling'])("gets no socket by %s, unlike the exchange's own site", async (transport) => {
    const connects = (origin: string): Promise<boolean> => {
      const socket = io(exchange.url, {
        path: SOCKET_PATH,
        transports: [transport],
        extraHeaders: { origin },
        reconnection: false,
      });
      return new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('connect_error', () => resolve(false));
      }).finally(() => socket.disconnect());
    };
    expect(await connects(EVIL)).toBe(false);
    expect(await connects(exchange.url)).toBe(true);
  });
});
