/** A withdrawal that is asked for again: the same one for as long as it is remembered; what would happen is judged anew. */
import { isRejection } from '../../server/core/rejection';
import { WithdrawalProofs } from '../../server/features/wallet/withdrawal-proofs';
import { VerifiedNames } from '../../server/platform/auth/verified-names';
import {
  done,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Answer,
  type Json,
  type Person,
} from '../tools/http-exchange';
import { securityOf } from '../tools/security';
import { HOUR_MS, TO, walletOf } from '../tools/wallet';

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
  const { engine } = parts();
  const { memories, lasting } = engine.state();
  const isKnown = () => (memories.find(person.id, clientId) ?? lasting.find(person.id, clientId)) !== null;
  for (let batches = 0; batches < 100 && isKnown(); batches++) {
    const reason = `${batches}`;
    await engine.submit({
      actor: `admin/${admin.id}`,
      command: { type: 'FundHouse', asset: 'USDT', amount: 1n, reason },
    });
  }
  expect(isKnown()).toBe(false);
}

async function takeOffList(person: Person): Promise<void> {
  const { records } = await done(exchange.get('/app/withdraw/addresses', person.ticket));
  await done(exchange.post('/app/withdraw/removeAddress', { addressId: records[0].addressId }, person.ticket));
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
    await takeOffList(person);
    await freeze(person);
    pass(72 * HOUR_MS);
    expect(await done(apply(person, '10', sent))).toEqual({ ...first, repeated: true });
    expect(await done(apply(person, '10', { ...sent, secondFactor: undefined }))).toEqual({ ...first, repeated: true });
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
    ['takes the address off the list', takeOffList, 'withdrawal.address.not.listed'],
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
    await done(exchange.post('/app/security/setAntiPhishingCode', { antiPhishingCode: 'x', ...proof }, person.ticket));
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
