import { isRejection } from '../../../server/core/rejection';
import { WithdrawalProofs } from '../../../server/products/wallet/api/withdrawal-proofs';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { unavailable } from '../../../server/platform/errors/refusal';
import { STEP_UP_HEADER } from '../../../shared/wire/step-up';
import {
  expectSuccess,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Json,
  type Person,
  type Answer,
} from '../../tools/people/http-exchange';
import { securityOf } from '../../tools/people/security';
import { HOUR_MS, TO, walletOf } from '../../tools/people/wallet';

/** Retries of a withdrawal: the same one while it is remembered; outcomes that are not final are decided anew. */
describe('retries', () => {
  /** The number of commands per user that the core remembers. */
  const RECENT = 2_000;
  const READABLE_MS_MAX = 40_000;
  const MONTH_MS = 30 * 24 * HOUR_MS;

  /** No proof in the header. */
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

  /** A user with funds, an old enough address, and an authenticator bound a day earlier. */
  async function guarded(usdt = '1000') {
    const person = await ready(usdt);
    const { secret, recoveryCodes } = await bound(person);
    pass(25 * HOUR_MS);
    return { person, recoveryCodes, code: () => next(secret) };
  }

  /** A request that can be sent again unchanged. */
  const request = (secondFactor?: string) => ({ clientId: exchange.clientId(), secondFactor });

  /** Submits accepted commands of a user: orders that find no counterparty. */
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
    // On a busy machine the followers need time for so many.
    await parts().progress.waitFor(head(), READABLE_MS_MAX);
  }

  /** Records batches until the core has forgotten the client id. */
  async function forgotten(person: Person, clientId: string): Promise<void> {
    const { memories, lasting } = parts().engine.state();
    const isKnown = () => (memories.find(person.id, clientId) ?? lasting.find(person.id, clientId)) !== null;
    for (let batches = 0; batches < 100 && isKnown(); batches++) await commands(person, 1);
    expect(isKnown()).toBe(false);
  }

  async function takeOffList(person: Person, headers: Record<string, string> = {}): Promise<void> {
    const { records } = await expectSuccess(exchange.get('/app/withdraw/addresses', person.ticket));
    const { addressId } = records[0];
    await expectSuccess(exchange.post('/app/withdraw/removeAddress', { addressId }, person.ticket, headers));
  }
  const freeze = (person: Person) => exchange.act(admin, '/account/freeze', { userId: person.id, reason: 'review' });

  describe('the same request again', () => {
    it('returns the first withdrawal, whatever was sent since, and its code is valid for no other', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      const first = await expectSuccess(apply(person, '10', sent));
      await commands(person, RECENT);
      const balances = [await available(person), await frozen(person)];
      expect(balances).toEqual(['989.5', '10.5']);
      expect(await expectSuccess(apply(person, '10', sent))).toEqual({ ...first, repeated: true });
      const other = { ...sent, clientId: exchange.clientId() };
      expect(await apply(person, '10', other)).toMatchObject({ code: 'google.code.used' });
      expect([await available(person), await frozen(person)]).toEqual(balances);
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('returns the first withdrawal while that is pending', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      const answers: Answer[] = await Promise.all([1, 2, 3].map(() => apply(person, '10', sent)));
      expect(answers.map(({ code: said }) => said)).toEqual(['success', 'success', 'success']);
      expect(new Set(answers.map(({ data }) => data.withdrawal)).size).toBe(1);
      expect(answers.filter(({ data }) => data.repeated)).toHaveLength(2);
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('reports the result of the first, days later and in any state of the account, to its owner only', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      const first = await expectSuccess(apply(person, '10', sent));
      await takeOffList(person, { [STEP_UP_HEADER]: `authenticator ${code()}` });
      await freeze(person);
      pass(72 * HOUR_MS);
      expect(await expectSuccess(apply(person, '10', sent))).toEqual({ ...first, repeated: true });
      expect(await expectSuccess(apply(person, '10', { ...sent, secondFactor: undefined }))).toEqual({
        ...first,
        repeated: true,
      });
      expect(await apply(person, '11', { ...sent, secondFactor: code() })).toMatchObject({
        code: 'withdrawal.address.not.listed',
      });
      // A ticket alone gets no answer, and another user's id is a different one.
      expect(await apply(person, '10', { ...sent, fundPassword: 'wrong-one' })).toMatchObject({
        code: 'fund.password.wrong',
      });
      expect(await expectSuccess(apply(await ready(), '10', sent))).toMatchObject({ repeated: false });
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('with another amount or destination is refused for its reused id, and uses up no code', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      await expectSuccess(apply(person, '10', sent));
      expect(await apply(person, '11', sent)).toMatchObject({ code: 'google.code.used' });
      const secondFactor = code();
      expect(await apply(person, '11', { ...sent, secondFactor })).toMatchObject({ code: 'client.id.reused' });
      await expectSuccess(apply(person, '11', request(secondFactor)));
      expect(await withdrawals(person)).toHaveLength(2);
    });

    it('returns the first one although its card was removed', async () => {
      const person = await ready();
      exchange.application.nest.get(VerifiedNames).setSource(async () => 'Alice Example');
      await exchange.fund(person, 'USD', '1000');
      const owned = { bankName: 'Second Bank', cardNumber: '6222021234567894', realName: 'Alice Example' };
      const added = { ...owned, ...(await proof(person)) };
      const { card } = await expectSuccess(exchange.post('/app/security/bankCard/add', added, person.ticket));
      pass(25 * HOUR_MS);
      const sent = { ...request(), asset: 'USD', chain: undefined, address: undefined, card };
      const first = await expectSuccess(apply(person, '100', sent));
      await expectSuccess(exchange.post('/app/security/bankCard/remove', { card }, person.ticket));
      expect(await expectSuccess(apply(person, '100', sent))).toEqual({ ...first, repeated: true });
      expect(await apply(person, '100', { ...sent, ...request() })).toMatchObject({ code: 'card.not.found' });
    });

    it.each([
      ['with a code', true, 'google.code.wrong'],
      ['without an authenticator', false, 'client.id.reused'],
    ])('makes no second withdrawal even when the core has forgotten the first: %s', async (_, isGuarded, refusal) => {
      const { person, code } = isGuarded ? await guarded() : { person: await ready(), code: () => undefined };
      const sent = request(code());
      const { withdrawal } = await expectSuccess(apply(person, '10', sent));
      await expectSuccess(staff(admin, 'reject', { withdrawal, reason: 'wrong network' }));
      await commands(person, RECENT);
      pass(MONTH_MS);
      await forgotten(person, sent.clientId);
      expect(await apply(person, '10', sent)).toMatchObject({ code: refusal });
      expect(await apply(person, '10', { ...sent, secondFactor: code() })).toMatchObject({ code: 'client.id.reused' });
      expect(await withdrawals(person)).toMatchObject([{ status: 'rejected' }]);
      await expectSuccess(apply(person, '10', request(code())));
    });
  });

  describe('an undecided request', () => {
    const MEANWHILE: [string, (person: Person) => Promise<unknown>, string][] = [
      ['takes the address off the list', (person) => takeOffList(person), 'withdrawal.address.not.listed'],
      [
        'changes the password',
        (person) => {
          const change = { oldPassword: PASSWORD, password: 'another-horse-battery' };
          return expectSuccess(exchange.post('/app/security/password/change', change, person.ticket));
        },
        'withdrawal.held',
      ],
      ['is frozen by staff', freeze, 'account.frozen'],
    ];

    it.each(MEANWHILE)('is decided anew after a refusal, when the owner %s', async (_, act, code) => {
      const person = await ready('5');
      const sent = request();
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'balance.insufficient' });
      await act(person);
      await exchange.fund(person, 'USDT', '1000');
      expect(await apply(person, '10', sent)).toMatchObject({ code });
      expect(await withdrawals(person)).toEqual([]);
      expect(await frozen(person)).toBe('0');
    });

    /** Stops where a process would that ends before the core has the command. */
    const cutOff = (person: Person, amount: string, sent: ReturnType<typeof request>) => {
      const whole = { ...sent, asset: 'USDT', amount, chain: 'ERC20', address: TO, fundPassword: FUND_PASSWORD };
      return exchange.application.nest.get(WithdrawalProofs).useProof(person.id, whole, UNGIVEN, null);
    };

    it.each(MEANWHILE)('is decided anew when the outcome is unknown, and the owner %s', async (_, act, code) => {
      const person = await ready();
      const sent = request();
      await cutOff(person, '10', sent);
      await act(person);
      expect(await apply(person, '10', sent)).toMatchObject({ code });
      expect(await withdrawals(person)).toEqual([]);
    });

    it('keeps its used code when the outcome is unknown, and no other request can use it', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      await cutOff(person, '10', sent);
      for (const other of [{ clientId: exchange.clientId() }, { address: TO.toLowerCase() }]) {
        expect(await apply(person, '10', { ...sent, ...other })).toMatchObject({ code: 'google.code.used' });
      }
      expect(await apply(person, '11', sent)).toMatchObject({ code: 'google.code.used' });
      expect(await expectSuccess(apply(person, '10', sent))).toMatchObject({ repeated: false });
      expect(await expectSuccess(apply(person, '10', sent))).toMatchObject({ repeated: true });
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('keeps its code after an answer that is not final, and continues with it', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      const { engine } = parts();
      const submit = engine.submit.bind(engine);
      engine.submit = () => Promise.reject(unavailable('outcome.unknown'));
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'outcome.unknown' });
      engine.submit = submit;
      expect(await apply(person, '11', sent)).toMatchObject({ code: 'google.code.used' });
      expect(await expectSuccess(apply(person, '10', sent))).toMatchObject({ repeated: false });
      expect(await withdrawals(person)).toHaveLength(1);
    });

    it('keeps it for an hour, and then needs another code', async () => {
      const { person, code } = await guarded();
      const sent = request(code());
      await cutOff(person, '10', sent);
      pass(HOUR_MS);
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'google.code.wrong' });
      await expectSuccess(apply(person, '10', { ...sent, secondFactor: code() }));
    });

    it('uses up no code when the rules refuse it, and an unused right code is no wrong try', async () => {
      const { person, code, recoveryCodes } = await guarded('5');
      const secondFactor = code();
      expect(await apply(person, '10', request('000000'))).toMatchObject({ code: 'google.code.wrong' });
      for (let count = 0; count < 6; count++) {
        expect(await apply(person, '10', request(secondFactor))).toMatchObject({ code: 'balance.insufficient' });
      }
      expect(await apply(person, '10', request(recoveryCodes[2]))).toMatchObject({ code: 'balance.insufficient' });
      expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 10 });
      expect(await apply(person, '1', request(secondFactor))).toMatchObject({ code: 'withdrawal.too.small' });
      await expectSuccess(apply(person, '3', request(secondFactor)));
      await exchange.fund(person, 'USDT', '5');
      expect(await apply(person, '3', request(secondFactor))).toMatchObject({ code: 'google.code.used' });
    });

    it('has used its code when refused later, because the money went elsewhere meanwhile', async () => {
      const { person, code } = await guarded('20');
      const sent = request(code());
      const { commands: port } = parts();
      const foresee = port.dryRun.bind(port);
      const move = { type: 'TransferFunds', user: person.id, asset: 'USDT', from: 'spot', to: 'option' } as const;
      port.dryRun = async (envelope) => {
        const foreseen = await foresee(envelope);
        const clientId = exchange.clientId();
        await port.submit({ actor: `user/${person.id}`, clientId, command: { ...move, amount: 1_000_000_000n } });
        return foreseen;
      };
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'balance.insufficient' });
      port.dryRun = foresee;
      await exchange.fund(person, 'USDT', '1000');
      expect(await apply(person, '10', sent)).toMatchObject({ code: 'google.code.used' });
      expect(await apply(person, '10', { ...sent, ...request(sent.secondFactor) })).toMatchObject({
        code: 'google.code.used',
      });
      // Refusals are not remembered: the same id is decided anew, with a new code.
      await expectSuccess(apply(person, '10', { ...sent, secondFactor: code() }));
    });

    it('accepts a code for one of two requests, also concurrently', async () => {
      const { person, recoveryCodes, code } = await guarded();
      for (const secondFactor of [code(), recoveryCodes[1]]) {
        const spent = await Promise.allSettled([1, 2].map(() => cutOff(person, '10', request(secondFactor))));
        expect(spent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      }
      const secondFactor = code();
      const answers = await Promise.all(['10', '11'].map((amount) => apply(person, amount, request(secondFactor))));
      expect(answers.map(({ code: said }) => said).sort()).toEqual(['google.code.used', 'success']);
    });

    it('accepts no code used for another action, or afterwards', async () => {
      const { person, code } = await guarded();
      const secondFactor = code();
      const proof = { password: PASSWORD, secondFactor };
      await expectSuccess(
        exchange.post('/app/security/setAntiPhishingCode', { antiPhishingCode: 'x', ...proof }, person.ticket),
      );
      expect(await apply(person, '10', request(secondFactor))).toMatchObject({ code: 'google.code.used' });
      const another = code();
      await expectSuccess(apply(person, '10', request(another)));
      const twice = { antiPhishingCode: 'y', password: PASSWORD, secondFactor: another };
      expect(await exchange.post('/app/security/setAntiPhishingCode', twice, person.ticket)).toMatchObject({
        code: 'google.code.used',
      });
    });

    it('accepts a recovery code once', async () => {
      const { person, recoveryCodes } = await guarded();
      const sent = request(recoveryCodes[0]);
      const first = await expectSuccess(apply(person, '10', sent));
      expect(await expectSuccess(apply(person, '10', sent))).toEqual({ ...first, repeated: true });
      expect(await apply(person, '10', request(recoveryCodes[0]))).toMatchObject({ code: 'google.code.wrong' });
      expect(await overview(person)).toMatchObject({ recoveryCodesLeft: 9 });
      expect((await withdrawals(person)).map(({ status }: Json) => status)).toEqual(['applied']);
    });
  });
});
