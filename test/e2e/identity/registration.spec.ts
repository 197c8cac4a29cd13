import { Users } from '../../../server/platform/auth/users';
import { codes, entranceOf, otherThan } from '../../tools/people/entrance';
import { HttpExchange } from '../../tools/people/http-exchange';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let exchange: HttpExchange;
let now = 1_800_000_000_000;
let fields = 0;

beforeAll(async () => {
  exchange = await HttpExchange.start(
    { LIMIT_REGISTRATIONS_PER_MINUTE_MAX: '1000', LIMIT_CODES_PER_MINUTE_MAX: '1000' },
    { clock: () => now },
  );
});
afterAll(() => exchange.stop());

const { send, register, token, logInByCode, resetPassword, info } = entranceOf(() => exchange);

describe('registration', () => {
  it('accepts an e-mail address proven by a code, and returns the user', async () => {
    const code = await exchange.sentCode('register', 'Ada@Test.Example'.toLowerCase());
    const answer = await register('Ada@Test.Example', code, { nationality: 'JP', nickName: 'Ada' }, { lang: 'jp' });
    expect(answer).toMatchObject({ status: 200, code: 'success', data: { repeated: false } });
    const { data } = await info(await exchange.logIn('ada@test.example'));
    expect(data).toMatchObject({
      userId: answer.data.userId,
      userName: 'ada@test.example',
      email: 'ada@test.example',
      phone: null,
      nickName: 'Ada',
      nationality: 'JP',
      language: 'jp',
      invitationCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/),
    });
  });

  it('accepts a phone number in any notation and stores it as E.164', async () => {
    const phone = '+819012345678';
    const code = await exchange.sentCode('register', phone);
    expect(await register('+81 90-1234-5678', code)).toMatchObject({ code: 'success' });
    const entered = await token('+81 (90) 1234 5678');
    expect(entered.code).toBe('success');
    const { data } = await info(entered.body.access_token);
    expect(data).toMatchObject({ userName: phone, email: null, phone, nickName: phone });
    const after = await exchange.post(
      `/api/oms/opr/afterLogin/${encodeURIComponent(phone)}`,
      {},
      entered.body.access_token,
    );
    expect(after.code).toBe('success');
  });

  it.each([
    ['email', 'nobody', 'email.format.error'],
    ['email', '+819012345678', 'email.format.error'],
    ['phone', '09012345678', 'phone.format.error'],
    ['phone', 'someone@test.example', 'phone.format.error'],
    ['phone', '+999123456789', 'phone.format.error'],
  ])('reports errors of the %s %s', async (channel, address, code) => {
    expect(await exchange.post('/app/account/sendCode', { purpose: 'register', channel, address })).toMatchObject({
      status: 200,
      code,
    });
    expect(await register(address, '123456', { channel })).toMatchObject({ status: 200, code });
  });

  it.each([
    [{ agreement: false }, 400, 'request.invalid'],
    [{ agreement: undefined }, 400, 'request.invalid'],
    [{ nationality: 'XX' }, 400, 'request.invalid'],
    [{ nationality: 'jp' }, 400, 'request.invalid'],
    [{ nickName: ' ' }, 400, 'request.invalid'],
    [{ nickName: 'Support' }, 400, 'request.invalid'],
    [{ nickName: 'a\u202eb' }, 400, 'request.invalid'],
    [{ code: undefined }, 400, 'request.invalid'],
    [{ code: '' }, 400, 'request.invalid'],
    [{ code: '12345x' }, 200, 'verification.code.error'],
    [{ password: 'short' }, 200, 'password.too.weak'],
    [{ password: 'fields-11@test.example' }, 200, 'password.too.weak'],
    [{ invitationCode: 'NOBODYS1' }, 200, 'invitation.code.invalid'],
    [{ channel: 'pigeon' }, 400, 'request.invalid'],
    [{ role: 'admin' }, 400, 'request.invalid'],
  ])('refuses %j and keeps the code valid', async (change, status, code) => {
    const address = `fields-${(fields += 1) - 1}@test.example`;
    const sent = await exchange.sentCode('register', address);
    expect(await register(address, sent, change)).toMatchObject({ status, code });
    expect(await token(address)).toMatchObject({ code: 'login.failed' });
    expect(await register(address, sent)).toMatchObject({ code: 'success' });
  });

  it('reveals the validity of an invitation only to holders of a code', async () => {
    const inviter = await exchange.person('guessed-inviter');
    const { invitationCode } = (await info(inviter.ticket)).data;
    const address = 'guesser@test.example';
    const code = await exchange.sentCode('register', address);
    const answers = [
      await register(address, otherThan(code), { invitationCode }),
      await register(address, otherThan(code), { invitationCode: 'NOBODYS1' }),
    ];
    expect(codes(answers)).toEqual(['verification.code.error', 'verification.code.error']);
    expect(answers[0].data).toEqual(answers[1].data);
    expect(await register(address, code, { invitationCode: 'NOBODYS1' })).toMatchObject({
      code: 'invitation.code.invalid',
    });
    expect(await register(address, code, { invitationCode })).toMatchObject({ code: 'success' });
  });

  it('resolves the inviter from the code, ignoring case', async () => {
    const inviter = await exchange.person('inviter');
    const { invitationCode } = (await info(inviter.ticket)).data;
    const address = 'invited@test.example';
    const code = await exchange.sentCode('register', address);
    const answer = await register(address, code, { invitationCode: invitationCode.toLowerCase() });
    expect(answer.code).toBe('success');
    const row = await exchange.application.nest.get(Users).byId(answer.data.userId);
    expect(row?.invitedBy).toBe(inviter.id);
  });

  it('requires an invitation if configured at the desk', async () => {
    const admin = await exchange.staff('admin', 'desk');
    const set = (value: string) =>
      exchange.withApproval(
        exchange.post('/admin/systemConfig/set', { key: 'invitation_required', value }, admin.ticket),
      );
    const terms = async () => (await exchange.get('/app/account/registrationTerms')).data;
    expect(await terms()).toEqual({ channels: expect.arrayContaining(['email', 'phone']), invitationRequired: false });
    expect((await set('on')).code).toBe('success');
    expect((await terms()).invitationRequired).toBe(true);
    const address = 'uninvited@test.example';
    const code = await exchange.sentCode('register', address);
    expect(await register(address, code)).toMatchObject({ status: 200, code: 'invitation.code.required' });
    await set('');
    expect(await register(address, code)).toMatchObject({ code: 'success' });
  });

  it('for a taken address fails like a wrong code, and its holder is told by mail', async () => {
    const grace = await exchange.person('grace');
    await exchange.application.exchange.database.sql
      .updateTable('users')
      .set({ antiPhishingCode: 'blue <whale>', language: 'ep' })
      .where('id', '=', grace.id)
      .execute();
    now += MINUTE_MS;
    const known = await send('register', grace.email);
    const unknown = await send('register', 'nobody-yet@test.example');
    expect(known.body).toEqual(unknown.body);
    const [letter] = await exchange.letters(grace.email);
    expect(letter.subject).toBe('Ya tienes una cuenta');
    expect(letter.text).toMatch(/^Tu código antiphishing: blue <whale>\n/);
    expect(letter.text).not.toMatch(/\d{6}/);
    expect(await register(grace.email, '123456')).toMatchObject({ status: 200, code: 'verification.code.error' });
  });
});

describe('a code', () => {
  it('has a countdown with its remaining time', async () => {
    const address = 'countdown@test.example';
    const first = await send('register', address);
    expect(first.data).toEqual({ resendSeconds: 60, expiresSeconds: 600 });
    now += 20_500;
    const soon = await send('register', address);
    expect(soon).toMatchObject({ status: 200, code: 'code.too.soon', data: { resendSeconds: 40 } });
    expect(soon.headers.get('retry-after')).toBe('40');
    // Each purpose has its own countdown.
    expect(await send('login', address)).toMatchObject({ code: 'success' });
    now += 39_500;
    expect(await send('register', address)).toMatchObject({ code: 'success' });
    now += MINUTE_MS;
  });

  it('is limited to ten per day, address, purpose and requester', async () => {
    const address = 'daily@test.example';
    const started = now;
    for (let count = 0; count < 10; count++) {
      expect((await send('register', address)).code).toBe('success');
      now += MINUTE_MS;
    }
    const refused = await send('register', address);
    expect(refused).toMatchObject({ status: 200, code: 'codes.too.many' });
    expect(refused.data.resendSeconds).toBe((started + DAY_MS - now) / 1_000);
    // Requests of a stranger for one purpose leave the other purposes available.
    expect((await send('forgot', address)).code).toBe('success');
    now = started + DAY_MS;
    expect((await send('register', address)).code).toBe('success');
  });

  it('is acknowledged for every address, and sent only if it applies', async () => {
    const henry = await exchange.person('henry');
    for (const purpose of ['login', 'forgot'] as const) {
      const before = (await exchange.letters(henry.email)).length;
      const [known, unknown] = [await send(purpose, henry.email), await send(purpose, `no-${purpose}@test.example`)];
      expect(known.body).toEqual(unknown.body);
      expect(known.code).toBe('success');
      const again = [await send(purpose, henry.email), await send(purpose, `no-${purpose}@test.example`)];
      expect(again[0].body).toEqual(again[1].body);
      expect(again[0].code).toBe('code.too.soon');
      expect((await exchange.letters(henry.email)).length).toBe(before + 1);
      expect(await exchange.letters(`no-${purpose}@test.example`)).toEqual([]);
    }
  });

  it('is bound to its address and purpose', async () => {
    const [one, two] = ['scope-one@test.example', 'scope-two@test.example'];
    const ivy = await exchange.person('ivy');
    const code = await exchange.sentCode('register', one);
    await exchange.sentCode('register', two);
    const login = await exchange.sentCode('login', ivy.email);
    if (code !== (await exchange.codeSentTo(two)))
      expect((await register(two, code)).code).toBe('verification.code.error');
    expect((await resetPassword(ivy.email, login)).code).toBe('verification.code.error');
    expect((await logInByCode(ivy.email, login)).code).toBe('success');
  });

  it('is valid for ten minutes', async () => {
    const address = 'expiry@test.example';
    const code = await exchange.sentCode('register', address);
    now += 10 * MINUTE_MS;
    expect((await register(address, code)).code).toBe('verification.code.error');
    const another = await exchange.sentCode('register', address);
    now += 10 * MINUTE_MS - 1;
    expect((await register(address, another)).code).toBe('success');
  });

  it('is replaced by a later one', async () => {
    const address = 'replaced@test.example';
    const first = await exchange.sentCode('register', address);
    now += MINUTE_MS;
    const second = await exchange.sentCode('register', address);
    if (first !== second) expect((await register(address, first)).code).toBe('verification.code.error');
    expect((await register(address, second)).code).toBe('success');
  });

  it('is used up by five wrong tries, sequential or concurrent', async () => {
    const [slow, fast] = ['slow-guess@test.example', 'fast-guess@test.example'];
    const code = await exchange.sentCode('register', slow);
    for (let count = 0; count < 4; count++) {
      expect((await register(slow, otherThan(code))).code).toBe('verification.code.error');
    }
    expect((await register(slow, code)).code).toBe('success');

    const other = await exchange.sentCode('register', fast);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => register(fast, otherThan(other))));
    expect(new Set(codes(wrong))).toEqual(new Set(['verification.code.error']));
    expect((await register(fast, other)).code).toBe('verification.code.error');
  });

  it('opens one account if used twice at the same time', async () => {
    const address = 'twice@test.example';
    const code = await exchange.sentCode('register', address);
    const answers = await Promise.all([register(address, code), register(address, code), register(address, code)]);
    expect(codes(answers)).toEqual(['success', 'verification.code.error', 'verification.code.error']);
    expect((await register(address, code)).code).toBe('verification.code.error');
  });

  it('is stored unreadably', async () => {
    const address = 'stored@test.example';
    const code = await exchange.sentCode('register', address);
    const rows = await exchange.application.exchange.database.sql
      .selectFrom('codes')
      .selectAll()
      .where('address', '=', address)
      .execute();
    expect(rows).toHaveLength(1);
    expect(rows[0].codeMac).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify({ ...rows[0], codeMac: '' })).not.toContain(code);
  });
});

describe('outbox', () => {
  it('is visible in the demo', async () => {
    await exchange.sentCode('register', 'outbox@test.example');
    const { records } = (await exchange.get('/app/outbox/list')).data;
    expect(records[0]).toMatchObject({ channel: 'email', address: 'outbox@test.example', at: now });
  });

  it('is absent without demo, and nothing is sent without a provider', async () => {
    const real = await HttpExchange.start({ DEMO: 'off' });
    try {
      expect(await real.get('/app/outbox/list')).toMatchObject({ status: 404, code: 'path.not.found' });
      const body = { purpose: 'register', channel: 'email', address: 'ann@test.example' };
      expect(await real.post('/app/account/sendCode', body)).toMatchObject({
        status: 200,
        code: 'delivery.unavailable',
      });
      expect((await real.get('/app/account/registrationTerms')).data.channels).toEqual([]);
      expect(await real.letters('ann@test.example')).toEqual([]);
    } finally {
      await real.stop();
    }
  });
});

describe('default rate limits of codes', () => {
  it('allows ten requests per minute and address and refuses the eleventh', async () => {
    let at = now;
    const strict = await HttpExchange.start(
      { LIMIT_CODES_PER_MINUTE_MAX: '' },
      { clock: () => at, monotonic: () => at },
    );
    try {
      const ask = (count: number) =>
        strict.post('/app/account/sendCode', {
          purpose: 'login',
          channel: 'email',
          address: `rate-${count}@test.example`,
        });
      for (let count = 0; count < 10; count++) expect((await ask(count)).code).toBe('success');
      const refused = await ask(10);
      expect(refused).toMatchObject({ status: 429, code: 'request.too.many' });
      expect(refused.headers.get('retry-after')).toBe('60');
      at += MINUTE_MS;
      expect((await ask(10)).code).toBe('success');
    } finally {
      await strict.stop();
    }
  });
});
