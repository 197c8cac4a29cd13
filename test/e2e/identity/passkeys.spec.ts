import { generateKeyPairSync } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { giveKey, HttpExchange, PASSWORD, type Answer, type Person } from '../../tools/people/http-exchange';
import { STEP_UP_HEADER } from '../../../shared/wire/step-up';
import { SoftwareAuthenticator, type Ceremony, type Faults } from '../../tools/people/software-authenticator';

const AT = '/app/security/passkey';
const MINUTE_MS = 60_000;
const FIVE_MINUTES_MS = 5 * MINUTE_MS;

describe('passkeys', () => {
  let exchange: HttpExchange;
  let now = 1_800_000_000_000;
  let ann: Person;
  let ben: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
    ann = await exchange.person('ann');
    ben = await exchange.person('ben');
  });
  afterAll(() => exchange.stop());

  const device = () => new SoftwareAuthenticator(new URL(exchange.url).origin);

  /** The creation or log-in options that the server sends for the device. */
  async function ceremonyOf(answer: Answer): Promise<Ceremony> {
    expect(answer).toMatchObject({ status: 200, code: 'success' });
    const { challenge, rp, rpId, user } = answer.data;
    return { challenge, rpId: rpId ?? rp.id, userHandle: user?.id };
  }

  /** Requests a passkey code and reads it at the address it was sent to. */
  async function codeFor(person: Person): Promise<string> {
    now += MINUTE_MS;
    const request = { purpose: 'passkey', channel: 'email' };
    expect(await exchange.post('/app/security/sendCode', request, person.ticket)).toMatchObject({ code: 'success' });
    return exchange.codeSentTo(person.email);
  }

  const options = (person: Person | undefined, body: object) =>
    exchange.post(`${AT}/registerOptions`, { password: PASSWORD, ...body }, person?.ticket);
  const asksToMake = async (person: Person) =>
    ceremonyOf(await options(person, { channel: 'email', code: await codeFor(person) }));
  const asksToLogIn = async () => ceremonyOf(await exchange.post(`${AT}/logInOptions`, {}));
  const register = (person: Person, response: object, name = 'Phone') =>
    exchange.post(`${AT}/register`, { name, response }, person.ticket);
  const logIn = (response: object) => exchange.post(`${AT}/logIn`, { response });
  const list = async (person: Person) => (await exchange.get(`${AT}/list`, person.ticket)).data.records;

  async function made(person: Person, name = 'Phone') {
    const authenticator = device();
    const answer = await register(person, authenticator.make(await asksToMake(person)), name);
    expect(answer.code).toBe('success');
    giveKey(person.ticket, authenticator);
    return { authenticator, passkey: answer.data.passkey as string };
  }

  it("are created only with the password and a code sent to the user's own address", async () => {
    expect(await options(undefined, {})).toMatchObject({ code: 'login.user.not.login' });
    const code = await codeFor(ann);
    const right = { channel: 'email', code };
    expect(await options(ann, { ...right, password: 'wrong-password' })).toMatchObject({ code: 'password.wrong' });
    for (const missing of [{}, { channel: 'email' }, { code }]) {
      expect(await options(ann, missing)).toMatchObject({
        status: 200,
        code: 'verification.code.required',
        message: 'Please enter the code that was sent to your email or phone.',
      });
    }
    expect(await options(ann, { channel: 'phone', code })).toMatchObject({ code: 'address.not.bound' });
    expect(await options(ben, right)).toMatchObject({ code: 'verification.code.error' });
    const both = await Promise.all([options(ann, right), options(ann, right)]);
    expect(both.map((answer) => answer.code).sort()).toEqual(['success', 'verification.code.error']);
    const { data } = both.find((answer) => answer.code === 'success') as Answer;
    expect(data).toMatchObject({
      rp: { id: '127.0.0.1' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(data.user.id, 'base64url').toString()).not.toContain('@');
  });

  it('need the authenticator in place of the code if there is one', async () => {
    const emma = await exchange.person('emma');
    now += MINUTE_MS;
    await exchange.post('/app/security/sendCode', { purpose: 'authenticator', channel: 'email' }, emma.ticket);
    const code = await exchange.codeSentTo(emma.email);
    const begin = { password: PASSWORD, channel: 'email', code };
    const { data } = await exchange.post('/app/security/authenticator/begin', begin, emma.ticket);
    const shown = () => new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({ timestamp: now });
    expect(await exchange.post('/app/security/authenticator/bind', { code: shown() }, emma.ticket)).toMatchObject({
      code: 'success',
    });
    const sent = { channel: 'email', code: await codeFor(emma) };
    expect(await options(emma, sent)).toMatchObject({ code: 'google.code.required' });
    expect(await options(emma, { ...sent, secondFactor: '000000' })).toMatchObject({ code: 'google.code.wrong' });
    expect(await options(emma, { secondFactor: shown() })).toMatchObject({ code: 'success' });
  });

  it('must sign their own removal, another passkey and the start of an authenticator when they are the only factor', async () => {
    const greta = await exchange.person('greta');
    const { passkey } = await made(greta);
    const stolen = { [STEP_UP_HEADER]: 'none' };
    const code = await codeFor(greta);
    now += MINUTE_MS;
    await exchange.post('/app/security/sendCode', { purpose: 'authenticator', channel: 'email' }, greta.ticket);
    const begin = { password: PASSWORD, channel: 'email', code: await exchange.codeSentTo(greta.email) };
    const acts: [string, object][] = [
      [`${AT}/remove`, { passkey, password: PASSWORD }],
      [`${AT}/registerOptions`, { password: PASSWORD, channel: 'email', code }],
      ['/app/security/authenticator/begin', begin],
    ];
    for (const [at, body] of acts)
      expect([at, (await exchange.post(at, body, greta.ticket, stolen)).code]).toEqual([at, 'step.up.required']);
    expect(await list(greta)).toHaveLength(1);
    for (const [at, body] of [...acts].reverse())
      expect([at, (await exchange.post(at, body, greta.ticket)).code]).toEqual([at, 'success']);
    expect(await list(greta)).toEqual([]);
  });

  it('ASVS 7.5.1: must sign every change otherwise made by password and codes when they are the only factor', async () => {
    const hedda = await exchange.person('hedda');
    const at = (path: string) => `/app/security/${path}`;
    const codeTo = async (address: string, request: object) => {
      now += MINUTE_MS;
      const sent = await exchange.post(at('sendCode'), request, hedda.ticket);
      expect(sent).toMatchObject({ code: 'success' });
      return exchange.codeSentTo(address);
    };
    const fundPassword = 'quarrels-of-7-magpies';
    const set = { fundPassword, password: PASSWORD };
    expect(await exchange.post(at('fundPassword/set'), set, hedda.ticket)).toMatchObject({ code: 'success' });
    await made(hedda);
    const phone = '+819012340077';
    const code = await codeTo(phone, { purpose: 'bind', channel: 'phone', address: phone });
    const oldCode = await codeTo(hedda.email, { purpose: 'change', channel: 'email' });
    const other = 'eight-otters-in-a-canoe';
    const reset = { channel: 'email', code: await codeTo(hedda.email, { purpose: 'fund_password', channel: 'email' }) };
    const acts: [string, object][] = [
      [at('bind'), { channel: 'phone', address: phone, code, oldCode, password: PASSWORD }],
      [at('password/change'), { oldPassword: PASSWORD, password: other }],
      [at('fundPassword/change'), { oldFundPassword: fundPassword, fundPassword: 'nine-herons-and-a-kite' }],
      [at('fundPassword/reset'), { fundPassword: 'ten-badgers-at-the-lake', ...reset }],
      [at('setAntiPhishingCode'), { antiPhishingCode: 'mine', password: PASSWORD }],
      [at('setCodeLogIn'), { on: false, password: PASSWORD }],
      [at('setDeviceApproval'), { approvesDevices: false, password: PASSWORD }],
      ['/app/personal/export', { password: PASSWORD }],
      ['/app/personal/erase', { password: PASSWORD }],
      [at('lockSettings'), { days: 1, password: PASSWORD }],
    ];
    const stolen = { [STEP_UP_HEADER]: 'none' };
    for (const [path, body] of acts)
      expect([path, (await exchange.post(path, body, hedda.ticket, stolen)).code]).toEqual([path, 'step.up.required']);
    // With the passkey, without the code of the old address.
    const [[bind, { oldCode: _, ...binding }]] = acts as [string, Record<string, string>][];
    expect(await exchange.post(bind, binding, hedda.ticket)).toMatchObject({ code: 'success' });
    const [change, ...rest] = acts.slice(1, 7);
    for (const [path, body] of [...rest, change])
      expect([path, (await exchange.post(path, body, hedda.ticket)).code]).toEqual([path, 'success']);
  });

  it('are announced by mail when added or removed, without their name', async () => {
    const fred = await exchange.person('fred');
    const { passkey } = await made(fred, 'Call +1 202 555 0143');
    const [added] = await exchange.letters(fred.email);
    expect(added).toMatchObject({ channel: 'email', subject: 'Security notice: Passkey added' });
    for (const fact of [new Date(now).toISOString().slice(0, 10), '127.0.0.1']) expect(added.text).toContain(fact);
    // The name is attacker-controlled text and must not appear in our letters.
    expect(added.text).not.toContain('555');
    await exchange.post(`${AT}/remove`, { passkey, password: PASSWORD }, fred.ticket);
    const [removed] = await exchange.letters(fred.email);
    expect(removed.subject).toBe('Security notice: Passkey removed');
  });

  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const faults: [string, Faults][] = [
    ['another site', { origin: 'https://exchange.example' }],
    ['another relying party', { rpId: 'exchange.example' }],
    ['another challenge', { challenge: 'x'.repeat(43) }],
    ['no finger on it', { unverified: true }],
  ];

  it.each([
    ...faults,
    ['the wrong ceremony', { type: 'webauthn.get' }],
    ['an attestation nobody asked for', { format: 'tpm' }],
  ] as [string, Faults][])('are not stored with %s', async (_, fault) => {
    const before = await list(ann);
    const response = device().make(await asksToMake(ann), fault);
    expect(await register(ann, response)).toMatchObject({ status: 200, code: 'passkey.refused', data: null });
    expect(await list(ann)).toEqual(before);
  });

  it('are rejected for another user, for a repeated answer, and after the time limit', async () => {
    const ofAnn = await asksToMake(ann);
    expect(await register(ben, device().make(ofAnn))).toMatchObject({ code: 'passkey.refused' });

    const own = device();
    const response = own.make(await asksToMake(ann));
    const both = await Promise.all([register(ann, response), register(ann, response)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['passkey.refused', 'success']);
    giveKey(ann.ticket, own);

    const late = device().make(await asksToMake(ann));
    now += FIVE_MINUTES_MS;
    expect(await register(ann, late)).toMatchObject({ code: 'passkey.refused' });
  });

  it('are rejected if another user has them', async () => {
    const { authenticator } = await made(ann);
    const [credential] = authenticator.credentials;
    const again = device();
    const response = again.make(await asksToMake(ben));
    // The same credential with another challenge: the attested bytes contain its id.
    const own = again.credentials[0].id;
    const object = Buffer.from(response.response.attestationObject, 'base64url');
    credential.id.copy(object, object.indexOf(own));
    const id = credential.id.toString('base64url');
    const attestationObject = object.toString('base64url');
    const copied = { ...response, id, rawId: id, response: { ...response.response, attestationObject } };
    expect(await register(ben, copied)).toMatchObject({ code: 'passkey.already.stored' });
  });

  it('log in without name or password, and are recorded', async () => {
    const { authenticator, passkey } = await made(ben, 'Key ring');
    now += 1_000;
    const answer = await logIn(authenticator.use(await asksToLogIn()));
    expect(answer.body).toMatchObject({
      code: 'success',
      data: { userId: ben.id, userType: 3 },
      access_token: expect.any(String),
      token_type: 'ticket',
      expires_in: 86_400,
    });
    const info = await exchange.get('/app/account/getUserInfo', answer.body.access_token);
    expect(info.data).toMatchObject({ userId: ben.id });
    const records = await list(ben);
    expect(records.find((record: { passkey: string }) => record.passkey === passkey)).toEqual({
      passkey,
      name: 'Key ring',
      createdAt: now - 1_000,
      lastUsedAt: now,
      synchronised: false,
    });
    const history = await exchange.post('/app/account/logIns', {}, ben.ticket);
    expect(history.data.records[0]).toMatchObject({ method: 'passkey', outcome: 'success' });
  });

  it.each([
    ...faults,
    ['the wrong ceremony', { type: 'webauthn.create' }],
    ["somebody else's key", { signedBy: other }],
    ["somebody else's handle", { userHandle: Buffer.from('user/1').toString('base64url') }],
  ] as [string, Faults][])('do not log in with %s', async (_, fault) => {
    const { authenticator } = await made(await exchange.person(`faulty-${now++}`));
    const answer = await logIn(authenticator.use(await asksToLogIn(), fault));
    expect(answer).toMatchObject({ status: 200, code: 'passkey.refused', data: null });
    expect(answer.body).not.toHaveProperty('access_token');
    expect(await logIn(authenticator.use(await asksToLogIn()))).toMatchObject({ code: 'success' });
  });

  it('ASVS 6.6.1: replace codes by text message, none of which is then sent', async () => {
    const gail = await exchange.person('gail');
    const phone = '+819012340078';
    const codeTo = async (address: string, request: object) => {
      now += MINUTE_MS;
      await exchange.post('/app/security/sendCode', request, gail.ticket);
      return exchange.codeSentTo(address);
    };
    const oldCode = await codeTo(gail.email, { purpose: 'change', channel: 'email' });
    const code = await codeTo(phone, { purpose: 'bind', channel: 'phone', address: phone });
    const bound = { channel: 'phone', address: phone, code, oldCode, password: PASSWORD };
    expect(await exchange.post('/app/security/bind', bound, gail.ticket)).toMatchObject({ code: 'success' });
    const { authenticator } = await made(gail);
    const before = await exchange.letters(phone);
    expect(await logIn(authenticator.use(await asksToLogIn()))).toMatchObject({ code: 'success' });
    expect(await exchange.letters(phone)).toEqual(before);
  });

  it('do not log in by a repeated, late or unknown answer, or with a challenge for creating a passkey', async () => {
    const { authenticator } = await made(await exchange.person('replay'));
    const response = authenticator.use(await asksToLogIn());
    const both = await Promise.all([logIn(response), logIn(response)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['passkey.refused', 'success']);
    expect(await logIn(response)).toMatchObject({ code: 'passkey.refused' });

    const late = authenticator.use(await asksToLogIn());
    now += FIVE_MINUTES_MS;
    expect(await logIn(late)).toMatchObject({ code: 'passkey.refused' });

    const stranger = device();
    stranger.make({ challenge: 'x', rpId: '127.0.0.1', userHandle: 'eA' });
    expect(await logIn(stranger.use(await asksToLogIn()))).toMatchObject({ code: 'passkey.refused' });
    expect(await logIn(authenticator.use(await asksToMake(ann)))).toMatchObject({ code: 'passkey.refused' });
  });

  it('with a decreasing counter are rejected as copies', async () => {
    const { authenticator } = await made(await exchange.person('copied'));
    expect(await logIn(authenticator.use(await asksToLogIn(), { counter: 7 }))).toMatchObject({ code: 'success' });
    for (const counter of [6, 7, 0]) {
      expect(await logIn(authenticator.use(await asksToLogIn(), { counter }))).toMatchObject({
        code: 'passkey.refused',
      });
    }
    expect(await logIn(authenticator.use(await asksToLogIn(), { counter: 8 }))).toMatchObject({ code: 'success' });
  });

  it('are renamed and removed by their own user only, and then no longer log in', async () => {
    const carol = await exchange.person('carol');
    const { authenticator, passkey } = await made(carol);
    const rename = (person: Person, id: string) =>
      exchange.post(`${AT}/rename`, { passkey: id, name: 'Laptop' }, person.ticket);
    const remove = (person: Person, id: string, password = PASSWORD) =>
      exchange.post(`${AT}/remove`, { passkey: id, password }, person.ticket);
    for (const id of [passkey, '999999']) {
      expect(await rename(ann, id)).toMatchObject({ code: 'passkey.not.found' });
      expect(await remove(ann, id)).toMatchObject({ code: 'passkey.not.found' });
    }
    expect(await rename(carol, passkey)).toMatchObject({ code: 'success', data: null });
    expect(await list(carol)).toMatchObject([{ passkey, name: 'Laptop' }]);
    expect(await remove(carol, passkey, 'wrong-password')).toMatchObject({ code: 'password.wrong' });
    const both = await Promise.all([remove(carol, passkey), remove(carol, passkey)]);
    expect(both.filter(({ code }) => code === 'success')).toHaveLength(1);
    expect(await list(carol)).toEqual([]);
    expect(await logIn(authenticator.use(await asksToLogIn()))).toMatchObject({ code: 'passkey.refused' });
  });

  it('are limited to ten, also if two are created at once', async () => {
    const dora = await exchange.person('dora');
    for (let count = 0; count < 9; count++) await made(dora, `Key ${count}`);
    const [one, two] = [device().make(await asksToMake(dora)), device().make(await asksToMake(dora))];
    const both = await Promise.all([register(dora, one), register(dora, two)]);
    expect(both.map(({ code }) => code).sort()).toEqual(['passkeys.too.many', 'success']);
    expect(await options(dora, {})).toMatchObject({ code: 'passkeys.too.many', data: { maximum: 10 } });
  });

  it('ASVS 3.5.4: are created for the configured public address only, whatever host a request names', async () => {
    const own = await HttpExchange.start({ PUBLIC_URL: 'https://exchange.example', TRUST_PROXY: 'on' });
    const asked = (host?: string) =>
      own.post(`${AT}/logInOptions`, {}, undefined, host === undefined ? {} : { 'x-forwarded-host': host });
    try {
      // Requested by an internal name and by an invented one.
      for (const host of [undefined, 'evil.example']) {
        expect(await asked(host)).toMatchObject({ status: 404, code: 'path.not.found' });
      }
      expect((await asked('exchange.example')).data).toMatchObject({ rpId: 'exchange.example' });
      expect(await Promise.all(['/', '/health'].map(async (at) => (await fetch(`${own.url}${at}`)).status))).toEqual([
        404, 200,
      ]);
    } finally {
      await own.stop();
    }
  });
});
