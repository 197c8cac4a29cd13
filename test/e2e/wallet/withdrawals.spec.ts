import { Secret, TOTP } from 'otpauth';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import {
  expectSuccess,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { expectTaxesToFoot } from '../../tools/samples/tax-file';
import { HOUR_MS, MILLION, TO, walletOf } from '../../tools/people/wallet';

/** Withdrawals: requested by the owner, approved or rejected by staff, and paid once. */
describe('withdrawals', () => {
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

  describe('withdrawing', () => {
    it('requires the fund password, and a code once an authenticator is bound', async () => {
      const person = await someone();
      await exchange.verifyAndFund(admin, person, { USDT: '1000' });
      expect(await apply(person, '10')).toMatchObject({ code: 'fund.password.not.set' });
      const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
      await expectSuccess(exchange.post('/app/security/fundPassword/set', set, person.ticket));
      // The first fund password causes no hold; a later binding does.
      expect(await apply(person, '10')).toMatchObject({ code: 'withdrawal.address.not.listed' });
      await expectSuccess(listed(person, TO));
      await expectSuccess(
        exchange.post('/app/security/sendCode', { purpose: 'authenticator', channel: 'email' }, person.ticket),
      );
      const begun = { password: PASSWORD, channel: 'email', code: await exchange.codeSentTo(person.email) };
      const { secret } = await expectSuccess(exchange.post('/app/security/authenticator/begin', begun, person.ticket));
      const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
      await expectSuccess(exchange.post('/app/security/authenticator/bind', { code: code() }, person.ticket));
      expect(await apply(person, '10')).toMatchObject({ code: 'withdrawal.held' });
      // A freeze waits for staff, not for the end of the hold.
      await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'review' });
      expect(await apply(person, '10')).toMatchObject({ code: 'account.frozen' });
      await exchange.act(admin, '/account/unfreeze', { userId: person.id, reason: 'reviewed' });
      now += 25 * HOUR_MS;
      expect(await apply(person, '10', { fundPassword: 'wrong-one' })).toMatchObject({ code: 'fund.password.wrong' });
      expect(await apply(person, '10')).toMatchObject({ code: 'google.code.required' });
      expect(await apply(person, '10', { secondFactor: '000000' })).toMatchObject({ code: 'google.code.wrong' });
      const request = { clientId: exchange.clientId(), secondFactor: code() };
      const first = await expectSuccess(apply(person, '10', request));
      // Retry after a lost answer: the same withdrawal, and its code is used once.
      expect(await expectSuccess(apply(person, '10', request))).toMatchObject({
        withdrawal: first.withdrawal,
        repeated: true,
      });
      expect(await apply(person, '11', request)).toMatchObject({ code: 'google.code.used' });
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('shows its terms in advance, exact to the unit', async () => {
      const person = await ready('100');
      const quote = await expectSuccess(exchange.get(`/app/withdraw/quote?asset=USDT&chain=ERC20`, person.ticket));
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
      await expectSuccess(apply(person, '99.5', { fee: quote.fee }));
      const after = await expectSuccess(
        exchange.get(`/app/withdraw/quote?asset=USDT&chain=ERC20&minPosition=${head()}`, person.ticket),
      );
      expect(Number(quote.limit) - Number(after.limitLeft)).toBe(99.5);
      expect(after.maximum).toBe('0');
    });

    it('enforces the daily limit, which starts anew at midnight GMT+8', async () => {
      const person = await ready('100000000');
      const { limit } = await expectSuccess(exchange.get('/app/withdraw/quote?asset=USDT', person.ticket));
      await expectSuccess(apply(person, String(Number(limit) - 2)));
      expect(await apply(person, '3')).toMatchObject({ code: 'withdrawal.limit.exceeded', data: { left: '2' } });
      await expectSuccess(apply(person, '2'));
      now += 24 * HOUR_MS;
      await expectSuccess(apply(person, '3'));
    });

    it('runs from request to payment by itself on the simulated chain, once', async () => {
      const person = await ready();
      const { withdrawal } = await expectSuccess(apply(person, '30'));
      expect(await frozen(person)).toBe('30.5');
      await mine(2);
      expect(await withdrawals(person)).toMatchObject([{ status: 'applied', shown: 'applied' }]);
      await expectSuccess(staff(admin, 'approve', { withdrawal }));
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
      expect((await expectTaxesToFoot(exchange, person)).at(-1)).toMatchObject({
        ...{ 'Sent Amount': '30', 'Sent Currency': 'USDT', 'Fee Amount': '0.5', 'Fee Currency': 'USDT' },
        TxHash: paid.reference.split('/')[1],
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

    it('is paid once when the payer ends between sending and recording', async () => {
      const person = await ready();
      const { withdrawal } = await expectSuccess(apply(person, '30'));
      await expectSuccess(staff(admin, 'approve', { withdrawal }));
      await turn();
      // Sent, and the process ends before the core records it.
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

    it('needs two of staff above the limit, neither the same one twice nor the applicant', async () => {
      const person = await ready('100000');
      const { withdrawal } = await expectSuccess(apply(person, '10001'));
      await expectSuccess(staff(admin, 'approve', { withdrawal }));
      expect(await staff(admin, 'approve', { withdrawal })).toMatchObject({ code: 'approval.needs.another' });
      expect(await withdrawals(person)).toMatchObject([{ status: 'applied' }]);
      await expectSuccess(staff(second, 'approve', { withdrawal }));
      await mine(2);
      expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
      // On the same day further amounts need two as well, however small.
      const small = await expectSuccess(apply(person, '10000'));
      await expectSuccess(staff(admin, 'approve', { withdrawal: small.withdrawal }));
      await mine(2);
      expect((await withdrawals(person))[0]).toMatchObject({ amount: '10000', status: 'applied' });
      await expectSuccess(staff(second, 'approve', { withdrawal: small.withdrawal }));
      await mine(2);
      expect((await withdrawals(person, { shown: 'withdrawn' })).map(({ amount }) => amount)).toEqual([
        '10000',
        '10001',
      ]);
    });

    it('shows staff the number of approvals needed, by the lower of the old and the new threshold', async () => {
      const person = await ready('100000');
      const auditor = await exchange.staff('auditor', 'auditor-of-approvals');
      const set = async (secondApprovalAbove: string) => {
        const { position } = await exchange.act(admin, '/withdraw/setReview', { secondApprovalAbove });
        for (const [at, by] of [
          ['/admin/withdraw/review', admin],
          ['/audit/withdraw/review', auditor],
        ] as const) {
          expect(await expectSuccess(exchange.get(`${at}?minPosition=${position}`, by.ticket))).toEqual({
            secondApprovalAbove,
          });
        }
      };
      const counts = async (status: string): Promise<Json[]> => {
        const body = { status, minPosition: head(), pageSize: 200 };
        const told = await expectSuccess(exchange.post('/admin/withdraw/list', body, admin.ticket));
        const audited = await expectSuccess(
          exchange.post('/audit/withdraw/list', { ...body, userId: person.id }, auditor.ticket),
        );
        const countOf = ({ amount, approvals, approvalsNeeded }: Json) => [amount, approvals.length, approvalsNeeded];
        const own = told.records.filter(({ userId }: Json) => userId === person.id).map(countOf);
        expect(audited.records.map(countOf)).toEqual(own);
        return own;
      };
      try {
        await set('10000');
        const large = (await expectSuccess(apply(person, '10000.000001'))).withdrawal;
        const small = (await expectSuccess(apply(person, '10000'))).withdrawal;
        expect(await counts('applied')).toEqual([
          ['10000', 0, 1],
          ['10000.000001', 0, 2],
        ]);
        // A raised threshold changes neither; a lowered one applies to both.
        await set('20000');
        expect((await counts('applied')).map(([, , needed]) => needed)).toEqual([1, 2]);
        await set('9999.99999999');
        expect((await counts('applied')).map(([, , needed]) => needed)).toEqual([2, 2]);
        await expectSuccess(staff(admin, 'approve', { withdrawal: small }));
        expect(await counts('applied')).toEqual([
          ['10000', 1, 2],
          ['10000.000001', 0, 2],
        ]);
        // The small one now needs one approval, but its own came too early: it waits for another.
        await set('30000');
        expect((await counts('applied'))[0]).toEqual(['10000', 1, 2]);
        await expectSuccess(staff(second, 'approve', { withdrawal: small }));
        await expectSuccess(staff(second, 'approve', { withdrawal: large }));
        expect(await counts('applied')).toEqual([['10000.000001', 1, 2]]);
        await expectSuccess(staff(admin, 'approve', { withdrawal: large }));
        await mine(2);
        expect(await counts('applied')).toEqual([]);
        expect(await counts('withdrawn')).toEqual([
          ['10000', 2, null],
          ['10000.000001', 2, null],
        ]);
        // An approval stops counting when its author is frozen afterwards.
        await set('10000');
        const stolen = await exchange.staff('admin', 'stolen');
        const third = (await expectSuccess(apply(person, '10001'))).withdrawal;
        await exchange.act(stolen, '/withdraw/approve', { withdrawal: third });
        expect(await counts('applied')).toEqual([['10001', 1, 2]]);
        await exchange.act(admin, '/account/freeze', { userId: stolen.id, reason: 'a log-in was stolen' });
        // A freeze between staff stops both of them until a third decides.
        expect((await staff(admin, 'approve', { withdrawal: third })).code).toBe('account.frozen');
        await exchange.act(second, '/account/unfreeze', { userId: admin.id, reason: 'the log-in was stolen' });
        expect(await counts('applied')).toEqual([['10001', 0, 2]]);
        await expectSuccess(staff(second, 'approve', { withdrawal: third }));
        expect(await counts('applied')).toEqual([['10001', 1, 2]]);
        await expectSuccess(staff(admin, 'approve', { withdrawal: third }));
        await mine(2);
        expect(await counts('applied')).toEqual([]);
      } finally {
        await set('10000');
      }
    });

    it('is returned when staff reject it or its owner cancels it, to nobody else', async () => {
      const person = await ready();
      const one = (await expectSuccess(apply(person, '10'))).withdrawal;
      const two = (await expectSuccess(apply(person, '20'))).withdrawal;
      const cancel = (by: Person, withdrawal: string) =>
        exchange.post('/app/withdraw/cancel', { clientId: exchange.clientId(), withdrawal }, by.ticket);
      expect(await cancel(await someone(), one)).toMatchObject({ code: 'withdrawal.not.found' });
      expect(await cancel(person, '999999')).toMatchObject({ code: 'withdrawal.not.found' });
      await expectSuccess(cancel(person, one));
      const ended = (withdrawal: string, status: string) => {
        return { code: 'withdrawal.ended', data: { withdrawal, asset: 'USDT', status } };
      };
      expect(await cancel(person, one)).toMatchObject(ended(one, 'cancelled'));
      expect(await cancel(await someone(), one)).toMatchObject({ code: 'withdrawal.not.found' });
      expect(await staff(admin, 'approve', { withdrawal: one })).toMatchObject(ended(one, 'cancelled'));
      await expectSuccess(staff(admin, 'reject', { withdrawal: two, reason: 'wrong network' }));
      expect(await cancel(person, two)).toMatchObject(ended(two, 'rejected'));
      expect(await available(person)).toBe('1000');
      expect(await withdrawals(person)).toMatchObject([
        { status: 'rejected', shown: 'rejected', reason: 'wrong network' },
        { status: 'cancelled', shown: 'cancelled' },
      ]);
      expect(await withdrawals(person, { shown: 'rejected' })).toHaveLength(1);
      expect((await messages(person)).slice(0, 2)).toEqual(['withdrawal.rejected', 'withdrawal.cancelled']);
    });

    it('ASVS 2.3.1: is rejected after approval by two of staff, and not once it was sent', async () => {
      const person = await ready();
      const { withdrawal } = await expectSuccess(apply(person, '30'));
      await expectSuccess(staff(admin, 'approve', { withdrawal }));
      await expectSuccess(staff(admin, 'reject', { withdrawal, reason: 'looks wrong' }));
      // A withdrawal that staff declare unsent is not sent meanwhile.
      await mine(2);
      expect(await withdrawals(person)).toMatchObject([{ status: 'approved' }]);
      expect(await staff(admin, 'reject', { withdrawal, reason: 'again' })).toMatchObject({
        code: 'approval.needs.another',
      });
      await expectSuccess(staff(second, 'reject', { withdrawal, reason: 'looks wrong' }));
      expect(await available(person)).toBe('1000');
      await mine(2);
      expect(await parts().claims.holderOf(Number(withdrawal))).toBe('rejection');

      const other = (await expectSuccess(apply(person, '40'))).withdrawal;
      await expectSuccess(staff(admin, 'approve', { withdrawal: other }));
      await turn();
      expect(await staff(admin, 'reject', { withdrawal: other, reason: 'too late' })).toMatchObject({
        code: 'payout.submitted',
      });
      await mine(1);
      expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }, { status: 'rejected' }]);
    });

    it('continues when the staff who stopped it restart it', async () => {
      const person = await ready();
      const { withdrawal } = await expectSuccess(apply(person, '30'));
      await expectSuccess(staff(admin, 'approve', { withdrawal }));
      await expectSuccess(staff(admin, 'reject', { withdrawal, reason: 'looks wrong' }));
      await expectSuccess(staff(second, 'startPayout', { withdrawal }));
      await mine(2);
      expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn' }]);
    });

    it('never exceeds the balance, whatever the number of concurrent requests', async () => {
      const person = await ready('100');
      const answers = await Promise.all(Array.from({ length: 100 }, () => apply(person, '9.5')));
      const codes = new Map<string, number>();
      for (const { code } of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
      expect(Object.fromEntries(codes)).toEqual({ success: 10, 'balance.insufficient': 90 });
      expect(await available(person)).toBe('0');
      expect(await frozen(person)).toBe('100');
      expect(await withdrawals(person)).toHaveLength(10);
    });

    it('goes to a bank card in the verified name, whose number only the paying staff see', async () => {
      const person = await someone();
      exchange.application.nest.get(VerifiedNames).setSource(async () => 'Alice Example');
      await exchange.verifyAndFund(admin, person, { USD: '1000' });
      const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
      await expectSuccess(exchange.post('/app/security/fundPassword/set', set, person.ticket));
      const card = { bankName: 'Second Bank', cardNumber: CARD, realName: 'Alice Example' };
      const added = { ...card, ...(await proof(person)) };
      const { card: id } = await expectSuccess(exchange.post('/app/security/bankCard/add', added, person.ticket));
      now += 25 * HOUR_MS;
      const toCard = (by: Person, rest: object = {}) =>
        apply(by, '100', { asset: 'USD', chain: undefined, address: undefined, card: id, ...rest });
      expect(await toCard(person, { chain: 'ERC20', address: TO })).toMatchObject({
        code: 'withdrawal.destination.invalid',
      });
      expect(await toCard(person, { card: undefined })).toMatchObject({ code: 'withdrawal.destination.invalid' });
      expect(await toCard(await ready())).toMatchObject({ code: 'card.not.found' });
      const { withdrawal } = await expectSuccess(toCard(person));
      expect(await frozen(person, 'USD', 'legal')).toBe('105');
      const [own] = await withdrawals(person);
      const masked = { bankName: 'Second Bank', cardNumber: '**** 7894', realName: 'Alice Example', chain: null };
      expect(own).toMatchObject(masked);
      await expectSuccess(staff(admin, 'approve', { withdrawal }));
      await expectSuccess(staff(admin, 'startPayout', { withdrawal }));
      const list = { status: 'paying', minPosition: head() };
      const { records } = await expectSuccess(exchange.post('/admin/withdraw/list', list, admin.ticket));
      expect(records).toMatchObject([
        { withdrawal, payTo: { cardNumber: '**** 7894', realName: 'Al***' }, realName: 'Al***', overdue: false },
      ]);
      const why = { withdrawal, userId: person.id, reason: 'reason/show_withdrawal' };
      const shown = await expectSuccess(exchange.post('/admin/withdraw/person', why, admin.ticket));
      expect(shown.payTo).toEqual({
        bankName: 'Second Bank',
        cardNumber: '6222021234567894',
        realName: 'Alice Example',
      });
      now += 5 * HOUR_MS;
      const later = await expectSuccess(exchange.post('/admin/withdraw/list', list, admin.ticket));
      expect(later.records).toMatchObject([{ overdue: true }]);
      await turn();
      expect(await (await fetch(`${exchange.url}/metrics`)).text()).toMatch(
        /exchange_withdrawals_overdue\{status="paying"\} 1/,
      );
      await exchange.importStatementLines('USD', 'bank/statement-9,-100,ALICE EXAMPLE');
      await expectSuccess(exchange.withApproval(staff(admin, 'pay', { withdrawal, reference: 'bank/statement-9' })));
      expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn', reference: 'bank/statement-9' }]);
      exchange.application.nest.get(VerifiedNames).setSource(async () => 'Somebody Else');
      expect(await toCard(person)).toMatchObject({ code: 'card.name.mismatch' });
    });
  });
});
