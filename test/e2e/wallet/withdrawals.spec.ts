import { Secret, TOTP } from 'otpauth';
import type { CommandType } from '../../../server/core/command';
import { isRejection } from '../../../server/core/rejection';
import { WithdrawalProofs } from '../../../server/products/wallet/api/withdrawal-proofs';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { payoutKey } from '../../../server/platform/chains/payout-turns';
import { unavailable } from '../../../server/platform/errors/refusal';
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { Payouts, type PayoutParts } from '../../../server/products/wallet/chain/payouts';
import { STEP_UP_HEADER } from '../../../shared/wire/step-up';
import {
  done,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Json,
  type Person,
  type Answer,
} from '../../tools/people/http-exchange';
import { securityOf } from '../../tools/people/security';
import { expectTaxesToFoot } from '../../tools/samples/tax-file';
import { HOUR_MS, MILLION, TO, walletOf } from '../../tools/people/wallet';

/** Money that goes out: asked for by its owner, approved or rejected by staff, and paid once. */
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

  describe('money out', () => {
    it('asks for the fund password, and for a code once an authenticator is bound', async () => {
      const person = await someone();
      await exchange.equip(admin, person, { USDT: '1000' });
      expect(await apply(person, '10')).toMatchObject({ code: 'fund.password.not.set' });
      const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
      await done(exchange.post('/app/security/fundPassword/set', set, person.ticket));
      // The first fund password holds nothing back, what is bound after it does.
      expect(await apply(person, '10')).toMatchObject({ code: 'withdrawal.address.not.listed' });
      await done(listed(person, TO));
      await done(
        exchange.post('/app/security/sendCode', { purpose: 'authenticator', channel: 'email' }, person.ticket),
      );
      const begun = { password: PASSWORD, channel: 'email', code: await exchange.codeSentTo(person.email) };
      const { secret } = await done(exchange.post('/app/security/authenticator/begin', begun, person.ticket));
      const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
      await done(exchange.post('/app/security/authenticator/bind', { code: code() }, person.ticket));
      expect(await apply(person, '10')).toMatchObject({ code: 'withdrawal.held' });
      // Who is frozen waits for staff, and not for the end of the hold.
      await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'review' });
      expect(await apply(person, '10')).toMatchObject({ code: 'account.frozen' });
      await exchange.act(admin, '/account/unfreeze', { userId: person.id, reason: 'reviewed' });
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
      expect((await withdrawals(person, { shown: 'withdrawn' })).map(({ amount }) => amount)).toEqual([
        '10000',
        '10001',
      ]);
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
        const audited = await done(
          exchange.post('/audit/withdraw/list', { ...body, userId: person.id }, auditor.ticket),
        );
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
        // It stops both until a third decides between them.
        expect((await staff(admin, 'approve', { withdrawal: third })).code).toBe('account.frozen');
        await exchange.act(second, '/account/unfreeze', { userId: admin.id, reason: 'the log-in was stolen' });
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
      const ended = (withdrawal: string, status: string) => {
        return { code: 'withdrawal.ended', data: { withdrawal, asset: 'USDT', status } };
      };
      expect(await cancel(person, one)).toMatchObject(ended(one, 'cancelled'));
      expect(await cancel(await someone(), one)).toMatchObject({ code: 'withdrawal.not.found' });
      expect(await staff(admin, 'approve', { withdrawal: one })).toMatchObject(ended(one, 'cancelled'));
      await done(staff(admin, 'reject', { withdrawal: two, reason: 'wrong network' }));
      expect(await cancel(person, two)).toMatchObject(ended(two, 'rejected'));
      expect(await available(person)).toBe('1000');
      expect(await withdrawals(person)).toMatchObject([
        { status: 'rejected', shown: 'rejected', reason: 'wrong network' },
        { status: 'cancelled', shown: 'cancelled' },
      ]);
      expect(await withdrawals(person, { shown: 'rejected' })).toHaveLength(1);
      expect((await messages(person)).slice(0, 2)).toEqual(['withdrawal.rejected', 'withdrawal.cancelled']);
    });

    it('ASVS 2.3.1: is rejected after its approval by two of staff, and not once it was sent', async () => {
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
      expect(shown.payTo).toEqual({
        bankName: 'Second Bank',
        cardNumber: '6222021234567894',
        realName: 'Alice Example',
      });
      now += 5 * HOUR_MS;
      const later = await done(exchange.post('/admin/withdraw/list', list, admin.ticket));
      expect(later.records).toMatchObject([{ overdue: true }]);
      await turn();
      expect(await (await fetch(`${exchange.url}/metrics`)).text()).toMatch(
        /exchange_withdrawals_overdue\{status="paying"\} 1/,
      );
      await exchange.state('USD', 'bank/statement-9,-100,ALICE EXAMPLE');
      await done(exchange.decided(staff(admin, 'pay', { withdrawal, reference: 'bank/statement-9' })));
      expect(await withdrawals(person)).toMatchObject([{ status: 'withdrawn', reference: 'bank/statement-9' }]);
      exchange.application.nest.get(VerifiedNames).readFrom(async () => 'Somebody Else');
      expect(await toCard(person)).toMatchObject({ code: 'card.name.mismatch' });
    });
  });
});

/** A withdrawal that is asked for again: the same one for as long as it is remembered; what would happen is judged anew. */
describe('retries', () => {
  /** As many as the core remembers of a user without distinction. */
  const RECENT = 2_000;
  const READABLE_MS_MAX = 40_000;
  const MONTH_MS = 30 * 24 * HOUR_MS;

  /** Nothing in the header. */
  const UNGIVEN = { proof: undefined, party: () => ({ id: 'localhost', origins: [] }) };

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
  const { parts, head, ready, available, frozen, apply, proof, staff, withdrawals } = walletOf({
    exchange: () => exchange,
    admin: () => admin,
    pass,
  });
  const { bound, next, overview } = securityOf(() => exchange, { now: () => now, pass });

  /** Somebody with money, an address that is old enough, and an authenticator of yesterday. */
  async function guarded(usdt = '1000') {
    const person = await ready(usdt);
    const { secret, recoveryCodes } = await bound(person);
    pass(25 * HOUR_MS);
    return { person, recoveryCodes, code: () => next(secret) };
  }

  /** What a page sends, and would send again. */
  const request = (secondFactor?: string) => ({ clientId: exchange.clientId(), secondFactor });

  /** So many commands of somebody's, each of which was accepted: orders that find nobody, and of which nobody is told. */
  async function commands(person: Person, count: number): Promise<void> {
    const order = { side: 'buy', kind: 'limit', timeInForce: 'ioc', selfTrade: 'cancel_taker' } as const;
    const terms = { user: person.id, market: 'BTC-USDT', price: 1_000_000, quantity: 100 };
    const outcomes = await Promise.all(
      Array.from({ length: count }, () =>
        parts().commands.submit({
          actor: `user/${person.id}`,
          clientId: exchange.clientId(),
          command: { type: 'PlaceOrder', ...order, ...terms },
        }),
      ),
    );
    expect(outcomes.filter((outcome) => isRejection(outcome))).toEqual([]);
    // On a busy machine what follows the journal takes its time for so many.
    await parts().progress.waitFor(head(), READABLE_MS_MAX);
  }

  /** Batches go by until the core remembers no command of somebody's under this client id. */
  async function forgotten(person: Person, clientId: string): Promise<void> {
    const { memories, lasting } = parts().engine.state();
    const isKnown = () => (memories.find(person.id, clientId) ?? lasting.find(person.id, clientId)) !== null;
    for (let batches = 0; batches < 100 && isKnown(); batches++) await commands(person, 1);
    expect(isKnown()).toBe(false);
  }

  async function takeOffList(person: Person, headers: Record<string, string> = {}): Promise<void> {
    const { records } = await done(exchange.get('/app/withdraw/addresses', person.ticket));
    const { addressId } = records[0];
    await done(exchange.post('/app/withdraw/removeAddress', { addressId }, person.ticket, headers));
  }
  const freeze = (person: Person) => exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'review' });

  describe('the same request again', () => {
    it('is the first withdrawal, however much was sent since, and its code is good for no other', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      const first = await done(apply(person, '10', sent));
      await commands(person, RECENT);
      const balances = [await available(person), await frozen(person)];
      expect(balances).toEqual(['989.5', '10.5']);
      expect(await done(apply(person, '10', sent))).toEqual({ ...first, repeated: true });
      const other = { ...sent, clientId: exchange.clientId() };
      expect(await apply(person, '10', other)).toMatchObject({ code: 'google.code.used' });
      expect([await available(person), await frozen(person)]).toEqual(balances);
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('is the first withdrawal while that is still on its way', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      const answers: Answer[] = await Promise.all([1, 2, 3].map(() => apply(person, '10', sent)));
      expect(answers.map(({ code: said }) => said)).toEqual(['success', 'success', 'success']);
      expect(new Set(answers.map(({ data }) => data.withdrawal)).size).toBe(1);
      expect(answers.filter(({ data }) => data.repeated)).toHaveLength(2);
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('is told what came of the first, days later and whatever has become of the account, and only its owner is', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      const first = await done(apply(person, '10', sent));
      await takeOffList(person, { [STEP_UP_HEADER]: `authenticator ${code()}` });
      await freeze(person);
      pass(72 * HOUR_MS);
      expect(await done(apply(person, '10', sent))).toEqual({ ...first, repeated: true });
      expect(await done(apply(person, '10', { ...sent, secondFactor: undefined }))).toEqual({
        ...first,
        repeated: true,
      });
      expect(await apply(person, '11', { ...sent, secondFactor: code() })).toMatchObject({
        code: 'withdrawal.address.not.listed',
      });
      // A ticket alone is told nothing, and somebody else's id is another one.
      expect(await apply(person, '10', { ...sent, fundPassword: 'wrong-one' })).toMatchObject({
        code: 'fund.password.wrong',
      });
      expect(await done(apply(await ready(), '10', sent))).toMatchObject({ repeated: false });
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('with another amount or destination is a reuse of its id, and spends no code', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      await done(apply(person, '10', sent));
      expect(await apply(person, '11', sent)).toMatchObject({ code: 'google.code.used' });
      const secondFactor = code();
      expect(await apply(person, '11', { ...sent, secondFactor })).toMatchObject({ code: 'client.id.reused' });
      await done(apply(person, '11', request(secondFactor)));
      expect(await withdrawals(person)).toHaveLength(2);
    });

    it('is the first one though the card it went to was removed', async () => {
      const person = await ready();
      exchange.application.nest.get(VerifiedNames).readFrom(async () => 'Alice Example');
      await exchange.fund(person, 'USD', '1000');
      const owned = { bankName: 'Second Bank', cardNumber: '6222021234567894', realName: 'Alice Example' };
      const added = { ...owned, ...(await proof(person)) };
      const { card } = await done(exchange.post('/app/security/bankCard/add', added, person.ticket));
      pass(25 * HOUR_MS);
      const sent = { ...request(), asset: 'USD', chain: undefined, address: undefined, card };
      const first = await done(apply(person, '100', sent));
      await done(exchange.post('/app/security/bankCard/remove', { card }, person.ticket));
      expect(await done(apply(person, '100', sent))).toEqual({ ...first, repeated: true });
      expect(await apply(person, '100', { ...sent, ...request() })).toMatchObject({ code: 'card.not.found' });
    });

    it.each([
      ['with a code', true, 'google.code.wrong'],
      ['without an authenticator', false, 'client.id.reused'],
    ])('makes no second withdrawal even when the core has forgotten the first: %s', async (_, isGuarded, refusal) => {
      const { person, code } = isGuarded ? await guarded() : { person: await ready(), code: () => undefined };
      const sent = request(code());
      const { withdrawal } = await done(apply(person, '10', sent));
      await done(staff(admin, 'reject', { withdrawal, reason: 'wrong network' }));
      await commands(person, RECENT);
      pass(MONTH_MS);
      await forgotten(person, sent.clientId);
      expect(await apply(person, '10', sent)).toMatchObject({ code: refusal });
      expect(await apply(person, '10', { ...sent, secondFactor: code() })).toMatchObject({ code: 'client.id.reused' });
      expect(await withdrawals(person)).toMatchObject([{ status: 'rejected' }]);
      await done(apply(person, '10', request(code())));
    });
  });

  describe('what would happen', () => {
    const MEANWHILE: [string, (person: Person) => Promise<unknown>, string][] = [
      ['takes the address off the list', (person) => takeOffList(person), 'withdrawal.address.not.listed'],
      [
        'changes the password',
        (person) => {
          const change = { oldPassword: PASSWORD, password: 'another-horse-battery' };
          return done(exchange.post('/app/security/password/change', change, person.ticket));
        },
        'withdrawal.held',
      ],
      ['is frozen by staff', freeze, 'account.frozen'],
    ];

    it.each(MEANWHILE)('is judged anew after a refusal, when the owner %s', async (_, act, code) => {
      const person = await ready('5');
      const sent = request();
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'balance.insufficient' });
      await act(person);
      await exchange.fund(person, 'USDT', '1000');
      expect(await apply(person, '10', sent)).toMatchObject({ code });
      expect(await withdrawals(person)).toEqual([]);
      expect(await frozen(person)).toBe('0');
    });

    /** As far as a process comes that is cut off before the core hears of the command. */
    const cutOff = (person: Person, amount: string, sent: ReturnType<typeof request>) => {
      const whole = { ...sent, asset: 'USDT', amount, chain: 'ERC20', address: TO, fundPassword: FUND_PASSWORD };
      return exchange.application.nest.get(WithdrawalProofs).spend(person.id, whole, UNGIVEN, null);
    };

    it.each(MEANWHILE)('is judged anew when nobody knows what came of it, and the owner %s', async (_, act, code) => {
      const person = await ready();
      const sent = request();
      await cutOff(person, '10', sent);
      await act(person);
      expect(await apply(person, '10', sent)).toMatchObject({ code });
      expect(await withdrawals(person)).toEqual([]);
    });

    it('goes on with the code that was spent on it when nobody knows what came of it, and so does nothing else', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      await cutOff(person, '10', sent);
      for (const other of [{ clientId: exchange.clientId() }, { address: TO.toLowerCase() }]) {
        expect(await apply(person, '10', { ...sent, ...other })).toMatchObject({ code: 'google.code.used' });
      }
      expect(await apply(person, '11', sent)).toMatchObject({ code: 'google.code.used' });
      expect(await done(apply(person, '10', sent))).toMatchObject({ repeated: false });
      expect(await done(apply(person, '10', sent))).toMatchObject({ repeated: true });
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('keeps its code after an answer that is not final, and goes on with it', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      const { engine } = parts();
      const submit = engine.submit.bind(engine);
      engine.submit = () => Promise.reject(unavailable('outcome.unknown'));
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'outcome.unknown' });
      engine.submit = submit;
      expect(await apply(person, '11', sent)).toMatchObject({ code: 'google.code.used' });
      expect(await done(apply(person, '10', sent))).toMatchObject({ repeated: false });
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('goes on so for an hour, and then takes another code', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      await cutOff(person, '10', sent);
      pass(HOUR_MS);
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'google.code.wrong' });
      await done(apply(person, '10', { ...sent, secondFactor: code() }));
    });

    it('spends no code where the rules refuse it, and a right code that is not spent is no wrong try', async () => {
      const { person, code, recoveryCodes } = await guarded('5');
      const secondFactor = code();
      expect(await apply(person, '10', request('000000'))).toMatchObject({ code: 'google.code.wrong' });
      for (let count = 0; count < 6; count++) {
        expect(await apply(person, '10', request(secondFactor))).toMatchObject({ code: 'balance.insufficient' });
      }
      expect(await apply(person, '10', request(recoveryCodes[2]))).toMatchObject({ code: 'balance.insufficient' });
      expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 10 });
      expect(await apply(person, '1', request(secondFactor))).toMatchObject({ code: 'withdrawal.too.small' });
      await done(apply(person, '3', request(secondFactor)));
      await exchange.fund(person, 'USDT', '5');
      expect(await apply(person, '3', request(secondFactor))).toMatchObject({ code: 'google.code.used' });
    });

    it('has spent its code when the rules refuse it after all, because the money went elsewhere meanwhile', async () => {
      const { person, code } = await guarded('20');
      const sent = request(code());
      const { commands: port } = parts();
      const foresee = port.foresee.bind(port);
      const move = { type: 'TransferFunds', user: person.id, asset: 'USDT', from: 'spot', to: 'option' } as const;
      port.foresee = async (envelope) => {
        const foreseen = await foresee(envelope);
        const clientId = exchange.clientId();
        await port.submit({ actor: `user/${person.id}`, clientId, command: { ...move, amount: 1_000_000_000n } });
        return foreseen;
      };
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'balance.insufficient' });
      port.foresee = foresee;
      await exchange.fund(person, 'USDT', '1000');
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'google.code.used' });
      expect(await apply(person, '10', { ...sent, ...request(sent.secondFactor) })).toMatchObject({
        code: 'google.code.used',
      });
      // What was refused is not remembered: the same id is decided anew, with a code of its own.
      await done(apply(person, '10', { ...sent, secondFactor: code() }));
    });

    it('takes a code for one of two requests, also when both come at once', async () => {
      const { person, recoveryCodes, code } = await guarded();
      for (const secondFactor of [code(), recoveryCodes[1]]) {
        const spent = await Promise.allSettled([1, 2].map(() => cutOff(person, '10', request(secondFactor))));
        expect(spent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      }
      const secondFactor = code();
      const answers = await Promise.all(['10', '11'].map((amount) => apply(person, amount, request(secondFactor))));
      expect(answers.map(({ code: said }) => said).sort()).toEqual(['google.code.used', 'success']);
    });

    it('takes a code that was good for anything else for nothing more', async () => {
      const { person, code } = await guarded();
      const secondFactor = code();
      const proof = { password: PASSWORD, secondFactor };
      await done(
        exchange.post('/app/security/setAntiPhishingCode', { antiPhishingCode: 'x', ...proof }, person.ticket),
      );
      expect(await apply(person, '10', request(secondFactor))).toMatchObject({ code: 'google.code.used' });
      const another = code();
      await done(apply(person, '10', request(another)));
      const twice = { antiPhishingCode: 'y', password: PASSWORD, secondFactor: another };
      expect(await exchange.post('/app/security/setAntiPhishingCode', twice, person.ticket)).toMatchObject({
        code: 'google.code.used',
      });
    });

    it('takes a recovery code once', async () => {
      const { person, recoveryCodes } = await guarded();
      const sent = request(recoveryCodes[0]);
      const first = await done(apply(person, '10', sent));
      expect(await done(apply(person, '10', sent))).toEqual({ ...first, repeated: true });
      expect(await apply(person, '10', request(recoveryCodes[0]))).toMatchObject({ code: 'google.code.wrong' });
      expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 9 });
      expect((await withdrawals(person)).map(({ status }: Json) => status)).toEqual(['applied']);
    });
  });
});

/** A payout on a chain that pays by itself, cut off at each of its steps: it is paid once, or it goes back, and never both. */
describe('payout steps', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let second: Person;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
    admin = await exchange.staff('admin');
    second = await exchange.staff('admin', 'second-admin');
    await exchange.listMarkets(admin);
  });
  afterAll(() => exchange.stop());

  const { kept, parts, ethereum, turn, mine, ready, available, frozen, apply, staff, withdrawals } = walletOf({
    exchange: () => exchange,
    admin: () => admin,
    pass: (ms) => void (now += ms),
  });

  const sent = (withdrawal: string): Promise<Json[]> =>
    parts()
      .database.sql.selectFrom('simulatedPayments')
      .selectAll()
      .where('origin', '=', `ERC20/${payoutKey(Number(withdrawal))}`)
      .execute();
  const statusOf = async (person: Person): Promise<string> => (await withdrawals(person))[0].status;
  const standing = (withdrawal: string) => parts().live.withdrawals.find(Number(withdrawal))?.status;

  async function approved(): Promise<{ person: Person; withdrawal: string }> {
    const person = await ready();
    const { withdrawal } = await done(apply(person, '30'));
    await done(staff(admin, 'approve', { withdrawal }));
    return { person, withdrawal };
  }

  async function rejectedByTwo(withdrawal: string): Promise<string[]> {
    const codes: string[] = [];
    for (const one of [admin, second]) {
      codes.push((await staff(one, 'reject', { withdrawal, reason: 'never sent' })).code);
    }
    return codes;
  }

  class CutOff extends Error {}

  /** The payouts of a process that ends at this point of their turn. */
  function endingAt(step: Step): Payouts {
    const { commands, chains, stored, live, turns } = parts();
    const port = ethereum();
    const submit: PayoutParts['commands']['submit'] = async (envelope) => {
      const isIt = 'command' in step && step.command === envelope.command.type;
      if (isIt && step.when === 'before') throw new CutOff();
      const outcome = await commands.submit(envelope);
      if (isIt) throw new CutOff();
      return outcome;
    };
    const cutPort = Object.assign(Object.create(port) as SimulatedChain, {
      async pay(...of: Parameters<SimulatedChain['pay']>) {
        if ('pay' in step && step.pay === 'before') throw new CutOff();
        const paid = await port.pay(...of);
        if ('pay' in step) throw new CutOff();
        return paid;
      },
    });
    return new Payouts({
      ...{ stored, live, turns, scaleOf: async () => 8, ...kept() },
      commands: Object.assign(Object.create(commands) as PayoutParts['commands'], { submit }),
      chains: Object.assign(Object.create(chains) as PayoutParts['chains'], { carrying: () => cutPort }),
    });
  }
  type Step = { command: CommandType; when: 'before' | 'after' } | { pay: 'before' | 'after' };

  describe('a process that ends', () => {
    it.each<[string, Step, string]>([
      ['before it starts', { command: 'StartPayout', when: 'before' }, 'approved'],
      ['when it has started', { command: 'StartPayout', when: 'after' }, 'paying'],
      ['before the journal has it as submitted', { command: 'SubmitPayout', when: 'before' }, 'paying'],
      ['when the journal has it as submitted', { command: 'SubmitPayout', when: 'after' }, 'submitted'],
      ['before the chain is handed it', { pay: 'before' }, 'submitted'],
      ['when the chain was handed it', { pay: 'after' }, 'submitted'],
    ])('%s pays once when it goes on, whatever became of the turns in between', async (_, step, status) => {
      for (const keepsTurns of [true, false]) {
        const { person, withdrawal } = await approved();
        await expect(endingAt(step).turn()).rejects.toThrow(CutOff);
        expect(await statusOf(person)).toBe(status);
        if (!keepsTurns) await parts().database.sql.deleteFrom('payouts').execute();
        await mine(2);
        expect(await statusOf(person)).toBe('withdrawn');
        expect(await sent(withdrawal)).toMatchObject([{ address: TO, amount: String(30n * MILLION) }]);
        expect([await available(person), await frozen(person)]).toEqual(['969.5', '0']);
      }
    });

    it.each(['before', 'after'] as const)('%s it records what was paid, records it once', async (when) => {
      const { person, withdrawal } = await approved();
      await turn();
      await ethereum().mine();
      await expect(endingAt({ command: 'PayWithdrawal', when }).turn()).rejects.toThrow(CutOff);
      expect(standing(withdrawal)).toBe(when === 'before' ? 'submitted' : undefined);
      await mine(2);
      expect(await statusOf(person)).toBe('withdrawn');
      expect(await sent(withdrawal)).toHaveLength(1);
      expect([await available(person), await frozen(person)]).toEqual(['969.5', '0']);
    });
  });

  describe('what a chain may have been handed', () => {
    it('is in the journal before it is handed over', async () => {
      const { withdrawal } = await approved();
      const { chains, commands, stored, live, turns } = parts();
      const port = ethereum();
      const atHandOver: unknown[] = [];
      const watched = Object.assign(Object.create(port) as SimulatedChain, {
        async pay(...of: Parameters<SimulatedChain['pay']>) {
          // Live views fold what is durable, and nothing else.
          await live.waitFor(commands.figures().durablePosition, 1_000);
          atHandOver.push([of[0].key, standing(withdrawal)]);
          return port.pay(...of);
        },
      });
      const carrying = Object.assign(Object.create(chains) as PayoutParts['chains'], { carrying: () => watched });
      await new Payouts({ commands, stored, live, turns, scaleOf: async () => 8, chains: carrying, ...kept() }).turn();
      expect(atHandOver[0]).toEqual([payoutKey(Number(withdrawal)), 'submitted']);
      await mine(1);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['knows nothing of it', () => parts().database.sql.deleteFrom('payouts').execute()],
      [
        'says that it is staff’s turn',
        () => parts().database.sql.updateTable('payouts').set({ taken: 'rejection' }).execute(),
      ],
    ])('is not rejected, though the relational store %s', async (_, forgetting) => {
      const { person, withdrawal } = await approved();
      await turn();
      await forgetting();
      expect(await rejectedByTwo(withdrawal)).toEqual(['payout.submitted', 'payout.submitted']);
      await mine(1);
      expect([await statusOf(person), await available(person)]).toEqual(['withdrawn', '969.5']);
    });

    it('is not rejected after a process ended between the journal and the chain', async () => {
      const { person, withdrawal } = await approved();
      await expect(endingAt({ command: 'SubmitPayout', when: 'after' }).turn()).rejects.toThrow(CutOff);
      expect(await sent(withdrawal)).toEqual([]);
      expect(await rejectedByTwo(withdrawal)).toEqual(['payout.submitted', 'payout.submitted']);
      await mine(2);
      expect(await statusOf(person)).toBe('withdrawn');
    });

    it('goes on after its owner was frozen, also when it had not reached the chain', async () => {
      const { person, withdrawal } = await approved();
      await expect(endingAt({ command: 'SubmitPayout', when: 'after' }).turn()).rejects.toThrow(CutOff);
      await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'review' });
      await mine(2);
      expect([await statusOf(person), (await sent(withdrawal)).length]).toEqual(['withdrawn', 1]);
    });

    it('goes by no turn of which the journal knows nothing: a frozen one may be rejected by two', async () => {
      const { person, withdrawal } = await approved();
      await expect(endingAt({ command: 'SubmitPayout', when: 'before' }).turn()).rejects.toThrow(CutOff);
      expect(await parts().turns.taken(Number(withdrawal))).toBe('payout');
      await exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'review' });
      await turn();
      expect(await rejectedByTwo(withdrawal)).toEqual(['success', 'success']);
      await mine(2);
      expect([await available(person), await sent(withdrawal)]).toEqual(['1000', []]);
    });
  });

  describe('a payout that its chain left out for good', () => {
    /** Handed over, and gone with a block that is no longer there. */
    async function failed(): Promise<{ person: Person; withdrawal: string }> {
      const { person, withdrawal } = await approved();
      await turn();
      const [{ transactionId }] = await sent(withdrawal);
      await ethereum().mine();
      await ethereum().reorganise(1, [transactionId]);
      return { person, withdrawal };
    }

    it('fails by event, is sent to nobody meanwhile, and goes back by two', async () => {
      const { person, withdrawal } = await failed();
      expect(await rejectedByTwo(withdrawal)).toEqual(['payout.submitted', 'payout.submitted']);
      await mine(3);
      expect(await statusOf(person)).toBe('failed');
      expect(await frozen(person)).toBe('30.5');
      const list = { status: 'failed', minPosition: exchange.headOfJournal().position };
      expect((await done(exchange.post('/admin/withdraw/list', list, admin.ticket))).records).toMatchObject([
        { withdrawal, overdue: false },
      ]);
      const { pending } = await done(exchange.get('/audit/overview', admin.ticket));
      expect(pending.withdrawals).toMatchObject({ failed: 1, submitted: 0 });
      expect(await staff(admin, 'reject', { withdrawal, reason: 'never sent' })).toMatchObject({ code: 'success' });
      await mine(2);
      expect(await staff(admin, 'reject', { withdrawal, reason: 'again' })).toMatchObject({
        code: 'approval.needs.another',
      });
      await done(staff(second, 'reject', { withdrawal, reason: 'never sent' }));
      await mine(2);
      expect([await statusOf(person), await available(person)]).toEqual(['rejected', '1000']);
      expect((await sent(withdrawal)).filter(({ height }) => height >= 0)).toEqual([]);
    });

    it('is sent again under the same key when staff start it again', async () => {
      const { person, withdrawal } = await failed();
      await mine(1);
      expect(await statusOf(person)).toBe('failed');
      await done(staff(admin, 'startPayout', { withdrawal }));
      await turn();
      expect(await statusOf(person)).toBe('submitted');
      expect(await rejectedByTwo(withdrawal)).toEqual(['payout.submitted', 'payout.submitted']);
      await mine(1);
      expect(await statusOf(person)).toBe('withdrawn');
      expect(await sent(withdrawal)).toMatchObject([{ amount: String(30n * MILLION) }]);
      expect([await available(person), await frozen(person)]).toEqual(['969.5', '0']);
    });

    it.each(['before', 'after'] as const)('has failed once, though the process ended %s it said so', async (when) => {
      const { person } = await failed();
      await expect(endingAt({ command: 'FailPayout', when }).turn()).rejects.toThrow(CutOff);
      await mine(1);
      expect(await statusOf(person)).toBe('failed');
    });

    it('and whose sending again was cut off before the chain was handed it waits for staff again, who send it once', async () => {
      const { person, withdrawal } = await failed();
      await mine(1);
      await done(staff(admin, 'startPayout', { withdrawal }));
      await expect(endingAt({ pay: 'before' }).turn()).rejects.toThrow(CutOff);
      await turn();
      expect(await statusOf(person)).toBe('failed');
      await done(staff(admin, 'startPayout', { withdrawal }));
      await mine(2);
      expect([await statusOf(person), (await sent(withdrawal)).length]).toEqual(['withdrawn', 1]);
    });

    it('has proven nothing while its transaction only waits for another block', async () => {
      const { person, withdrawal } = await approved();
      await turn();
      await ethereum().mine();
      await ethereum().reorganise(1);
      await turn();
      expect(await statusOf(person)).toBe('withdrawn');
      expect(await sent(withdrawal)).toHaveLength(1);
    });
  });
});
