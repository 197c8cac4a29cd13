/** Phone and e-mail of an account: binding, changes, and notices to the owner. */
import { maskedPhone } from '../../../shared/products/identity/rules/masks';
import { fillPlaceholders } from '../../../shared/wire/fill';
import { LETTER_TEXTS, type SecurityChange } from '../../../server/platform/mail/letter-texts';
import { codes as codesOf } from '../../tools/people/entrance';
import {
  expectSuccess,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { MINUTE_MS, SECURITY, securityOf } from '../../tools/people/security';
import { TO } from '../../tools/people/wallet';
import { shortAddress } from '../../../shared/products/wallet/rules/short-address';

let exchange: HttpExchange;
let now = 1_800_000_000_000;
let addresses = 0;

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
});
afterAll(() => exchange.stop());

const clock = { now: () => now, pass: (ms: number) => void (now += ms) };
const { someone, send, overview, next, codeFor, bound, boundPhone, messages } = securityOf(() => exchange, clock);

describe('phone and e-mail', () => {
  const bind = (person: Person, body: object) => send(person, 'bind', body);

  it.each([
    [{ purpose: 'bind', channel: 'phone', address: '12345' }, 200, 'phone.format.error'],
    [{ purpose: 'bind', channel: 'email', address: 'nobody' }, 200, 'email.format.error'],
    [{ purpose: 'bind', channel: 'email' }, 400, 'request.invalid'],
    [{ purpose: 'change', channel: 'email', address: 'a@b.example' }, 400, 'request.invalid'],
    [{ purpose: 'change', channel: 'phone' }, 200, 'address.not.bound'],
    [{ purpose: 'fund_password', channel: 'phone' }, 200, 'address.not.bound'],
    [{ purpose: 'authenticator', channel: 'phone' }, 200, 'address.not.bound'],
    [{ purpose: 'passkey', channel: 'email', address: 'a@b.example' }, 400, 'request.invalid'],
    [{ purpose: 'register', channel: 'email' }, 400, 'request.invalid'],
  ])('send no code for %j', async (request, status, code) => {
    expect(await send(await someone(), 'sendCode', request)).toMatchObject({ status, code });
  });

  it('are bound once by codes to the new and the other address, and the password', async () => {
    const person = await someone();
    const address = '+819012345678';
    const asked = { purpose: 'bind', channel: 'phone', address: '+81 90-1234-5678' };
    now += MINUTE_MS;
    expect(await expectSuccess(send(person, 'sendCode', asked))).toEqual({
      address: '+81****5678',
      resendSeconds: 60,
      expiresSeconds: 600,
    });
    expect(await send(person, 'sendCode', asked)).toMatchObject({ code: 'code.too.soon' });
    const code = await exchange.codeSentTo(address);
    const wanted = { channel: 'phone', address, code };
    expect(await bind(person, wanted)).toMatchObject({ code: 'proof.required' });
    expect(await bind(person, { ...wanted, password: 'wrong-horse' })).toMatchObject({ code: 'password.wrong' });
    // Otherwise a password thief could bind an address that receives all other codes.
    expect(await bind(person, { ...wanted, password: PASSWORD })).toMatchObject({ code: 'verification.code.required' });
    const guessed = { ...wanted, password: PASSWORD, oldCode: '000000' };
    expect(await bind(person, guessed)).toMatchObject({ code: 'verification.code.error' });
    const elsewhere = { ...wanted, address: '+819012345679', password: PASSWORD };
    expect(await bind(person, elsewhere)).toMatchObject({ code: 'verification.code.error' });
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    const proven = { ...wanted, password: PASSWORD, oldCode };
    const both = await Promise.all([bind(person, proven), bind(person, proven)]);
    expect(both.filter((answer) => answer.code === 'success')).toHaveLength(1);
    expect(await overview(person)).toMatchObject({ phone: '+81****5678', securityChangedAt: now });
    expect(await messages(person)).toContain('phone.bound');
    expect(await bind(person, proven)).toMatchObject({ code: 'address.already.bound' });
  });

  it('of another user are not bound, and the requester does not learn the owner', async () => {
    const [person, holder] = [await someone(), await someone()];
    now += MINUTE_MS;
    const { data, code } = await send(person, 'sendCode', { purpose: 'bind', channel: 'email', address: holder.email });
    expect({ code, data }).toMatchObject({ code: 'success', data: { resendSeconds: 60 } });
    // The holder is notified, without a code.
    const [letter] = await exchange.letters(holder.email);
    expect(letter.text).not.toMatch(/\b\d{6}\b/);
    const request = { channel: 'email', address: holder.email, code: '000000', password: PASSWORD };
    expect(await bind(person, request)).toMatchObject({ code: 'verification.code.error' });
  });

  it('requested by two users at once go to one of them', async () => {
    const [one, other] = [await someone(), await someone()];
    const address = '+819087654321';
    const asked = { purpose: 'bind', channel: 'phone', address };
    const codes = [await codeFor(one, asked, address), await codeFor(other, asked, address)];
    const change = { purpose: 'change', channel: 'email' };
    const oldCodes = [await codeFor(one, change, one.email), await codeFor(other, change, other.email)];
    const answers = await Promise.all(
      [one, other].map((person, index) =>
        bind(person, { channel: 'phone', address, code: codes[index], oldCode: oldCodes[index], password: PASSWORD }),
      ),
    );
    expect(codesOf(answers)).toEqual(['address.already.bound', 'success']);
  });

  it('need password and authenticator if there is one', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const address = `+8190${String(10_000_000 + ++addresses)}`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'phone', address }, address);
    const wanted = { channel: 'phone', address, code, password: PASSWORD };
    expect(await bind(person, wanted)).toMatchObject({ code: 'google.code.required' });
    await expectSuccess(bind(person, { ...wanted, secondFactor: next(secret) }));
  });

  it('are changed by a code to the old one', async () => {
    const person = await someone();
    await boundPhone(person);
    const address = `changed-${++addresses}@test.example`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'email', address }, address);
    const wanted = { channel: 'email', address, code };
    // Otherwise ticket and password would be enough to take the account over.
    expect(await bind(person, { ...wanted, password: PASSWORD })).toMatchObject({ code: 'proof.required' });
    expect(await bind(person, { ...wanted, oldCode: '000000' })).toMatchObject({ code: 'verification.code.error' });
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    await expectSuccess(bind(person, { ...wanted, oldCode }));
    await expect(exchange.logIn(person.email)).rejects.toThrow('login.failed');
    expect(await exchange.logIn(address)).toEqual(expect.any(String));
  });

  it('are changed by password and authenticator if the old one is lost', async () => {
    const person = await someone();
    const { secret } = await bound(person);
    const address = `lost-${++addresses}@test.example`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'email', address }, address);
    const wanted = { channel: 'email', address, code, password: PASSWORD };
    expect(await bind(person, wanted)).toMatchObject({ code: 'google.code.required' });
    await expectSuccess(bind(person, { ...wanted, secondFactor: next(secret) }));
    expect((await overview(person)).email).toBe('lo***@test.example');
  });
});

describe('the owner', () => {
  const ANTI_PHISHING = 'はりねずみ';
  const NEW = 'another-horse-battery';
  const { changes, security } = LETTER_TEXTS.jp;

  /** A user who reads Japanese and has an anti-phishing code. */
  async function watchful(): Promise<Person> {
    const person = await someone();
    await expectSuccess(send(person, 'setLanguage', { language: 'jp' }));
    await expectSuccess(send(person, 'setAntiPhishingCode', { antiPhishingCode: ANTI_PHISHING, password: PASSWORD }));
    return person;
  }

  const subjectOf = (change: SecurityChange, address = '') =>
    fillPlaceholders(security.subject, { change: fillPlaceholders(changes[change], { address }) });
  const timeNow = () => new Date(now).toISOString().slice(0, 19).replace('T', ' ');
  /** Notices of changes, newest first. */
  const notices = async (address: string) =>
    (await exchange.letters(address)).filter(({ subject }) =>
      subject.startsWith(fillPlaceholders(security.subject, { change: '' })),
    );
  const setFundPassword = (person: Person) =>
    expectSuccess(send(person, 'fundPassword/set', { fundPassword: FUND_PASSWORD, password: PASSWORD }));
  /** Changes to an account, with the secrets shown or sent on the way. */
  const steps: [SecurityChange, (person: Person) => Promise<string[]>][] = [
    [
      'authenticator.bound',
      async (person) => {
        const { secret, recoveryCodes } = await bound(person);
        return [secret, ...recoveryCodes];
      },
    ],
    [
      'authenticator.unbound',
      async (person) => {
        const { secret, authenticator } = await bound(person);
        const code = next(secret);
        await expectSuccess(
          send(person, 'authenticator/unbind', { authenticator, password: PASSWORD, secondFactor: code }),
        );
        return [code];
      },
    ],
    [
      'recovery.codes.renewed',
      async (person) => {
        const { secret } = await bound(person);
        const proof = { password: PASSWORD, code: next(secret) };
        return (await expectSuccess(send(person, 'authenticator/renewRecoveryCodes', proof))).recoveryCodes;
      },
    ],
    [
      'password.changed',
      async (person) => {
        await expectSuccess(send(person, 'password/change', { oldPassword: PASSWORD, password: NEW }));
        return [NEW];
      },
    ],
    [
      'password.reset',
      async (person) => {
        const code = await exchange.sentCode('forgot', person.email);
        const body = { channel: 'email', address: person.email, code, password: NEW };
        await expectSuccess(exchange.post('/app/account/resetPassword', body));
        return [NEW, code];
      },
    ],
    [
      'fund.password.set',
      async (person) => {
        await setFundPassword(person);
        return [FUND_PASSWORD];
      },
    ],
    [
      'fund.password.changed',
      async (person) => {
        await setFundPassword(person);
        const body = { oldFundPassword: FUND_PASSWORD, fundPassword: '135246' };
        await expectSuccess(send(person, 'fundPassword/change', body));
        return [FUND_PASSWORD, '135246'];
      },
    ],
    [
      'fund.password.reset',
      async (person) => {
        await setFundPassword(person);
        const code = await codeFor(person, { purpose: 'fund_password', channel: 'email' }, person.email);
        await expectSuccess(send(person, 'fundPassword/reset', { fundPassword: '135246', channel: 'email', code }));
        return [code, '135246'];
      },
    ],
    [
      'anti.phishing.changed',
      // The letter must not contain the new code, which a thief may have set.
      async (person) => {
        const body = { antiPhishingCode: 'whale', password: PASSWORD };
        await expectSuccess(send(person, 'setAntiPhishingCode', body));
        return ['whale'];
      },
    ],
    [
      'address.added',
      async (person) => {
        await setFundPassword(person);
        const code = await codeFor(person, { purpose: 'destination', channel: 'email' }, person.email);
        const named = { chain: 'ERC20', address: TO, label: 'cold wallet' };
        const proof = { fundPassword: FUND_PASSWORD, channel: 'email', code };
        await expectSuccess(exchange.post('/app/withdraw/addAddress', { ...named, ...proof }, person.ticket));
        return [FUND_PASSWORD, code, TO];
      },
    ],
    [
      'account.frozen',
      async (person) => {
        await expectSuccess(send(person, 'freeze', { clientId: 'freeze-me', password: PASSWORD }));
        return [];
      },
    ],
  ];

  it.each(steps)(
    'is told of %s by mail: in their language, with their anti-phishing code, and nothing secret',
    async (change, act) => {
      const person = await watchful();
      now += 1_000;
      const secrets = await act(person);
      const told = await notices(person.email);
      const subject = subjectOf(change, shortAddress(TO));
      expect(told[0]).toMatchObject({ channel: 'email', subject });
      expect(told.filter((one) => one.subject === subject)).toHaveLength(change === 'anti.phishing.changed' ? 2 : 1);
      const [{ text }] = told;
      expect(text).toMatch(new RegExp(`^フィッシング対策コード：${ANTI_PHISHING}\n`));
      for (const fact of [timeNow(), '127.0.0.1', 'node']) expect(text).toContain(fact);
      for (const secret of [PASSWORD, ...secrets]) expect(text).not.toContain(secret);
    },
  );

  it('is told of changes, and not of requests without effect', async () => {
    const person = await watchful();
    const before = await notices(person.email);
    await expectSuccess(send(person, 'setAntiPhishingCode', { antiPhishingCode: ANTI_PHISHING, password: PASSWORD }));
    await setFundPassword(person);
    for (let count = 0; count < 2; count++)
      await expectSuccess(send(person, 'freeze', { clientId: 'once', password: PASSWORD }));
    const after = await notices(person.email);
    expect(after.slice(0, after.length - before.length).map(({ subject }) => subject)).toEqual([
      subjectOf('account.frozen'),
      subjectOf('fund.password.set'),
    ]);
    expect(await messages(person)).toEqual(expect.arrayContaining(['anti.phishing.changed']));
  });

  it('is told at the old e-mail address of its replacement, and the new one is told too', async () => {
    const person = await watchful();
    const address = `thief-${++addresses}@test.example`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'email', address }, address);
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'email' }, person.email);
    await expectSuccess(send(person, 'bind', { channel: 'email', address, code, oldCode }));
    for (const reader of [person.email, address]) {
      const [notice] = await notices(reader);
      expect(notice.subject).toBe(subjectOf('email.changed', 'th***@test.example'));
      expect(notice.text).toContain(ANTI_PHISHING);
      expect(notice.text).not.toContain(address);
    }
    // From now on the new address is bound.
    const before = (await notices(person.email)).length;
    await setFundPassword(person);
    expect(await notices(person.email)).toHaveLength(before);
    expect((await notices(address))[0].subject).toBe(subjectOf('fund.password.set'));
  });

  it('is told of another phone by mail, and on the old and the new phone', async () => {
    const person = await watchful();
    const phone = await boundPhone(person);
    expect((await notices(person.email))[0].subject).toBe(subjectOf('phone.bound', maskedPhone(phone)));
    expect((await exchange.letters(phone))[0].text).toContain(
      fillPlaceholders(changes['phone.bound'], { address: maskedPhone(phone) }),
    );
    const address = `+8180${String(10_000_000 + ++addresses)}`;
    const code = await codeFor(person, { purpose: 'bind', channel: 'phone', address }, address);
    const oldCode = await codeFor(person, { purpose: 'change', channel: 'phone' }, phone);
    await expectSuccess(send(person, 'bind', { channel: 'phone', address, code, oldCode }));
    expect((await notices(person.email))[0].subject).toBe(subjectOf('phone.changed', maskedPhone(address)));
    for (const reader of [phone, address]) {
      const [{ text }] = await exchange.letters(reader);
      expect(text).toContain(fillPlaceholders(changes['phone.changed'], { address: maskedPhone(address) }));
      expect(text).toContain(timeNow());
    }
  });

  it('is told by text message if there is no e-mail', async () => {
    const phone = `+8170${String(10_000_000 + ++addresses)}`;
    const code = await exchange.sentCode('register', phone);
    const body = { clientId: exchange.clientId(), channel: 'phone', address: phone, code };
    await expectSuccess(exchange.post('/app/account/register', { ...body, password: PASSWORD, agreement: true }));
    const person = { id: 0, email: phone, ticket: await exchange.logIn(phone) };
    await expectSuccess(send(person, 'setLanguage', { language: 'jp' }));
    await setFundPassword(person);
    const [letter] = await exchange.letters(phone);
    expect(letter).toMatchObject({ channel: 'phone', subject: '' });
    expect(letter.text).toMatch(/^【Open Exchange】/);
    for (const fact of [changes['fund.password.set'], timeNow(), '127.0.0.1']) expect(letter.text).toContain(fact);
  });

  it('can still change the account when mail fails', async () => {
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Open Exchange <no-reply@exchange.example>' };
    const cut = await HttpExchange.start({ ...smtp, DEMO: 'off' });
    try {
      const person = await cut.registered('user', 'cut-off');
      const change = { oldPassword: PASSWORD, password: NEW };
      expect(await cut.post(`${SECURITY}/password/change`, change, person.ticket)).toMatchObject({ code: 'success' });
      const { data } = await cut.post('/app/message/list', {}, person.ticket);
      expect(data.records.map(({ key }: Json) => key)).toEqual(['password.changed']);
      const set = { fundPassword: FUND_PASSWORD, password: NEW };
      expect(await cut.post(`${SECURITY}/fundPassword/set`, set, person.ticket)).toMatchObject({ code: 'success' });
    } finally {
      await cut.stop();
    }
  });
});
