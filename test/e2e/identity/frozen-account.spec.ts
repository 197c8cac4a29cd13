/** An account freeze over HTTP and sockets: its effect on orders and withdrawals in each state. */
import { io, type Socket } from 'socket.io-client';
import { VerifiedNames } from '../../../server/platform/auth/verified-names';
import { Payouts, type PayoutDependencies } from '../../../server/products/wallet/chain/payouts';
import { orderUpdate, SOCKET_PATH, type OrderState, type SessionPush } from '../../../shared/wire/market-data';
import { OPEN_WITHDRAWAL_STATUSES } from '../../../shared/products/wallet/wire';
import {
  expectSuccess,
  FUND_PASSWORD,
  HttpExchange,
  PASSWORD,
  type Json,
  type Person,
} from '../../tools/people/http-exchange';
import { next, subscribe } from '../../tools/people/socket-test-server';
import { HOUR_MS, MILLION, TO, walletOf } from '../../tools/people/wallet';

let exchange: HttpExchange;
let admin: Person;
let second: Person;
let now = 1_800_000_000_000;
const clients: Socket[] = [];

beforeAll(async () => {
  exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
  admin = await exchange.staff('admin');
  second = await exchange.staff('admin', 'second-admin');
  await exchange.listMarkets(admin);
  await exchange.listDollars(admin);
});
afterAll(async () => {
  for (const client of clients) client.disconnect();
  await exchange.stop();
});

const { kept, parts, ethereum, head, turn, mine, someone, ready, available, frozen, apply, proof, staff, withdrawals } =
  walletOf({
    exchange: () => exchange,
    admin: () => admin,
    pass: (ms) => void (now += ms),
  });

const freeze = ({ id }: Person) => exchange.act(admin, '/account/freeze', { userId: id, reason: 'review' });
const unfreeze = ({ id }: Person) => exchange.act(admin, '/account/unfreeze', { userId: id, reason: 'reviewed' });

describe('orders of a frozen account', () => {
  async function trader(): Promise<Person> {
    const person = await someone();
    await exchange.verifyAndFund(admin, person, { USDT: '100000', BTC: '10' });
    return person;
  }

  const place = async (person: Person, order: object): Promise<string> => {
    const rest = { clientId: exchange.clientId(), market: 'BTC-USDT', quantity: '0.1', ...order };
    return (await expectSuccess(exchange.post('/app/spot/place', rest, person.ticket))).order;
  };
  const ordersOf = async (person: Person, which: 'currentOrders' | 'historyOrders'): Promise<Json[]> =>
    (await expectSuccess(exchange.post(`/app/spot/${which}`, { minPosition: head() }, person.ticket))).records;

  async function connected({ ticket }: Person): Promise<Socket> {
    const options = { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket }, forceNew: true };
    const client = io(exchange.url, { ...options, reconnection: false });
    clients.push(client);
    await next<SessionPush>(client, 'session');
    return client;
  }

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['by staff', freeze],
    [
      'by its owner',
      ({ ticket }) =>
        expectSuccess(
          exchange.post('/app/security/freeze', { clientId: exchange.clientId(), password: PASSWORD }, ticket),
        ),
    ],
  ])('are cancelled at once and their owner is told why: %s', async (_, freezing) => {
    const person = await trader();
    const client = await connected(person);
    const orders = [
      await place(person, { side: 'buy', kind: 'limit', price: '40000' }),
      await place(person, { side: 'sell', kind: 'limit', price: '60000' }),
      await place(person, { side: 'buy', kind: 'limit', price: '1000', market: 'ETH-USDT' }),
      await place(person, { side: 'sell', kind: 'stop_limit', price: '30000', trigger: '35000' }),
    ];
    const { data } = await subscribe(client, { channel: 'order' });
    expect(data.snapshot.orders.map(({ order }: OrderState) => order)).toEqual(orders);

    const ended = new Promise<OrderState[]>((resolve) => {
      const heard: OrderState[] = [];
      client.on('order', ({ updates }: Json) => {
        for (const update of updates) heard.push(...orderUpdate.parse(update).orders);
        if (heard.length >= orders.length) resolve(heard);
      });
    });
    await freezing(person);
    expect((await ended).map(({ order, phase, status, reason }) => [order, phase, status, reason])).toEqual(
      orders.map((order) => [order, 'closed', 'cancelled', 'account_frozen']),
    );
    const again = await subscribe(await connected(person), { channel: 'order' });
    expect(again.data.snapshot.orders).toEqual([]);
    expect(await ordersOf(person, 'currentOrders')).toEqual([]);
    expect((await ordersOf(person, 'historyOrders')).map(({ order, reason }) => [order, reason]).sort()).toEqual(
      orders.map((order) => [order, 'account_frozen']).sort(),
    );
    expect([await available(person), await available(person, 'BTC')]).toEqual(['100000', '10']);
    // The notifier follows the journal and is a moment behind.
    const told = async (): Promise<string[]> => {
      const { records } = await expectSuccess(exchange.post('/app/message/list', {}, person.ticket));
      return records.map(({ key }: Json) => key);
    };
    while (!(await told()).includes('account.frozen')) await new Promise((resolve) => setTimeout(resolve, 50));
    // The cancelled order no longer fills.
    const other = await trader();
    const taking = { side: 'buy', kind: 'market', quantity: '0.1', market: 'BTC-USDT' };
    expect(await ordersOf(other, 'historyOrders')).toEqual([]);
    await place(other, taking);
    expect((await ordersOf(other, 'historyOrders')).map(({ status, reason }) => [status, reason])).toEqual([
      ['cancelled', 'no_liquidity'],
    ]);
  });
});

describe('withdrawals of a frozen account', () => {
  const sent = ({ withdrawal }: Json): Promise<Json[]> =>
    parts()
      .database.sql.selectFrom('simulatedPayments')
      .selectAll()
      .where('origin', '=', `ERC20/withdrawal/${withdrawal}`)
      .execute();
  const statusOf = async (person: Person): Promise<string> => (await withdrawals(person))[0].status;
  const listed = async ({ withdrawal }: Json): Promise<Json> => {
    for (const status of OPEN_WITHDRAWAL_STATUSES) {
      const request = { status, minPosition: head(), pageSize: 100 };
      const { records } = await expectSuccess(exchange.post('/admin/withdraw/list', request, admin.ticket));
      const found = records.find((record: Json) => record.withdrawal === withdrawal);
      if (found) return found;
    }
    return null;
  };

  async function applied(amount = '30', funds = '1000'): Promise<{ person: Person; body: { withdrawal: string } }> {
    const person = await ready(funds);
    const { withdrawal } = await expectSuccess(apply(person, amount));
    return { person, body: { withdrawal } };
  }

  it('wait for approval, and staff see why', async () => {
    const { person, body } = await applied();
    expect(await listed(body)).toMatchObject({ frozen: false });
    await freeze(person);
    expect(await listed(body)).toMatchObject({ frozen: true });
    expect(await staff(admin, 'approve', body)).toMatchObject({ status: 200, code: 'account.frozen' });
    await unfreeze(person);
    await expectSuccess(staff(admin, 'approve', body));
    await mine(2);
    expect(await statusOf(person)).toBe('withdrawn');
  });

  it('wait for the second of two approvals', async () => {
    const { person, body } = await applied('10001', '100000');
    await expectSuccess(staff(admin, 'approve', body));
    await freeze(person);
    expect(await staff(second, 'approve', body)).toMatchObject({ code: 'account.frozen' });
    await mine(2);
    expect(await statusOf(person)).toBe('applied');
    await unfreeze(person);
    await expectSuccess(staff(second, 'approve', body));
    await mine(2);
    expect(await statusOf(person)).toBe('withdrawn');
  });

  it('are not started after approval, and continue by themselves once the account is unfrozen', async () => {
    const { person, body } = await applied();
    await expectSuccess(staff(admin, 'approve', body));
    await freeze(person);
    await mine(3);
    expect([await statusOf(person), await sent(body)]).toEqual(['approved', []]);
    expect(await staff(admin, 'startPayout', body)).toMatchObject({ code: 'account.frozen' });
    await unfreeze(person);
    await mine(2);
    expect(await statusOf(person)).toBe('withdrawn');
    expect(await sent(body)).toMatchObject([{ address: TO, amount: String(30n * MILLION) }]);
  });

  it('are not sent after their payout was started, and continue by themselves once the account is unfrozen', async () => {
    const { person, body } = await applied();
    for (const act of ['approve', 'startPayout']) await expectSuccess(staff(admin, act, body));
    await freeze(person);
    await mine(3);
    expect([await statusOf(person), await sent(body)]).toEqual(['paying', []]);
    expect(await listed(body)).toMatchObject({ frozen: true });
    await unfreeze(person);
    await mine(2);
    expect(await statusOf(person)).toBe('withdrawn');
    expect(await sent(body)).toHaveLength(1);
  });

  it('can be returned to the frozen account while nothing was sent', async () => {
    const { person, body } = await applied();
    for (const act of ['approve', 'startPayout']) await expectSuccess(staff(admin, act, body));
    await freeze(person);
    await mine(2);
    await expectSuccess(staff(admin, 'reject', { ...body, reason: 'not theirs' }));
    await expectSuccess(staff(second, 'reject', { ...body, reason: 'not theirs' }));
    expect([await available(person), await frozen(person)]).toEqual(['1000', '0']);
    await unfreeze(person);
    await mine(2);
    expect(await sent(body)).toEqual([]);
  });

  it('are paid if they were sent before, and are confirmed afterwards', async () => {
    const { person, body } = await applied();
    await expectSuccess(staff(admin, 'approve', body));
    await turn();
    expect(await sent(body)).toHaveLength(1);
    await freeze(person);
    await mine(2);
    expect(await statusOf(person)).toBe('withdrawn');
    expect(await sent(body)).toHaveLength(1);
    expect(await frozen(person)).toBe('0');
  });

  it('are paid if their block was mined before the core learned of it', async () => {
    const { person, body } = await applied();
    await expectSuccess(staff(admin, 'approve', body));
    await turn();
    await ethereum().mine();
    await freeze(person);
    expect(await statusOf(person)).toBe('submitted');
    await turn();
    expect(await statusOf(person)).toBe('withdrawn');
  });

  describe('in the turn that would send them', () => {
    const asked: string[] = [];
    /** The same payouts with a hook between their steps. */
    const payoutsWith = (between: Partial<PayoutDependencies>): Payouts => {
      const { commands, chains, stored, live, claims } = parts();
      const watched: PayoutDependencies['commands'] = {
        figures: () => commands.figures(),
        dryRun: (envelope) => commands.dryRun(envelope),
        queryState: (question) => commands.queryState(question),
        submit: (envelope) => {
          asked.push(envelope.command.type);
          return commands.submit(envelope);
        },
      };
      const all = { chains, stored, live, claims, scaleOf: async () => 8, ...kept() };
      return new Payouts({ ...all, commands: watched, ...between });
    };
    beforeEach(() => asked.splice(0));

    it('stay if the freeze comes after they were listed', async () => {
      const { person, body } = await applied();
      for (const act of ['approve', 'startPayout']) await expectSuccess(staff(admin, act, body));
      await payoutsWith({ scaleOf: async () => (await freeze(person)) && 8 }).poll();
      expect([await statusOf(person), await sent(body)]).toEqual(['paying', []]);
      expect(await parts().claims.holderOf(Number(body.withdrawal))).toBeUndefined();
    });

    it('stay if the freeze comes after their turn was taken, and can still be rejected', async () => {
      const { person, body } = await applied();
      for (const act of ['approve', 'startPayout']) await expectSuccess(staff(admin, act, body));
      const { claims } = parts();
      const frozenMeanwhile = Object.assign(Object.create(claims) as PayoutDependencies['claims'], {
        async claim(...of: Parameters<typeof claims.claim>) {
          const taken = await claims.claim(...of);
          if (of[0] === Number(body.withdrawal)) await freeze(person);
          return taken;
        },
      });
      await payoutsWith({ claims: frozenMeanwhile }).poll();
      expect([await statusOf(person), await sent(body)]).toEqual(['paying', []]);
      await expectSuccess(staff(admin, 'reject', { ...body, reason: 'not theirs' }));
      await expectSuccess(staff(second, 'reject', { ...body, reason: 'not theirs' }));
      await unfreeze(person);
      await mine(2);
      expect([await statusOf(person), await sent(body)]).toEqual(['rejected', []]);
    });

    it('are not retried continuously while the freeze lasts', async () => {
      const { person, body } = await applied();
      await expectSuccess(staff(admin, 'approve', body));
      await freeze(person);
      await turn();
      for (let turns = 0; turns < 3; turns++) await payoutsWith({}).poll();
      expect(asked).toEqual([]);
      await unfreeze(person);
      await turn();
      expect([await statusOf(person), (await sent(body)).length]).toEqual(['submitted', 1]);
    });
  });

  it('to a bank card are recorded as paid only after the freeze', async () => {
    const person = await someone();
    exchange.application.nest.get(VerifiedNames).setSource(async () => 'Alice Example');
    await exchange.verifyAndFund(admin, person, { USD: '1000' });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await expectSuccess(exchange.post('/app/security/fundPassword/set', set, person.ticket));
    const numbers = { bankName: 'Second Bank', cardNumber: '6222 0212 3456 7894', realName: 'Alice Example' };
    const add = { ...numbers, ...(await proof(person)) };
    const { card } = await expectSuccess(exchange.post('/app/security/bankCard/add', add, person.ticket));
    now += 25 * HOUR_MS;
    const toCard = { asset: 'USD', chain: undefined, address: undefined, card };
    const { withdrawal } = await expectSuccess(apply(person, '100', toCard));
    for (const act of ['approve', 'startPayout']) await expectSuccess(staff(admin, act, { withdrawal }));
    await freeze(person);
    await exchange.importStatementLines('USD', 'bank/statement-9,-100,ALICE EXAMPLE');
    const pay = () => exchange.withApproval(staff(admin, 'pay', { withdrawal, reference: 'bank/statement-9' }));
    expect(await pay()).toMatchObject({ code: 'account.frozen' });
    expect(await frozen(person, 'USD', 'legal')).toBe('105');
    await unfreeze(person);
    await expectSuccess(pay());
    expect(await statusOf(person)).toBe('withdrawn');
  });
});
