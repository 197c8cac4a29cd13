/** Withdrawals are never silent: attempts of a thief to move money out, and means of the owner to stop them. */
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { shortAddress } from '../../../shared/products/wallet/rules/short-address';
import { STEP_UP_HEADER } from '../../../shared/wire/step-up';
import {
  expectSuccess,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  WITHOUT_FACTOR,
  type Answer,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { securityOf } from '../../tools/people/security';
import { HOUR_MS, TO, walletOf } from '../../tools/people/wallet';

const THIEFS = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const DAY_MS = 24 * HOUR_MS;

let exchange: HttpExchange;
let admin: Person;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
});
afterAll(() => exchange.stop());

const pass = (ms: number) => void (now += ms);
const parts = { exchange: () => exchange, admin: () => admin, pass };
const { ready, someone, apply, listed, proof, messages, mine, staff, withdrawals, available } = walletOf(parts);
const { bound, boundPhone, codeFor, keyed, next } = securityOf(() => exchange, { now: () => now, pass });

const book = async (person: Person): Promise<Json[]> =>
  (await expectSuccess(exchange.get('/app/withdraw/addresses', person.ticket))).records;
const look = (token: string) => exchange.post('/app/letterLink/look', { token });
const act = (token: string, what: 'cancel' | 'freeze') => exchange.post('/app/letterLink/act', { token, act: what });
const subjects = async (address: string) => (await exchange.letters(address)).map(({ subject }) => subject);
const isFrozen = async (person: Person) =>
  exchange.application.exchange.engine.state().members.get(person.id)?.frozen === true;

/** Rows as left by versions that accepted withdrawals to unlisted addresses. */
async function namedByApplication(person: Person, address: string, at: number): Promise<void> {
  const { sql } = exchange.application.exchange.database;
  const row = { id: 900_000 + person.id, userId: person.id, chain: 'ERC20', address, label: null, namedAt: at };
  await sql.insertInto('withdrawalAddresses').values(row).execute();
}

describe('a thief with a session and the fund password', () => {
  it('cannot add a destination by requesting withdrawals, however often or late', async () => {
    const owner = await ready();
    await bound(owner);
    pass(25 * HOUR_MS);
    for (let day = 0; day < 3; day++) {
      expect(await apply(owner, '10', { address: THIEFS })).toMatchObject({ code: 'withdrawal.address.not.listed' });
      pass(25 * HOUR_MS);
    }
    expect(await book(owner)).toMatchObject([{ address: TO, listed: true }]);
    expect(await withdrawals(owner)).toEqual([]);
  });

  it('cannot list an address without the code sent to the owner, or with a code for another purpose', async () => {
    const owner = await ready();
    const { fundPassword, channel } = await proof(owner);
    const add = (rest: object) => {
      const named = { chain: 'ERC20', address: THIEFS, label: 'mine', fundPassword };
      return exchange.post('/app/withdraw/addAddress', { ...named, ...rest }, owner.ticket);
    };
    expect(await add({})).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await add({ channel, code: '000000' })).toMatchObject({ code: 'verification.code.error' });
    const elsewhere = await codeFor(owner, { purpose: 'fund_password', channel: 'email' }, owner.email);
    expect(await add({ channel, code: elsewhere })).toMatchObject({ code: 'verification.code.error' });
    expect(await add({ channel: 'phone', code: elsewhere })).toMatchObject({ code: 'address.not.bound' });
    expect(await book(owner)).toHaveLength(1);
  });

  it('cannot list an address without the second factor, and each code works once', async () => {
    const owner = await ready();
    const { secret } = await bound(owner);
    const proven = await proof(owner);
    const add = (address: string, rest: object) => {
      const named = { chain: 'ERC20', address, label: 'mine', ...proven };
      return exchange.post('/app/withdraw/addAddress', { ...named, ...rest }, owner.ticket);
    };
    expect(await add(THIEFS, {})).toMatchObject({ code: 'google.code.required' });
    expect(await add(THIEFS, { secondFactor: '000000' })).toMatchObject({ code: 'google.code.wrong' });
    await expectSuccess(add(THIEFS, { secondFactor: next(secret) }));
    const other = `0x${'1'.repeat(40)}`;
    expect(await add(other, { secondFactor: next(secret) })).toMatchObject({ code: 'verification.code.error' });
  });

  it('cannot list an address or store a card without a passkey signature for exactly that one, if there is no authenticator', async () => {
    const owner = await ready();
    const sign = await keyed(owner);
    const other = `0x${'2'.repeat(40)}`;
    const proven = await proof(owner);
    const add = (address: string, headers: Record<string, string> = WITHOUT_FACTOR, rest: object = {}) => {
      const named = { chain: 'ERC20', address, label: 'mine', ...proven, ...rest };
      return exchange.post('/app/withdraw/addAddress', named, owner.ticket, headers);
    };
    const asked = await add(THIEFS);
    expect(asked).toMatchObject({ code: 'step.up.required', data: { scope: 'act', factors: ['passkey'] } });
    expect(await add(THIEFS, WITHOUT_FACTOR, { secondFactor: '123456' })).toMatchObject({ code: 'step.up.required' });
    expect(await add(other, await sign(asked.data.digest))).toMatchObject({ code: 'passkey.refused' });
    expect(await book(owner)).toHaveLength(1);
    const signed = await sign(asked.data.digest);
    await expectSuccess(add(THIEFS, signed));
    expect(await book(owner)).toHaveLength(2);

    exchange.application.nest.get(VerifiedNames).setSource(async () => 'Alice Example');
    const card = { bankName: 'Second Bank', cardNumber: '6222 0212 3456 7894', realName: 'Alice Example' };
    const code = await proof(owner);
    const store = (headers: Record<string, string> = WITHOUT_FACTOR, rest: object = {}) =>
      exchange.post('/app/security/bankCard/add', { ...card, ...code, ...rest }, owner.ticket, headers);
    const wanted = await store();
    expect(wanted).toMatchObject({ code: 'step.up.required', data: { factors: ['passkey'] } });
    const elsewhere = await store(await sign(wanted.data.digest), { cardNumber: '4111 1111 1111 1111' });
    expect(elsewhere).toMatchObject({ code: 'passkey.refused' });
    expect(await store(signed)).toMatchObject({ code: 'passkey.refused' });
    await expectSuccess(store(await sign(wanted.data.digest)));
  });

  it("cannot rename or remove an address without the owner's factor", async () => {
    const owner = await ready();
    const [{ addressId }] = await book(owner);
    const acts: [string, object][] = [
      ['labelAddress', { addressId, label: 'exchange' }],
      ['removeAddress', { addressId }],
    ];
    const send = ([at, body]: [string, object], headers: Record<string, string> = WITHOUT_FACTOR) =>
      exchange.post(`/app/withdraw/${at}`, body, owner.ticket, headers);
    const { secret } = await bound(owner);
    const byCode = (code: string) => ({ [STEP_UP_HEADER]: `authenticator ${code}` });
    for (const one of acts) {
      expect(await send(one)).toMatchObject({ code: 'step.up.required', data: { factors: ['authenticator'] } });
      expect(await send(one, byCode('000000'))).toMatchObject({ code: 'google.code.wrong' });
    }
    expect(await book(owner)).toMatchObject([{ addressId, label: 'cold wallet' }]);
    const code = next(secret);
    await expectSuccess(send(acts[0], byCode(code)));
    expect(await send(acts[1], byCode(code))).toMatchObject({ code: 'google.code.used' });
    expect(await book(owner)).toMatchObject([{ addressId, label: 'exchange' }]);
    const sign = await keyed(owner);
    const wanted = await send(acts[1]);
    expect(wanted).toMatchObject({ code: 'step.up.required', data: { factors: ['authenticator', 'passkey'] } });
    // Foreign and unknown addresses use up no code.
    const nobodys: [string, object] = ['removeAddress', { addressId: '999999999' }];
    const fresh = next(secret);
    expect(await send(nobodys, byCode(fresh))).toMatchObject({ code: 'withdrawal.address.not.found' });
    await expectSuccess(send(acts[0], byCode(fresh)));
    await expectSuccess(send(acts[1], await sign(wanted.data.digest)));
    expect(await book(owner)).toEqual([]);
  });

  it('cannot use a destination of old withdrawals: its owner sees it, and lists it with all proofs or removes it', async () => {
    const owner = await ready();
    await namedByApplication(owner, THIEFS, now - 30 * DAY_MS);
    expect(await apply(owner, '10', { address: THIEFS })).toMatchObject({ code: 'withdrawal.address.not.listed' });
    const [named] = (await book(owner)).filter(({ address }: Json) => address === THIEFS);
    expect(named).toMatchObject({ listed: false, label: '' });
    const relabel = { addressId: named.addressId, label: 'mine' };
    expect(await exchange.post('/app/withdraw/labelAddress', relabel, owner.ticket)).toMatchObject({
      code: 'withdrawal.address.not.found',
    });
    await expectSuccess(exchange.post('/app/withdraw/removeAddress', { addressId: named.addressId }, owner.ticket));
    expect(await book(owner)).toHaveLength(1);
  });

  it('waits a day before a new bank card can be used', async () => {
    const owner = await someone();
    exchange.application.nest.get(VerifiedNames).setSource(async () => 'Alice Example');
    await exchange.verifyAndFund(admin, owner, { USD: '1000' });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await expectSuccess(exchange.post('/app/security/fundPassword/set', set, owner.ticket));
    pass(25 * HOUR_MS);
    const card = { bankName: 'Second Bank', cardNumber: '6222 0212 3456 7894', realName: 'Alice Example' };
    const add = (rest: object) => exchange.post('/app/security/bankCard/add', { ...card, ...rest }, owner.ticket);
    expect(await add({ fundPassword: FUND_PASSWORD })).toMatchObject({ code: 'request.invalid' });
    const { card: id, usableAt } = await expectSuccess(add(await proof(owner)));
    expect(usableAt).toBe(now + DAY_MS);
    const toCard = () => apply(owner, '100', { asset: 'USD', chain: undefined, address: undefined, card: id });
    now = usableAt - 1;
    expect(await toCard()).toMatchObject({ code: 'card.held', data: { until: usableAt } });
    now = usableAt;
    await expectSuccess(toCard());
    expect((await messages(owner)).slice(0, 2)).toEqual(['withdrawal.first', 'bank.card.added']);
    const [, added] = await exchange.letters(owner.email);
    expect(added.subject).toBe('Security notice: Bank card added (Second Bank **** 7894)');
    expect((await exchange.letters(owner.email))[0].text).toContain('To: Second Bank **** 7894');
  });
});

describe("an address on the operator's deny list", () => {
  it('is not listed, and not used even if listed before', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'screening-'));
    const file = path.join(folder, 'denied.txt');
    writeFileSync(file, `${THIEFS.toLowerCase()} # stolen\n`);
    const screened = await HttpExchange.start({ SCREENING_DENY_FILE: file }, { clock: () => now });
    const staffOfIt = await screened.staff('admin');
    try {
      await screened.listMarkets(staffOfIt);
      const of = walletOf({ exchange: () => screened, admin: () => staffOfIt, pass });
      const owner = await of.someone();
      await screened.verifyAndFund(staffOfIt, owner, { USDT: '1000' });
      const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
      await expectSuccess(screened.post('/app/security/fundPassword/set', set, owner.ticket));
      const denied = { code: 'withdrawal.address.denied' };
      expect(await of.listed(owner, THIEFS)).toMatchObject(denied);
      await expectSuccess(of.listed(owner, TO));
      pass(25 * HOUR_MS);
      const ticket = await screened.logIn(owner.email);
      writeFileSync(file, `${THIEFS}\n${TO}\n`);
      utimesSync(file, 1, 1);
      expect(await of.apply({ ...owner, ticket }, '10')).toMatchObject(denied);
    } finally {
      await screened.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the owner', () => {
  it('is told by mail and message of additions, first use, requests, approvals and payments', async () => {
    const owner = await ready();
    expect((await messages(owner))[0]).toBe('withdrawal.address.added');
    const { withdrawal } = await expectSuccess(apply(owner, '10'));
    await expectSuccess(staff(admin, 'approve', { withdrawal }));
    await mine(2);
    await expectSuccess(apply(owner, '20'));
    expect((await messages(owner)).slice(0, 4)).toEqual([
      'withdrawal.applied',
      'withdrawal.paid',
      'withdrawal.approved',
      'withdrawal.first',
    ]);
    expect((await subjects(owner.email)).slice(0, 4)).toEqual([
      'Withdrawal applied for: 20 USDT',
      'Withdrawal paid: 10 USDT',
      'Withdrawal approved: 10 USDT',
      'First withdrawal to a new destination applied for: 10 USDT',
    ]);
    for (const { text } of (await exchange.letters(owner.email)).slice(0, 4)) {
      expect(text).toMatch(/http:\/\/localhost:\d+\/securityLink#[\w-]{43}\n/);
      expect(text).not.toContain(TO);
    }
  });

  it('with a phone only is told by text message, without a link', async () => {
    const phone = '+817012345678';
    const code = await exchange.sentCode('register', phone);
    const body = { clientId: exchange.clientId(), channel: 'phone', address: phone, code };
    const { userId } = await expectSuccess(
      exchange.post('/app/account/register', { ...body, password: PASSWORD, agreement: true }),
    );
    const owner = { id: userId, email: phone, ticket: await exchange.logIn(phone) };
    await exchange.verifyAndFund(admin, owner, { USDT: '1000' });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await expectSuccess(exchange.post('/app/security/fundPassword/set', set, owner.ticket));
    const sent = await codeFor(owner, { purpose: 'destination', channel: 'phone' }, phone);
    await expectSuccess(listed(owner, TO, { channel: 'phone', code: sent }));
    pass(25 * HOUR_MS);
    await expectSuccess(apply(owner, '10'));
    await messages(owner);
    const [first, added] = await exchange.letters(phone);
    expect(added.text).toContain(`Withdrawal address added (${shortAddress(TO)})`);
    expect(first.text).toMatch(/^\[Open Exchange\] First withdrawal to a new destination applied for: 10 USDT to 0x/);
    for (const { text } of [first, added]) expect(text).not.toMatch(/http|#/);
  });
});

describe('the link in a letter', () => {
  async function withdrawing(amount = '10'): Promise<{ owner: Person; withdrawal: string; token: string }> {
    const owner = await ready();
    const { withdrawal } = await expectSuccess(apply(owner, amount));
    await messages(owner);
    return { owner, withdrawal, token: await exchange.linkSentTo(owner.email) };
  }

  it('changes nothing when opened, by a browser or by a mail scanner', async () => {
    const { owner, token } = await withdrawing();
    for (let times = 0; times < 3; times++) {
      await fetch(`${exchange.url}/securityLink`);
      await fetch(`${exchange.url}/exchange/app/letterLink/act?token=${token}&act=freeze`);
      expect(await expectSuccess(look(token))).toMatchObject({
        account: expect.stringMatching(/^so\*\*\*@test\.example$/),
        frozen: false,
        withdrawal: { asset: 'USDT', amount: '10', status: 'applied', cancellable: true },
      });
    }
    expect(await withdrawals(owner)).toMatchObject([{ status: 'applied' }]);
    expect(await isFrozen(owner)).toBe(false);
  });

  it('cancels its withdrawal without a log-in, once', async () => {
    const { owner, token } = await withdrawing();
    expect(await expectSuccess(act(token, 'cancel'))).toEqual({ frozen: false, cancelled: true });
    expect(await act(token, 'cancel')).toMatchObject({ code: 'letter.link.used', data: { usedAt: now } });
    expect(await act(token, 'freeze')).toMatchObject({ code: 'letter.link.used' });
    expect(await look(token)).toMatchObject({ code: 'letter.link.used' });
    expect(await withdrawals(owner)).toMatchObject([{ status: 'cancelled' }]);
    expect(await available(owner)).toBe('1000');
  });

  it('acts once on two concurrent clicks', async () => {
    const { owner, token } = await withdrawing();
    const answers: Answer[] = await Promise.all([act(token, 'cancel'), act(token, 'cancel'), act(token, 'freeze')]);
    expect(answers.filter(({ code }) => code === 'success')).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'letter.link.used')).toHaveLength(2);
    expect(await isFrozen(owner)).toBe(false);
  });

  it('freezes the account and ends all sessions, which a thief cannot undo', async () => {
    const { owner, token } = await withdrawing();
    const thief = await exchange.logIn(owner.email);
    expect(await expectSuccess(act(token, 'freeze'))).toEqual({ frozen: true, cancelled: true });
    expect(await isFrozen(owner)).toBe(true);
    for (const ticket of [owner.ticket, thief]) {
      expect(await exchange.get('/app/withdraw/addresses', ticket)).toMatchObject({ code: '4001' });
    }
    const back = await exchange.logIn(owner.email);
    expect(await apply({ ...owner, ticket: back }, '10')).toMatchObject({ code: 'account.frozen' });
    expect((await subjects(owner.email))[0]).not.toContain('Withdrawal');
    expect(await subjects(owner.email)).toContain('Security notice: Account frozen at your own request');
  });

  it('stops an approved withdrawal by a freeze if cancelling is too late, and is not used up by trying', async () => {
    const { owner, withdrawal, token } = await withdrawing();
    await expectSuccess(staff(admin, 'approve', { withdrawal }));
    expect(await act(token, 'cancel')).toMatchObject({ code: 'withdrawal.state.invalid' });
    expect((await expectSuccess(look(token))).withdrawal).toMatchObject({ status: 'approved', cancellable: false });
    expect(await expectSuccess(act(token, 'freeze'))).toEqual({ frozen: true, cancelled: false });
    await mine(3);
    const ticket = await exchange.logIn(owner.email);
    expect(await withdrawals({ ...owner, ticket })).toMatchObject([{ status: 'approved' }]);
  });

  it('of a letter about the account freezes it, and cancels no withdrawal by itself', async () => {
    const owner = await ready();
    const token = await exchange.linkSentTo(owner.email);
    expect((await expectSuccess(look(token))).withdrawal).toBeNull();
    expect(await act(token, 'cancel')).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await expectSuccess(act(token, 'freeze'))).toEqual({ frozen: true, cancelled: false });
  });

  it('expires; altered, invented and foreign links have no effect', async () => {
    const { owner, token } = await withdrawing();
    const other = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`;
    for (const wrong of [other, 'x'.repeat(43)]) {
      expect(await look(wrong)).toMatchObject({ code: 'letter.link.unknown' });
      expect(await act(wrong, 'freeze')).toMatchObject({ code: 'letter.link.unknown' });
    }
    expect(await look('short')).toMatchObject({ code: 'request.invalid' });
    pass(7 * DAY_MS);
    expect(await look(token)).toMatchObject({ code: 'letter.link.expired' });
    expect(await act(token, 'freeze')).toMatchObject({ code: 'letter.link.expired' });
    // Long after its expiry it is indistinguishable from an invented one.
    pass(30 * DAY_MS);
    const ticket = await exchange.logIn(owner.email);
    await expectSuccess(apply({ ...owner, ticket }, '10'));
    await messages({ ...owner, ticket });
    await exchange.linkSentTo(owner.email);
    expect(await look(token)).toMatchObject({ code: 'letter.link.unknown' });
  });

  it('is missing in letters to a newly bound address, and present in the one to the old address', async () => {
    const owner = await ready();
    await boundPhone(owner);
    const address = 'thief@test.example';
    const code = await codeFor(owner, { purpose: 'bind', channel: 'email', address }, address);
    const oldCode = await codeFor(owner, { purpose: 'change', channel: 'email' }, owner.email);
    const bind = { channel: 'email', address, code, oldCode };
    await expectSuccess(exchange.post('/app/security/bind', bind, owner.ticket));
    await expect(exchange.linkSentTo(address)).rejects.toThrow('no link');
    expect(await expectSuccess(act(await exchange.linkSentTo(owner.email), 'freeze'))).toMatchObject({ frozen: true });
    expect(await isFrozen(owner)).toBe(true);
  });

  it('is stored as a hash only, and limited in tries like log-ins', async () => {
    const { token } = await withdrawing();
    const { sql } = exchange.application.exchange.database;
    const rows = await sql.selectFrom('letterLinks').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    const slow = await HttpExchange.start({ LIMIT_LOGINS_PER_MINUTE_MAX: '3' }, { monotonic: () => 1_000 });
    try {
      const tries = await Promise.all(
        Array.from({ length: 5 }, () => slow.post('/app/letterLink/look', { token: 'x'.repeat(43) })),
      );
      expect(tries.filter(({ code }) => code === 'request.too.many')).toHaveLength(2);
    } finally {
      await slow.stop();
    }
  });
});
