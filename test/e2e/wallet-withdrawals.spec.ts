/** Money that goes out: asked for by its owner, approved or rejected by staff, and paid once. */
import { Secret, TOTP } from 'otpauth';
import { VerifiedNames } from '../../server/platform/auth/verified-names';
import { done, FUND_PASSWORD, HttpExchange, PASSWORD, type Json, type Person } from '../tools/http-exchange';
import { HOUR_MS, MILLION, TO, walletOf } from '../tools/wallet';

const CARD = '6222 0212 3456 7894';

let exchange: HttpExchange;
let admin: Person;
let second: Person;
let now = 1_800_000_000_000;

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
  admin = await exchange.staff('admin');
  second = await exchange.staff('admin', 'second-admin');
  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
});
afterAll(() => exchange.stop());

const {
  parts,
  head,
  turn,
  mine,
  someone,
  ready,
  available,
  frozen,
  messages,
  proof,
  listed,
  apply,
  staff,
  withdrawals,
} = walletOf({
  exchange: () => exchange,
  admin: () => admin,
  pass: (ms) => void (now += ms),
});

describe('money out', () => {
  it('asks for the fund password, and for a code once an authenticator is bound', async () => {
    const person = await someone();
    await exchange.equip(admin, person, { USDT: '1000' });
    expect(await apply(person, '10')).toMatchObject({ code: 'fund.password.not.set' });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await done(exchange.post('/app/security/fundPassword/set', set, person.ticket));
    expect(await apply(person, '10')).toMatchObject({ code: 'withdrawal.held' });
    await done(listed(person, TO));
    await done(exchange.post('/app/security/sendCode', { purpose: 'authenticator', channel: 'email' }, person.ticket));
    const begun = { password: PASSWORD, channel: 'email', code: await exchange.codeSentTo(person.email) };
    const { secret } = await done(exchange.post('/app/security/authenticator/begin', begun, person.ticket));
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
    await done(exchange.post('/app/security/authenticator/bind', { code: code() }, person.ticket));
    now += 25 * HOUR_MS;
    expect(await apply(person, '10', { fundPassword: 'wrong-one' })).toMatchObject({ code: 'fund.password.wrong' });
    expect(await apply(person, '10')).toMatchObject({ code: 'google.code.required' });
    expect(await apply(person, '10', { secondFactor: '000000' })).toMatchObject({ code: 'google.code.wrong' });
    const request = { clientId: exchange.clientId(), secondFactor: code() };
    const first = await done(apply(person, '10', request));
    // Its answer was lost: the same request is the same withdrawal, and its code is not spent twice.
    expect(await done(apply(person, '10', request))).toMatchObject({ withdrawal: first.withdrawal, repeated: true });
    expect(await apply(person, '11', request)).toMatchObject({ code: 'google.code.used' });
    expect(await withdrawals(person)).toHaveLength(1);
  });

  it('says its terms before, to the unit', async () => {
    const person = await ready('100');
    const quote = await done(exchange.get(`/app/withdraw/quote?asset=USDT&chain=ERC20`, person.ticket));
    expect(quote).toMatchObject({
      account: 'spot',
      available: '100',
      fee: '0.5',
      minimum: '2',
      decimals: 6,
      maximum: '99.5',
      price: '1',
      heldUntil: null,
      needsSecondFactor: false,
      hasFundPassword: true,
    });
    expect(quote.limit).toBe(quote.limitLeft);
    expect(await apply(person, '99.500001')).toMatchObject({ code: 'balance.insufficient' });
    expect(await apply(person, '10.0000001')).toMatchObject({ code: 'amount.too.precise', data: { digits: 6 } });
    expect(await apply(person, '1.999999')).toMatchObject({ code: 'withdrawal.too.small', data: { minimum: '2' } });
    const changed = { code: 'withdrawal.fee.changed', data: { asset: 'USDT', fee: quote.fee } };
    expect(await apply(person, '99.5', { fee: '0' })).toMatchObject(changed);
    await done(apply(person, '99.5', { fee: quote.fee }));
    const after = await done(
      exchange.get(`/app/withdraw/quote?asset=USDT&chain=ERC20&minPosition=${head()}`, person.ticket),
    );
    expect(Number(quote.limit) - Number(after.limitLeft)).toBe(99.5);
    expect(after.maximum).toBe('0');
  });

  it('keeps to the limit of a day, which begins anew at midnight in GMT+8', async () => {
    const person = await ready('100000000');
    const { limit } = await done(exchange.get('/app/withdraw/quote?asset=USDT', person.ticket));
    await done(apply(person, String(Number(limit) - 2)));
    expect(await apply(person, '3')).toMatchObject({ code: 'withdrawal.limit.exceeded', data: { left: '2' } });
    await done(apply(person, '2'));
    now += 24 * HOUR_MS;
    await done(apply(person, '3'));
  });

  it('goes from an application to a paid withdrawal by itself on the simulated chain, once', async () => {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    expect(await frozen(person)).toBe('30.5');
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'applied', shown: 'applied' }]);
    await done(staff(admin, 'approve', { withdrawal }));
    await turn();
    expect(await withdrawals(person)).toMatchObject([{ status: 'submitted', shown: 'applied' }]);
    await mine(1);
    const [paid] = await withdrawals(person);
    expect(paid).toMatchObject({
      status: 'withdrawn',
      shown: 'withdrawn',
      chainName: 'Ethereum (ERC-20)',
      address: TO,
      reference: expect.stringMatching(/^ERC20\/0x[0-9a-f]{64}\/0$/),
    });
    await mine(3);
    const sent = await parts()
      .database.sql.selectFrom('simulatedPayments')
      .selectAll()
      .where('origin', '=', `ERC20/withdrawal/${withdrawal}`)
      .execute();
    expect(sent).toMatchObject([{ address: TO, amount: String(30n * MILLION) }]);
    expect(await available(person)).toBe('969.5');
    expect(await frozen(person)).toBe('0');
    expect((await messages(person)).slice(0, 3)).toEqual([
      'withdrawal.paid',
      'withdrawal.approved',
      'withdrawal.first',
    ]);
  });

  it('is paid once when the payer is cut off between sending and saying so', async () => {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    await done(staff(admin, 'approve', { withdrawal }));
    await turn();
    // Sent, and the process ends before the core hears of it.
    const { database } = parts();
    await database.sql.deleteFrom('payouts').execute();
    await mine(1);
    await mine(2);
    const { total } = await database.sql
      .selectFrom('simulatedPayments')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('origin', '=', `ERC20/withdrawal/${withdrawal}`)
      .executeTakeFirstOrThrow();
    expect(total).toBe(1);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
  });

  it('needs two of staff above the limit, and neither the same one twice nor its own applicant', async () => {
    const person = await ready('100000');
    const { withdrawal } = await done(apply(person, '10001'));
    await done(staff(admin, 'approve', { withdrawal }));
    expect(await staff(admin, 'approve', { withdrawal })).toMatchObject({ code: 'approval.needs.another' });
    expect(await withdrawals(person)).toMatchObject([{ status: 'applied' }]);
    await done(staff(second, 'approve', { withdrawal }));
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
    // On the same day the rest of it takes two as well, however small it is.
    const small = await done(apply(person, '10000'));
    await done(staff(admin, 'approve', { withdrawal: small.withdrawal }));
    await mine(2);
    expect((await withdrawals(person))[0]).toMatchObject({ amount: '10000', status: 'applied' });
    await done(staff(second, 'approve', { withdrawal: small.withdrawal }));
    await mine(2);
    expect((await withdrawals(person, { shown: 'withdrawn' })).map(({ amount }) => amount)).toEqual(['10000', '10001']);
  });

  it('says to staff how many of them it needs, by the lower threshold of then and now', async () => {
    const person = await ready('100000');
    const auditor = await exchange.staff('auditor', 'auditor-of-approvals');
    const set = async (secondApprovalAbove: string) => {
      const { position } = await exchange.act(admin, '/withdraw/setReview', { secondApprovalAbove });
      for (const [at, by] of [
        ['/admin/withdraw/review', admin],
        ['/audit/withdraw/review', auditor],
      ] as const) {
        expect(await done(exchange.get(`${at}?minPosition=${position}`, by.ticket))).toEqual({ secondApprovalAbove });
      }
    };
    const counts = async (status: string): Promise<Json[]> => {
      const body = { status, minPosition: head(), pageSize: 200 };
      const told = await done(exchange.post('/admin/withdraw/list', body, admin.ticket));
      const audited = await done(exchange.post('/audit/withdraw/list', { ...body, userId: person.id }, auditor.ticket));
      const countOf = ({ amount, approvals, approvalsNeeded }: Json) => [amount, approvals.length, approvalsNeeded];
      const own = told.records.filter(({ userId }: Json) => userId === person.id).map(countOf);
      expect(audited.records.map(countOf)).toEqual(own);
      return own;
    };
    try {
      await set('10000');
      const large = (await done(apply(person, '10000.000001'))).withdrawal;
      const small = (await done(apply(person, '10000'))).withdrawal;
      expect(await counts('applied')).toEqual([
        ['10000', 0, 1],
        ['10000.000001', 0, 2],
      ]);
      // Raised, it counts for neither; lowered, for both.
      await set('20000');
      expect((await counts('applied')).map(([, , needed]) => needed)).toEqual([1, 2]);
      await set('9999.99999999');
      expect((await counts('applied')).map(([, , needed]) => needed)).toEqual([2, 2]);
      await done(staff(admin, 'approve', { withdrawal: small }));
      expect(await counts('applied')).toEqual([
        ['10000', 1, 2],
        ['10000.000001', 0, 2],
      ]);
      // One was enough for the small one now, but it came too early: it waits for another.
      await set('30000');
      expect((await counts('applied'))[0]).toEqual(['10000', 1, 2]);
      await done(staff(second, 'approve', { withdrawal: small }));
      await done(staff(second, 'approve', { withdrawal: large }));
      expect(await counts('applied')).toEqual([['10000.000001', 1, 2]]);
      await done(staff(admin, 'approve', { withdrawal: large }));
      await mine(2);
      expect(await counts('applied')).toEqual([]);
      expect(await counts('withdrawn')).toEqual([
        ['10000', 2, null],
        ['10000.000001', 2, null],
      ]);
      // Who was stopped after they had approved it is none of the two.
      await set('10000');
      const stolen = await exchange.staff('admin', 'stolen');
      const third = (await done(apply(person, '10001'))).withdrawal;
      await exchange.act(stolen, '/withdraw/approve', { withdrawal: third });
      expect(await counts('applied')).toEqual([['10001', 1, 2]]);
      await exchange.act(admin, '/account/freeze', { userId: stolen.id, reason: 'a log-in was stolen' });
      expect(await counts('applied')).toEqual([['10001', 0, 2]]);
      await done(staff(second, 'approve', { withdrawal: third }));
      expect(await counts('applied')).toEqual([['10001', 1, 2]]);
      await done(staff(admin, 'approve', { withdrawal: third }));
      await mine(2);
      expect(await counts('applied')).toEqual([]);
    } finally {
      await set('10000');
    }
  });

  it('goes back when staff reject it or its owner takes it back, and to nobody else', async () => {
    const person = await ready();
    const one = (await done(apply(person, '10'))).withdrawal;
    const two = (await done(apply(person, '20'))).withdrawal;
    const cancel = (by: Person, withdrawal: string) =>
      exchange.post('/app/withdraw/cancel', { clientId: exchange.clientId(), withdrawal }, by.ticket);
    expect(await cancel(await someone(), one)).toMatchObject({ code: 'withdrawal.not.found' });
    expect(await cancel(person, '999999')).toMatchObject({ code: 'withdrawal.not.found' });
    await done(cancel(person, one));
    expect(await cancel(person, one)).toMatchObject({ code: 'withdrawal.not.found' });
    await done(staff(admin, 'reject', { withdrawal: two, reason: 'wrong network' }));
    expect(await available(person)).toBe('1000');
    expect(await withdrawals(person)).toMatchObject([
      { status: 'rejected', shown: 'rejected', reason: 'wrong network' },
      { status: 'cancelled', shown: 'cancelled' },
    ]);
    expect(await withdrawals(person, { shown: 'rejected' })).toHaveLength(1);
    expect((await messages(person)).slice(0, 2)).toEqual(['withdrawal.rejected', 'withdrawal.cancelled']);
  });

  it('is rejected after its approval by two of staff, and not once it was sent', async () => {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    await done(staff(admin, 'approve', { withdrawal }));
    await done(staff(admin, 'reject', { withdrawal, reason: 'looks wrong' }));
    // What staff say was not sent is not sent meanwhile.
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'approved' }]);
    expect(await staff(admin, 'reject', { withdrawal, reason: 'again' })).toMatchObject({
      code: 'approval.needs.another',
    });
    await done(staff(second, 'reject', { withdrawal, reason: 'looks wrong' }));
    expect(await available(person)).toBe('1000');
    await mine(2);
    expect(await parts().turns.taken(Number(withdrawal))).toBe('rejection');

    const other = (await done(apply(person, '40'))).withdrawal;
    await done(staff(admin, 'approve', { withdrawal: other }));
    await turn();
    expect(await staff(admin, 'reject', { withdrawal: other, reason: 'too late' })).toMatchObject({
      code: 'payout.submitted',
    });
    await mine(1);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }, { status: 'rejected' }]);
  });

  it('goes on when staff who stopped it start it again', async () => {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    await done(staff(admin, 'approve', { withdrawal }));
    await done(staff(admin, 'reject', { withdrawal, reason: 'looks wrong' }));
    await done(staff(second, 'startPayout', { withdrawal }));
    await mine(2);
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
  });

  it('never overspends, however many ask at once', async () => {
    const person = await ready('100');
    const answers = await Promise.all(Array.from({ length: 100 }, () => apply(person, '9.5')));
    const codes = new Map<string, number>();
    for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
    expect(Object.fromEntries(codes)).toEqual({ success: 10, 'balance.insufficient': 90 });
    expect(await available(person)).toBe('0');
    expect(await frozen(person)).toBe('100');
    expect(await withdrawals(person)).toHaveLength(10);
  });

  it('goes to a bank card in the verified name, whose number only staff who pay it see', async () => {
    const person = await someone();
    exchange.application.nest.get(VerifiedNames).readFrom(async () => 'Alice Example');
    await exchange.equip(admin, person, { USD: '1000' });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await done(exchange.post('/app/security/fundPassword/set', set, person.ticket));
    const card = { bankName: 'Second Bank', cardNumber: CARD, realName: 'Alice Example' };
    const added = { ...card, ...(await proof(person)) };
    const { card: id } = await done(exchange.post('/app/security/bankCard/add', added, person.ticket));
    now += 25 * HOUR_MS;
    const toCard = (by: Person, rest: object = {}) =>
      apply(by, '100', { asset: 'USD', chain: undefined, address: undefined, card: id, ...rest });
    expect(await toCard(person, { chain: 'ERC20', address: TO })).toMatchObject({
      code: 'withdrawal.destination.invalid',
    });
    expect(await toCard(person, { card: undefined })).toMatchObject({ code: 'withdrawal.destination.invalid' });
    expect(await toCard(await ready())).toMatchObject({ code: 'card.not.found' });
    const { withdrawal } = await done(toCard(person));
    expect(await frozen(person, 'USD', 'legal')).toBe('105');
    const [own] = await withdrawals(person);
    const masked = { bankName: 'Second Bank', cardNumber: '**** 7894', realName: 'Alice Example', chain: null };
    expect(own).toMatchObject(masked);
    await done(staff(admin, 'approve', { withdrawal }));
    await done(staff(admin, 'startPayout', { withdrawal }));
    const list = { status: 'paying', minPosition: head() };
    const { records } = await done(exchange.post('/admin/withdraw/list', list, admin.ticket));
    expect(records).toMatchObject([
      { withdrawal, payTo: { cardNumber: '**** 7894', realName: 'Al***' }, realName: 'Al***', overdue: false },
    ]);
    const why = { withdrawal, userId: person.id, reason: 'reason/show_withdrawal' };
    const shown = await done(exchange.post('/admin/withdraw/person', why, admin.ticket));
    expect(shown.payTo).toEqual({ bankName: 'Second Bank', cardNumber: '6222021234567894', realName: 'Alice Example' });
    now += 5 * HOUR_MS;
    const later = await done(exchange.post('/admin/withdraw/list', list, admin.ticket));
    expect(later.records).toMatchObject([{ overdue: true }]);
    await turn();
    expect(await (await fetch(`${exchange.url}/metrics`)).text()).toMatch(
      /exchange_withdrawals_overdue\{status="paying"\} 1/,
    );
    await exchange.state(admin, 'USD', 'bank/statement-9,-100,ALICE EXAMPLE');
    await done(exchange.decided(staff(admin, 'pay', { withdrawal, reference: 'bank/statement-9' })));
    expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn', reference: 'bank/statement-9' }]);
    exchange.application.nest.get(VerifiedNames).readFrom(async () => 'Somebody Else');
    expect(await toCard(person)).toMatchObject({ code: 'card.name.mismatch' });
  });
});
