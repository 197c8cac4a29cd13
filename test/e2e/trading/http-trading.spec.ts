import type { Actor, Command } from '../../../server/core/command';
import { houseFunds } from '../../../shared/wire/desk';
import { expectSuccess, HttpExchange, type Person } from '../../tools/people/http-exchange';

describe('spot trading over HTTP', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let alice: Person;
  let bob: Person;

  beforeAll(async () => {
    exchange = await HttpExchange.start();
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    alice = await exchange.person('alice');
    bob = await exchange.person('bob');
    for (const person of [alice, bob]) await exchange.verifyAndFund(admin, person, { USDT: '1000000', BTC: '10' });
  });
  afterAll(() => exchange.stop());

  const place = (person: Person, order: object) =>
    exchange.post('/app/spot/place', { clientId: exchange.clientId(), market: 'BTC-USDT', ...order }, person.ticket);
  const limit = (side: string, price: string, quantity: string) => ({ side, kind: 'limit', price, quantity });
  /** Submits as the exchange's own watchers do. Returns the created id. */
  const submitted = async (actor: Actor, command: Command): Promise<number | null> => {
    const outcome = await exchange.application.exchange.engine.submit({ actor, command });
    if ('rejected' in outcome) throw new Error(outcome.rejected);
    return outcome.id;
  };
  const balance = async (person: Person, asset: string, minPosition: number) => {
    const { data } = await exchange.get(`/app/assets/balances?minPosition=${minPosition}`, person.ticket);
    return data.balances.find((one: { asset: string }) => one.asset === asset);
  };

  it('processes an order from the request to the balances of both sides', async () => {
    const sold = await place(alice, limit('sell', '50000', '0.1'));
    expect(sold).toMatchObject({
      status: 200,
      code: 'success',
      data: { order: expect.stringMatching(/^\d+$/), repeated: false },
    });
    const bought = await place(bob, limit('buy', '50000.00', '0.04'));
    const at = bought.data.position;

    const { data: order } = await exchange.get(
      `/app/spot/order?order=${sold.data.order}&minPosition=${at}`,
      alice.ticket,
    );
    expect(order).toMatchObject({
      status: 'partially_filled',
      filledQuantity: '0.04',
      averagePrice: '50000',
      phase: 'resting',
    });
    expect(order.fills).toHaveLength(1);
    expect(order.fills[0]).toMatchObject({
      role: 'maker',
      quantity: '0.04',
      amount: '2000',
      fee: '2',
      feeAsset: 'USDT',
    });
    expect(await balance(alice, 'BTC', at)).toMatchObject({ available: '9.9', frozen: '0.06' });
    expect(await balance(alice, 'USDT', at)).toMatchObject({ available: '1001998' });
    expect(await balance(bob, 'BTC', at)).toMatchObject({ available: '10.03992' });

    const { data: depth } = await exchange.get('/app/spot/depth?market=BTC-USDT&levels=5');
    expect(depth).toMatchObject({ bids: [], asks: [['50000', '0.06']] });
    const { data: ticker } = await exchange.get('/app/spot/ticker?market=BTC-USDT');
    expect(ticker).toMatchObject({ last: '50000', baseVolume: '0.04' });
    const { data: recent } = await exchange.get('/app/spot/recentTrades?market=BTC-USDT');
    expect(recent.trades).toHaveLength(1);
    const { data: candles } = await exchange.get('/app/spot/kline?market=BTC-USDT&interval=1m');
    // A new minute with its own candle may have begun.
    const traded = (candles as { close: string; baseVolume: string }[]).filter(({ baseVolume }) => baseVolume !== '0');
    expect(traded).toMatchObject([{ close: '50000', baseVolume: '0.04' }]);

    const cancelled = await exchange.post(
      '/app/spot/cancel',
      { clientId: exchange.clientId(), order: sold.data.order },
      alice.ticket,
    );
    const history = await exchange.post(
      '/app/spot/historyOrders',
      { minPosition: cancelled.data.position },
      alice.ticket,
    );
    expect(history.data).toMatchObject({ total: 1, pageIndex: 1, pageSize: 20 });
    expect(history.data.records[0]).toMatchObject({ status: 'partially_cancelled', reason: 'requested' });
    expect(await balance(alice, 'BTC', cancelled.data.position)).toMatchObject({ available: '9.96', frozen: '0' });
  });

  it('returns the state of socket channels, private ones to their user only', async () => {
    const { data } = await place(bob, limit('buy', '20000', '0.01'));
    const snapshots = async (topics: string, ticket?: string) =>
      (await exchange.get(`/app/stream/snapshots?topics=${topics}`, ticket)).data.topics;
    const shown = 'depth:BTC-USDT,kline:BTC-USDT:1m,order,balance';
    expect(await snapshots(shown, bob.ticket)).toMatchObject([
      { topic: 'depth:BTC-USDT', channel: 'depth', snapshot: { bids: [['20000', '0.01']] } },
      { topic: 'kline:BTC-USDT:1m', channel: 'kline', snapshot: { market: 'BTC-USDT', interval: '1m' } },
      { topic: 'order', channel: 'order', snapshot: { orders: [{ order: data.order, price: '20000' }] } },
      { topic: 'balance', channel: 'balance', snapshot: { balances: expect.any(Array) } },
    ]);
    expect(await snapshots('order', alice.ticket)).toMatchObject([{ topic: 'order', snapshot: { orders: [] } }]);
    for (const ticket of [undefined, 'of nobody'])
      expect(await snapshots('order,trade:XXX-YYY', ticket)).toEqual([
        { topic: 'order', refused: 'subscription.login.required' },
        { topic: 'trade:XXX-YYY', refused: 'market.unknown' },
      ]);
    expect(await snapshots('')).toEqual([]);
    expect(await exchange.get('/app/stream/snapshots?topics=nothing')).toMatchObject({ code: 'request.invalid' });
    await exchange.post('/app/spot/cancel', { clientId: exchange.clientId(), order: data.order }, bob.ticket);
  });

  it('returns missed private updates since a position, or a snapshot if they are no longer kept', async () => {
    const topic = async (named: string, ticket?: string) =>
      (await exchange.get(`/app/stream/snapshots?topics=${named}`, ticket)).data.topics[0];
    const { snapshot } = await topic('order', bob.ticket);
    const { data } = await place(bob, limit('buy', '20000', '0.01'));
    await exchange.post('/app/spot/cancel', { clientId: exchange.clientId(), order: data.order }, bob.ticket);
    const { missed } = await topic(`order@${snapshot.position}`, bob.ticket);
    expect(missed).toMatchObject({ from: snapshot.position, at: expect.any(Number) });
    expect(missed.updates.flatMap((update: { orders: object[] }) => update.orders)).toMatchObject([
      { order: data.order, phase: 'resting' },
      { order: data.order, phase: 'closed', reason: 'requested' },
    ]);
    expect(await topic(`order@${missed.to}`, bob.ticket)).toMatchObject({
      topic: 'order',
      channel: 'order',
      missed: { updates: [] },
    });
    for (const position of [0, 1_000_000_000])
      expect(await topic(`order@${position}`, bob.ticket)).toMatchObject({ topic: 'order', snapshot: { orders: [] } });
    expect(await topic('order@1')).toEqual({ topic: 'order', refused: 'subscription.login.required' });
    expect(await topic('depth:BTC-USDT@1', bob.ticket)).toEqual({
      topic: 'depth:BTC-USDT',
      refused: 'request.invalid',
    });
    await exchange.get('/app/stream/snapshots?topics=order@x', bob.ticket).then(({ code }) => {
      expect(code).toBe('request.invalid');
    });
  });

  it('answers a retry with the first result, and refuses a reused client id', async () => {
    const request = { clientId: 'once', market: 'BTC-USDT', ...limit('buy', '40000', '0.01') };
    const [first, second] = await Promise.all([
      exchange.post('/app/spot/place', request, bob.ticket),
      exchange.post('/app/spot/place', request, bob.ticket),
    ]);
    expect(new Set([first.data.order, second.data.order]).size).toBe(1);
    expect([first.data.repeated, second.data.repeated].sort()).toEqual([false, true]);
    const other = await exchange.post('/app/spot/place', { ...request, quantity: '0.02' }, bob.ticket);
    expect(other).toMatchObject({ status: 200, code: 'client.id.reused' });
    await exchange.post('/app/spot/cancelAll', { clientId: exchange.clientId(), market: 'BTC-USDT' }, bob.ticket);
  });

  it('cancels all orders, and records nothing if there are none', async () => {
    const cancelAll = (market: string) =>
      exchange.post('/app/spot/cancelAll', { clientId: exchange.clientId(), market }, bob.ticket);
    await place(bob, limit('buy', '30000', '0.01'));
    const first = await expectSuccess(cancelAll('BTC-USDT'));
    const { position } = exchange.headOfJournal();
    expect(first).toEqual({ position, repeated: false });
    expect(await expectSuccess(cancelAll('BTC-USDT'))).toEqual({ position, repeated: false });
    expect(exchange.headOfJournal().position).toBe(position);
    expect(await cancelAll('NO-SUCH')).toMatchObject({ code: 'market.unknown' });
  });

  it("amends by the steps of the order's market", async () => {
    const { data } = await place(bob, limit('buy', '30000', '0.01'));
    const amend = (change: object) =>
      exchange.post('/app/spot/amend', { clientId: exchange.clientId(), order: data.order, ...change }, bob.ticket);
    expect(await amend({ price: '30000.001' })).toMatchObject({ code: 'price.off.tick' });
    expect(await amend({})).toMatchObject({ code: 'amend.nothing' });
    expect(await amend({ price: '30001', market: 'ETH-USDT' })).toMatchObject({ code: 'order.not.found' });
    const amended = await amend({ price: '30001', quantity: '0.02', market: 'BTC-USDT' });
    expect(amended.code).toBe('success');
    const open = await exchange.post('/app/spot/currentOrders', { minPosition: amended.data.position }, bob.ticket);
    expect(open.data.records[0]).toMatchObject({ price: '30001', quantity: '0.02' });
    // An order of another user counts as not found.
    const theft = { clientId: exchange.clientId(), order: data.order, quantity: '0.01' };
    expect(await exchange.post('/app/spot/amend', theft, alice.ticket)).toMatchObject({ code: 'order.not.found' });
    const cancel = { clientId: exchange.clientId(), order: data.order };
    expect(await exchange.post('/app/spot/cancel', cancel, alice.ticket)).toMatchObject({ code: 'order.not.found' });
    expect(await exchange.get(`/app/spot/order?order=${data.order}`, alice.ticket)).toMatchObject({
      code: 'order.not.found',
    });
    await exchange.post('/app/spot/cancelAll', { clientId: exchange.clientId(), market: 'BTC-USDT' }, bob.ticket);
  });

  it.each([
    ['zero', limit('buy', '50000', '0'), 'quantity.not.positive'],
    ['off tick', limit('buy', '50000.001', '0.1'), 'price.off.tick'],
    ['off lot', limit('buy', '50000', '0.000001'), 'quantity.off.lot'],
    ['huge price', limit('buy', '9'.repeat(30), '0.1'), 'price.out.of.range'],
    ['huge quantity', limit('buy', '50000', '9'.repeat(30)), 'quantity.too.large'],
    ['too large', limit('buy', '50000', '1000'), 'quantity.too.large'],
    ['too small', limit('buy', '1', '0.001'), 'notional.too.small'],
    ['too precise', { side: 'buy', kind: 'market', quoteAmount: '10.000000001' }, 'amount.too.precise'],
    ['beyond the balance', limit('sell', '50000', '50'), 'balance.insufficient'],
    ['both amounts', { side: 'buy', kind: 'market', quantity: '1', quoteAmount: '10' }, 'order.combination.invalid'],
    ['no market', { ...limit('buy', '1', '1'), market: 'NO-SUCH' }, 'market.unknown'],
  ])('refuses %s by rule', async (_name, order, code) => {
    expect(await place(alice, order)).toMatchObject({ status: 200, code });
  });

  it('states missing amounts in decimals', async () => {
    const { data } = await place(alice, limit('sell', '50000', '50'));
    expect(data).toEqual({ asset: 'BTC', required: '50', available: '9.96' });
    expect((await place(alice, limit('buy', '1', '0.001'))).data).toEqual({ minimum: '1' });
  });

  it('transfers between accounts and returns the balances of each', async () => {
    const transfer = (fields: object) =>
      exchange.post(
        '/app/transfer/apply',
        { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'financial', amount: '12.5', ...fields },
        bob.ticket,
      );
    const moved = await transfer({});
    expect(moved).toMatchObject({ code: 'success', data: { transfer: '1', repeated: false } });
    const { position } = moved.data;
    const of = async (query: string) =>
      (await exchange.get(`/app/assets/balances?minPosition=${position}${query}`, bob.ticket)).data.balances;
    expect(await of('&account=financial')).toEqual([
      { account: 'financial', asset: 'USDT', available: '12.5', frozen: '0', locked: '0' },
    ]);
    expect((await of('')).map(({ account }: { account: string }) => account)).toEqual(['financial', 'spot', 'spot']);
    const { data: list } = await exchange.post('/app/transfer/list', { minPosition: position }, bob.ticket);
    expect(list.records).toMatchObject([{ transfer: '1', from: 'spot', to: 'financial', amount: '12.5' }]);
    const { data: records } = await exchange.post('/app/assets/records', { account: 'financial' }, bob.ticket);
    expect(records.records).toMatchObject([{ label: 'transfer_in', availableChange: '12.5', availableAfter: '12.5' }]);

    expect(await transfer({ to: 'spot' })).toMatchObject({ code: 'transfer.same.account' });
    expect(await transfer({ to: 'legal' })).toMatchObject({ code: 'transfer.not.allowed' });
    expect(await transfer({ from: 'option', to: 'spot' })).toMatchObject({
      code: 'balance.insufficient',
      data: { asset: 'USDT', required: '12.5', available: '0' },
    });
    expect(await transfer({ to: 'vault' })).toMatchObject({ status: 400, code: 'request.invalid' });
    await transfer({ from: 'financial', to: 'spot' });
  });

  it('follows a chain deposit and notifies its owner', async () => {
    const observed = async (confirmations: number, amount = 500_000_000n, output = 0) => {
      const reference = `ERC20/0xabc/${output}`;
      const payment = { user: bob.id, asset: 'USDT', chain: 'ERC20', reference, address: '0xb0b', amount };
      await submitted('chain/ERC20', { type: 'ObserveRecharge', ...payment, confirmations });
    };
    const newest = async () => {
      const { position } = exchange.headOfJournal();
      return (await exchange.post('/app/rechargerecord/list', { minPosition: position }, bob.ticket)).data.records[0];
    };
    await observed(3);
    expect(await newest()).toMatchObject({
      asset: 'USDT',
      chain: 'ERC20',
      address: '0xb0b',
      amount: '5',
      arrivedAmount: '0',
      status: 'recharging',
      confirmations: 3,
      needed: 12,
      endedAt: null,
    });
    await observed(12);
    expect(await newest()).toMatchObject({ arrivedAmount: '5', status: 'success', confirmations: 12, reason: null });
    await observed(1, 99_999_999n, 1);
    expect(await newest()).toMatchObject({ status: 'failure', reason: 'recharge.below.minimum', arrivedAmount: '0' });
    // Staff cannot credit a chain deposit as well.
    const credit = { clientId: exchange.clientId(), userId: bob.id, asset: 'USDT', amount: '5', reference: 'bank/1' };
    const beside = await exchange.post('/admin/recharge/credit', credit, admin.ticket);
    expect(beside).toMatchObject({ code: 'recharge.only.by.chain' });
  });

  it('lets staff approve, pay and reject withdrawals, and the owner cancel unapproved ones', async () => {
    const second = await exchange.staff('admin', 'second-admin');
    const applied = async () => {
      const destination = { chain: 'ERC20', address: '0xa11ce' };
      const amount = 3_000_000_000n;
      const command = { type: 'ApplyWithdrawal', user: alice.id, asset: 'USDT', amount, ...destination } as const;
      return String(await submitted(`user/${alice.id}`, command));
    };
    const tried = (at: string, body: object, staff: Person) =>
      exchange.post(`/admin/withdraw/${at}`, { clientId: exchange.clientId(), ...body }, staff.ticket);
    const own = (withdrawal: string, person: Person) =>
      exchange.post('/app/withdraw/cancel', { clientId: exchange.clientId(), withdrawal }, person.ticket);

    const taken = await applied();
    expect(await own(taken, bob)).toMatchObject({ code: 'withdrawal.not.found' });
    expect(await own(taken, alice)).toMatchObject({ code: 'success' });

    const rejected = await applied();
    await exchange.act(admin, '/withdraw/reject', { withdrawal: rejected, reason: 'test' });

    // 30 USDT: above 20, two of staff approve.
    await exchange.act(admin, '/withdraw/setReview', { secondApprovalAbove: '20' });
    const paid = await applied();
    expect(await tried('startPayout', { withdrawal: paid }, admin)).toMatchObject({ code: 'withdrawal.state.invalid' });
    await exchange.act(admin, '/withdraw/approve', { withdrawal: paid });
    expect(await tried('approve', { withdrawal: paid }, admin)).toMatchObject({ code: 'approval.needs.another' });
    await exchange.act(second, '/withdraw/approve', { withdrawal: paid });
    expect(await own(paid, alice)).toMatchObject({ code: 'withdrawal.state.invalid' });
    await exchange.act(admin, '/withdraw/startPayout', { withdrawal: paid });
    await exchange.act(admin, '/withdraw/reject', { withdrawal: paid, reason: 'never sent?' });
    const { position: at } = exchange.headOfJournal();
    const { data: paying } = await exchange.post(
      '/admin/withdraw/list',
      { status: 'paying', minPosition: at },
      admin.ticket,
    );
    expect(paying.records).toMatchObject([
      { withdrawal: paid, value: '30', approvals: [admin.id, second.id], proposedBy: admin.id },
    ]);
    // The reference is looked up on the chain, where it does not exist.
    expect(await tried('pay', { withdrawal: paid, reference: 'tx-1' }, admin)).toMatchObject({
      code: 'payout.transaction.not.found',
    });
    await submitted('payouts', { type: 'PayWithdrawal', withdrawal: Number(paid), reference: 'tx-1' });

    const other = await applied();
    for (const staff of [admin, second]) await exchange.act(staff, '/withdraw/approve', { withdrawal: other });
    await exchange.act(admin, '/withdraw/startPayout', { withdrawal: other });
    const again = { type: 'PayWithdrawal', withdrawal: Number(other), reference: 'tx-1' } as const;
    await expect(submitted('payouts', again)).rejects.toThrow('reference.already.used');
    await exchange.act(admin, '/withdraw/reject', { withdrawal: other, reason: 'not sent' });
    const last = await exchange.act(second, '/withdraw/reject', { withdrawal: other, reason: 'not sent either' });

    const { data } = await exchange.post('/app/withdraw/list', { minPosition: last.position }, alice.ticket);
    const told = data.records.map(({ status, reason }: { status: string; reason: string }) => [status, reason]);
    expect(told).toEqual([
      ['rejected', 'not sent either'],
      ['withdrawn', null],
      ['rejected', 'test'],
      ['cancelled', null],
    ]);
    expect(data.records[1]).toMatchObject({ chain: 'ERC20', address: '0xa11ce', value: '30', reference: 'tx-1' });
    expect(data.records[1]).not.toHaveProperty('approvals');
    const records = await exchange.post('/app/assets/records', { label: 'withdrawal_fee' }, alice.ticket);
    expect(records.data.records).toMatchObject([{ asset: 'USDT', frozenChange: '-0.5' }]);
  });

  it('keeps legal currency in a separate account until traded', async () => {
    await exchange.listDollars(admin);
    const position = await exchange.fund(bob, 'USD', '100');
    const { data } = await exchange.get(`/app/assets/balances?account=legal&minPosition=${position}`, bob.ticket);
    expect(data.balances).toMatchObject([{ account: 'legal', asset: 'USD', available: '100' }]);
    const buy = { side: 'buy', kind: 'limit', price: '1', quantity: '60', market: 'USDT-USD' };
    expect(await place(bob, buy)).toMatchObject({ code: 'balance.insufficient', data: { available: '0' } });
    const transfer = { clientId: exchange.clientId(), asset: 'USD', from: 'legal', to: 'spot', amount: '60' };
    await exchange.post('/app/transfer/apply', transfer, bob.ticket);
    expect(await place(bob, buy)).toMatchObject({ code: 'success' });
    const assets = await exchange.post('/app/product/assetList', { pageIndex: 1, pageSize: 100 });
    expect(assets.data.records.at(-1)).toMatchObject({ asset: 'USD', isFiat: true, chains: [] });
    expect(assets.data.records[0].chains).toEqual([{ chain: 'ERC20', rechargeMin: '1', confirmations: 12 }]);
  });

  it('lists everything in the specification', async () => {
    const index = await exchange.post('/app/product/indexList', { pageIndex: 1, pageSize: 100 });
    expect(index.data.records.map(({ name }: { name: string }) => name)).toEqual(['BTC-USDT', 'ETH-USDT', 'USDT-USD']);
    expect(index.data.records[0]).toMatchObject({
      product: 'spot',
      label: 'BTC/USDT',
      decimals: { price: 2, quantity: 5, notional: 8 },
    });
    const coins = await exchange.post('/app/product/coinList', { pageIndex: 1, pageSize: 100 });
    expect(coins.data.records.slice(0, 2)).toMatchObject([
      { codeName: 'USDT', price: '1', isOpen: 0 },
      { codeName: 'BTC', price: '50000', isOpen: 0 },
    ]);
    for (const key of ['online_service', 'custom_line', 'custom_whatsapp']) {
      expect(await exchange.get(`/app/systemConfig/getByKey?key=${key}`)).toMatchObject({
        code: 'success',
        data: { key, value: '' },
      });
    }
    expect(await exchange.get('/app/systemConfig/getByKey?key=passwords')).toMatchObject({
      status: 200,
      code: 'config.key.unknown',
    });
    expect(await exchange.get('/app/rechargerecord/setHasRecharge', alice.ticket)).toMatchObject({ data: true });
    const line = { key: 'custom_line', value: '@desk' };
    await exchange.withApproval(exchange.post('/admin/systemConfig/set', line, admin.ticket));
    expect(await exchange.get('/app/systemConfig/getByKey?key=custom_line')).toMatchObject({
      data: { value: '@desk' },
    });
  });

  it('lets staff freeze and unfreeze, and nobody else', async () => {
    const freeze = { clientId: exchange.clientId(), userId: bob.id, reason: 'test' };
    expect(await exchange.post('/admin/account/freeze', freeze, alice.ticket)).toMatchObject({
      status: 403,
      code: 'permission.denied',
    });
    expect(await exchange.post('/admin/account/freeze', freeze)).toMatchObject({
      status: 200,
      code: 'login.user.not.login',
    });
    await exchange.act(admin, '/account/freeze', { userId: bob.id, reason: 'test' });
    expect(await place(bob, limit('buy', '40000', '0.01'))).toMatchObject({ code: 'account.frozen' });
    await exchange.act(admin, '/account/unfreeze', { userId: bob.id, reason: 'test' });
    const held = await exchange.act(admin, '/funds/freeze', {
      userId: bob.id,
      asset: 'BTC',
      amount: '1',
      reason: 'test',
    });
    expect(held.hold).toMatch(/^\d+$/);
    await exchange.act(admin, '/funds/unfreeze', { hold: held.hold, reason: 'test' });
    await exchange.act(admin, '/account/assignFeeTier', { userId: bob.id, tier: 1 });
    await exchange.fundHouse(admin, 'USDT', '1000');
    const { data: funds } = await exchange.get('/audit/house/funds', admin.ticket);
    expect(houseFunds.parse(funds).records).toContainEqual({ account: 'treasury', asset: 'USDT', balance: '1000' });
    const users = await exchange.post('/admin/user/search', { search: bob.email }, admin.ticket);
    expect(users.data).toMatchObject({ total: 1, records: [{ userId: bob.id, userType: 3 }] });
  });
});
