import { zonedTime } from '../../../shared/rules/days';
import { unitsOf } from '../../../shared/rules/units';
import { CONTRACT_ROUTES } from '../../../shared/products/perpetual/wire';
import { HttpExchange, expectSuccess, type Json, type Person } from '../../tools/people/http-exchange';
import { INSURED, openPerpetual } from '../../tools/fixtures/perpetual-listing';
import { expectTaxesToFoot, isNone } from '../../tools/samples/tax-file';
import { contractAsks, order, PERP } from './contract-asks';

/** Lists of perpetual contracts over HTTP: orders, fills, closed positions, funding, daily results, and public data. */
describe('contract lists', () => {
  const HOUR_MS = 3_600_000;
  const FUNDING_MS = 8 * HOUR_MS;
  let now = Date.UTC(2026, 10, 23, 4);

  let exchange: HttpExchange;
  let admin: Person;
  let alice: Person;
  let bob: Person;
  let carol: Person;

  const { ask, funded, publish } = contractAsks(
    () => exchange,
    () => now,
  );

  beforeAll(async () => {
    exchange = await HttpExchange.start({}, { clock: () => now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await openPerpetual(exchange, admin);
    alice = await funded(admin, 'alice');
    bob = await funded(admin, 'bob');
    carol = await exchange.person('carol');
    now += 600_000;
    await publish();
  });
  afterAll(() => exchange.stop());

  /** Sets the mark to the index: one minute passes without trades. */
  async function quiet(price: number): Promise<void> {
    for (let ms = 0; ms <= 61_000; ms += 10_000) {
      now += 10_000;
      await publish(price);
    }
  }

  type ListName = Exclude<keyof typeof CONTRACT_ROUTES, 'positions' | 'results' | 'info' | 'liquidation' | 'export'>;

  /** Reads a list and validates its answer by the route's schema. */
  async function list(name: ListName, person: Person | null, body: object = {}): Promise<Json> {
    const own = person ? { minPosition: exchange.headOfJournal().position } : {};
    const data = await expectSuccess(exchange.post(`/app/contract/${name}`, { ...own, ...body }, person?.ticket));
    expect(CONTRACT_ROUTES[name].answer.parse(data)).toEqual(data);
    return data;
  }

  /** Current results of a person's open positions. */
  async function results(person: Person): Promise<Json[]> {
    const { position } = exchange.headOfJournal();
    const data = await expectSuccess(exchange.get(`/app/contract/results?minPosition=${position}`, person.ticket));
    return CONTRACT_ROUTES.results.answer.parse(data);
  }

  /** Public lists accept no position, so they are read after a list that does. */
  async function publicList(name: ListName, body: object = {}): Promise<Json> {
    await list('fills', alice);
    return list(name, null, body);
  }

  it('lists open orders in full detail, newest first', async () => {
    await expectSuccess(ask(alice, 'setLeverage', { leverage: 10 }));
    const first = await expectSuccess(ask(alice, 'place', order('open', 'long', '49000', '0.1')));
    const wish = order('open', 'long', '50500', '0.2', { kind: 'stop_limit', trigger: '50400', triggerBy: 'mark' });
    const second = await expectSuccess(ask(alice, 'place', wish));
    const { records, total } = await list('currentOrders', alice);
    expect(total).toBe(2);
    expect(records).toEqual([
      expect.objectContaining({ order: second.order, phase: 'waiting', trigger: '50400', triggerBy: 'mark' }),
      {
        order: first.order,
        contract: null,
        market: PERP,
        side: 'buy',
        position: 'long',
        act: 'open',
        kind: 'limit',
        timeInForce: 'gtc',
        selfTrade: 'cancel_taker',
        clientId: expect.stringMatching(/^test-/),
        phase: 'resting',
        status: 'pending',
        reason: null,
        leverage: 10,
        marginMode: 'isolated',
        multiplier: '0.001',
        lots: 100,
        quantity: '0.1',
        price: '49000',
        trigger: null,
        triggerBy: null,
        takeProfit: null,
        stopLoss: null,
        margin: expect.stringMatching(/^49\d\.\d+$/),
        value: '4900',
        filledQuantity: '0',
        averagePrice: null,
        openFee: '0',
        closeFee: '0',
        holdingFee: '0',
        estimatedCloseFee: '2.695',
        openPrice: null,
        closePrice: null,
        profit: null,
        yield: null,
        closeMode: null,
        orderedAt: now,
        pendingAt: now,
        openedAt: null,
        closedAt: null,
        cancelledAt: null,
      },
    ]);
    expect(await list('currentOrders', alice, { pageSize: 1, pageIndex: 2 })).toMatchObject({
      records: [{ order: first.order }],
      total: 2,
    });
    expect((await list('currentOrders', alice, { before: second.order })).records).toHaveLength(1);
    expect((await list('currentOrders', alice, { market: 'ETH-USDT-PERP' })).records).toEqual([]);
    await expectSuccess(ask(alice, 'cancelAll', {}));
    expect((await list('currentOrders', alice)).total).toBe(0);
    const cancelled = await list('historyOrders', alice, { status: 'cancelled' });
    expect(cancelled.records).toMatchObject([
      { order: second.order, phase: 'closed', status: 'cancelled', reason: 'requested', cancelledAt: now },
      { order: first.order, phase: 'closed', status: 'cancelled' },
    ]);
  });

  it('reports a position from its order to its close: fills, profit, fees, and the day', async () => {
    const sold = await expectSuccess(ask(alice, 'place', order('open', 'short', '50000', '0.1')));
    const bought = await expectSuccess(ask(bob, 'place', order('open', 'long', null, '0.1')));
    const openedAt = now;
    const holding = await list('historyOrders', bob, { status: 'holding' });
    expect(holding.records).toMatchObject([
      {
        order: bought.order,
        status: 'holding',
        averagePrice: '50000',
        openPrice: '50000',
        openFee: '2.75',
        estimatedCloseFee: '2.75',
        profit: null,
        closeMode: null,
        openedAt,
      },
    ]);
    const [standing] = await results(bob);
    expect(standing).toEqual({
      contract: expect.any(String),
      market: PERP,
      profit: '0',
      fees: '2.75',
      funding: '0',
      insurance: '0',
      result: '-2.75',
      adl: 5,
    });
    now += 1_000;
    await expectSuccess(ask(alice, 'place', order('close', 'short', '50100', '0.1')));
    const closed = await expectSuccess(ask(bob, 'place', order('close', 'long', null, '0.1')));

    const [fill, opening] = (await list('fills', bob)).records;
    expect(opening).toMatchObject({ order: bought.order, act: 'open', role: 'taker', value: '5000', profit: null });
    expect(fill).toMatchObject({
      order: closed.order,
      contract: opening.contract,
      market: PERP,
      side: 'sell',
      position: 'long',
      act: 'close',
      price: '50100',
      quantity: '0.1',
      value: '5010',
      fee: '2.7555',
      feeAsset: 'USDT',
      profit: '10',
      at: now,
    });
    expect(await results(bob)).toEqual([]);
    const [position] = (await list('closedPositions', bob)).records;
    expect(position.contract).toBe(standing.contract);
    expect(position).toEqual({
      contract: opening.contract,
      market: PERP,
      side: 'long',
      mode: 'isolated',
      leverage: 20,
      quantity: '0.1',
      openPrice: '50000',
      closePrice: '50100',
      profit: '10',
      openFees: '2.75',
      closeFees: '2.7555',
      funding: '0',
      insurance: '0',
      result: '4.4945',
      yield: expect.stringMatching(/^0\.017/),
      closeMode: 'user',
      openedAt,
      closedAt: now,
      liquidation: null,
    });
    const ended = (await list('historyOrders', bob)).records;
    expect(ended).toMatchObject([
      { order: closed.order, act: 'close', status: 'closed', openPrice: '50000', closePrice: '50100', profit: '10' },
      { order: bought.order, act: 'open', status: 'closed', closePrice: '50100', profit: '10', closeFee: '2.7555' },
    ]);
    const [other] = (await list('closedPositions', alice)).records;
    expect(other).toMatchObject({ side: 'short', leverage: 10, profit: '-10', closeMode: 'user' });
    expect((await list('historyOrders', alice, { status: 'closed', act: 'open' })).records).toMatchObject([
      { order: sold.order, profit: '-10', estimatedCloseFee: '0' },
    ]);
    const days = await list('days', bob, { from: now - 1_000, to: now + 1 });
    expect(days).toEqual([
      { day: '2026-11-23', asset: 'USDT', result: '4.4945', fees: '5.5055', funding: '0', closed: 1 },
    ]);
    expect(await list('days', bob, { from: now - 3 * 24 * HOUR_MS, to: now - 2 * 24 * HOUR_MS })).toEqual([]);
  });

  it("shows the stops of the order's position as its take-profit and stop-loss, and after the close the last ones", async () => {
    const stop = async (kind: string, trigger: string) =>
      (await expectSuccess(ask(bob, 'placeStop', { position: 'long', kind, trigger }))).stop as string;
    const onStop = (at: string, body: object) =>
      expectSuccess(exchange.post(`/app/contract/${at}`, { clientId: exchange.clientId(), ...body }, bob.ticket));
    const guardsOf = async (id: string) => {
      const { records } = await list('historyOrders', bob);
      const { takeProfit, stopLoss } = records.find(({ order: one }: Json) => one === id);
      return { takeProfit, stopLoss };
    };
    const brought = { takeProfit: { trigger: '52000' } };
    await expectSuccess(ask(alice, 'place', order('open', 'short', '50100', '0.2')));
    const first = await expectSuccess(ask(bob, 'place', order('open', 'long', '50100', '0.1', brought)));
    expect(await guardsOf(first.order)).toEqual({ takeProfit: '52000', stopLoss: null });
    // A later order of the same position is protected by the same stops.
    const second = await expectSuccess(ask(bob, 'place', order('open', 'long', null, '0.1')));
    const low = await stop('stop_loss', '48000');
    const high = await stop('stop_loss', '49000');
    for (const { order: id } of [first, second])
      expect(await guardsOf(id)).toEqual({ takeProfit: '52000', stopLoss: '49000' });
    await onStop('amendStop', { market: PERP, stop: high, trigger: '49500' });
    expect(await guardsOf(first.order)).toEqual({ takeProfit: '52000', stopLoss: '49500' });
    await onStop('cancelStop', { stop: high });
    expect(await guardsOf(first.order)).toEqual({ takeProfit: '52000', stopLoss: '48000' });
    now += 1_000;
    await onStop('cancelStop', { stop: low });
    expect(await guardsOf(first.order)).toEqual({ takeProfit: '52000', stopLoss: null });

    now += 1_000;
    await expectSuccess(ask(alice, 'place', order('close', 'short', '50100', '0.2')));
    const last = await expectSuccess(ask(bob, 'place', order('close', 'long', null, '0.2')));
    for (const { order: id } of [first, second, last])
      expect(await guardsOf(id)).toEqual({ takeProfit: '52000', stopLoss: '48000' });
  });

  it('shows for a partly filled order the stops of its position, otherwise its own', async () => {
    const resting = async () => (await list('currentOrders', bob)).records[0];
    const placed = await expectSuccess(
      ask(bob, 'place', order('open', 'long', '49900', '0.1', { stopLoss: { trigger: '48000' } })),
    );
    expect(await resting()).toMatchObject({ order: placed.order, takeProfit: null, stopLoss: '48000' });
    await expectSuccess(ask(alice, 'place', order('open', 'short', '49900', '0.04')));
    expect(await resting()).toMatchObject({ takeProfit: null, stopLoss: '48000' });
    await expectSuccess(ask(bob, 'placeStop', { position: 'long', kind: 'take_profit', trigger: '51000' }));
    await expectSuccess(ask(bob, 'placeStop', { position: 'long', kind: 'stop_loss', trigger: '48500' }));
    expect(await resting()).toMatchObject({ takeProfit: '51000', stopLoss: '48500' });
    await expectSuccess(ask(bob, 'cancelAll', {}));
    await expectSuccess(ask(alice, 'place', order('close', 'short', '49900', '0.04')));
    await expectSuccess(ask(bob, 'place', order('close', 'long', null, '0.04')));
  });

  it('lists ended stops, and no waiting ones', async () => {
    now += 1_000;
    const from = now;
    await expectSuccess(ask(alice, 'place', order('open', 'short', '50100', '0.1')));
    await expectSuccess(ask(bob, 'place', order('open', 'long', null, '0.1')));
    const wish = { position: 'long', kind: 'take_profit', trigger: '51000' };
    const set = await expectSuccess(ask(bob, 'placeStop', wish));
    expect((await list('stops', bob, { from })).records).toEqual([]);
    const cancel = { clientId: exchange.clientId(), stop: set.stop };
    await expectSuccess(exchange.post('/app/contract/cancelStop', cancel, bob.ticket));
    expect((await list('stops', bob, { from })).records).toMatchObject([
      { id: set.stop, trigger: '51000', quantity: null, phase: 'closed', reason: 'requested' },
    ]);
  });

  it('includes locked amounts in statement, records and account value', async () => {
    const { position: minPosition } = exchange.headOfJournal();
    const { data } = await exchange.get(`/app/assets/balances?minPosition=${minPosition}`, bob.ticket);
    const { locked } = data.balances.find(({ account }: Json) => account === 'contract');
    expect(Number(locked)).toBeGreaterThan(250);
    const { data: asked } = await exchange.post(
      '/app/assets/records',
      { account: 'contract', minPosition },
      bob.ticket,
    );
    const [record] = asked.records;
    expect(record).toMatchObject({ lockedAfter: locked });
    const response = await fetch(
      `${exchange.url}/exchange/app/assets/export?account=contract&minPosition=${minPosition}`,
      {
        headers: { ticket: bob.ticket },
      },
    );
    const [head, ...lines] = (await response.text()).trimEnd().split('\r\n');
    const place = head.split(',').indexOf('lockedChange');
    const changes = lines.map((line) => line.split(',')[place]).filter((text) => text !== '');
    expect(changes.reduce((sum, text) => sum + eight(text), 0n)).toBe(eight(locked));
    expect(lines.at(-1)?.split(',')[head.split(',').indexOf('lockedAfter')]).toBe(locked);
    const worth = await exchange.get(`/app/assets/valuation?minPosition=${minPosition}`, bob.ticket);
    const { data: history } = await exchange.get(`/app/assets/history?days=1&minPosition=${minPosition}`, bob.ticket);
    expect(history.records[0].usdt).toBe(worth.data.total.usdt);
  });

  it('lists the funding rates fixed and the payments of each user', async () => {
    const due = now - (now % FUNDING_MS) + FUNDING_MS;
    now = due - 1_000;
    await publish();
    now = due;
    await expectSuccess(ask(alice, 'setLeverage', { leverage: 11 }));
    const [rate] = (await publicList('fundingRates', { market: PERP })).records;
    expect(rate).toMatchObject({ market: PERP, rate: '0.0001', premium: '0', mark: '50000', dueAt: due });
    expect((await list('fundingPayments', bob)).records).toMatchObject([
      { market: PERP, side: 'long', quantity: '0.1', rate: '0.0001', amount: '-0.5', asset: 'USDT', dueAt: due },
    ]);
    expect((await list('fundingPayments', alice, { from: due, to: due + 1 })).records).toMatchObject([
      { amount: '0.5' },
    ]);
    expect((await list('fundingPayments', alice, { to: due })).records).toEqual([]);
  });

  it('shows a liquidation to everyone without names, and to its owner with all inputs', async () => {
    await quiet(4_760_000);
    const { records } = await publicList('liquidations');
    expect(records).toHaveLength(1);
    const [told] = records;
    expect(told).toMatchObject({ market: PERP, side: 'long', mode: 'isolated', quantity: '0.1' });
    expect(JSON.stringify(records)).not.toContain(String(bob.id));
    const one = (person: Person) =>
      exchange.get(`/app/contract/liquidation?liquidation=${told.liquidation}`, person.ticket);
    const { data: detail } = await one(bob);
    expect(CONTRACT_ROUTES.liquidation.answer.parse(detail)).toEqual(detail);
    expect(detail).toMatchObject({ ...told, inputs: { lots: 100, leverage: 20, cost: '5010', index: told.mark } });
    const { collateral, unrealised, requirement, sources } = detail.inputs;
    expect(eight(collateral) + eight(unrealised)).toBeLessThanOrEqual(eight(requirement));
    expect(sources).toHaveLength(3);
    expect(detail.steps[0]).toMatchObject({ kind: 'started', lots: 100 });
    expect(detail.steps.at(-1)).toMatchObject({ kind: 'finished' });
    expect(detail.path.at(-1).mark).toBe(told.mark);
    // Liquidations of others count as not found.
    expect((await one(alice)).code).toBe('liquidation.not.found');

    const [mine] = (await list('closedPositions', bob)).records;
    expect(mine).toMatchObject({ closeMode: 'liquidation', liquidation: told.liquidation });
    const [theirs] = (await list('closedPositions', alice)).records;
    expect(theirs).toMatchObject({ closeMode: 'deleveraging', liquidation: null });
    expect(Number(theirs.profit)).toBeGreaterThan(0);
    expect((await list('historyOrders', bob, { status: 'closed' })).records).toContainEqual(
      expect.objectContaining({ contract: mine.contract, act: 'open', closeMode: 'liquidation', holdingFee: '-0.5' }),
    );
  });

  it('lists the entries of the insurance fund with cause and balance', async () => {
    const { records } = await publicList('insurance');
    const [funded, ...entries] = [...records].reverse();
    expect(funded).toMatchObject({ market: null, asset: 'USDT', amount: INSURED, balance: INSURED });
    let balance = eight(funded.balance);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      balance += eight(entry.amount);
      expect(eight(entry.balance)).toBe(balance);
      expect(entry).toMatchObject({ market: PERP, asset: 'USDT' });
    }
    expect((await publicList('insurance', { market: 'ETH-USDT-PERP' })).records).toEqual([]);
  });

  it('exports orders, fills, closed positions and funding, oldest first, to their owner only', async () => {
    const file = async (list: string, person: Person, query = ''): Promise<string[][]> => {
      const { position } = exchange.headOfJournal();
      const at = `/app/contract/export?list=${list}&minPosition=${position}${query}`;
      const { status, headers, bytes } = await exchange.file(at, person.ticket);
      if (isNone(status, bytes)) return [];
      expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
      expect(headers.get('content-disposition')).toBe(`attachment; filename="contract-${list}.csv"`);
      const lines = bytes
        .toString('utf8')
        .replace(/^\uFEFF/, '')
        .trimEnd()
        .split('\r\n');
      return lines.map((line) => line.split(','));
    };
    const lists = { orders: 'historyOrders', fills: 'fills', closedPositions: 'closedPositions' } as const;
    for (const [name, listed] of [...Object.entries(lists), ['fundingPayments', 'fundingPayments'] as const]) {
      const [head, ...rows] = await file(name, bob);
      const { records } = await list(listed, bob);
      expect(records.length).toBeGreaterThan(0);
      const columns = Object.keys(records[0]);
      expect(head).toEqual(columns.map(headerOf));
      const told = [...records]
        .reverse()
        .map((record: Json) => columns.map((column) => cellOf(column, record[column])));
      expect(rows).toEqual(told);
      expect(await file(name, bob, '&market=ETH-USDT-PERP')).toEqual([]);
      expect(await file(name, bob, `&from=${now + 1}`)).toEqual([]);
      expect(await file(name, carol)).toEqual([]);
    }
    for (const person of [bob, carol]) await expectTaxesToFoot(exchange, person);
    const refused = await exchange.get('/app/contract/export?list=fills');
    expect(refused.code).toBe('login.user.not.login');
    expect((await exchange.get('/app/contract/export?list=stops', bob.ticket)).code).toBe('request.invalid');
  });

  it('shows users nothing of others, and visitors nothing of anybody', async () => {
    for (const name of [
      'currentOrders',
      'historyOrders',
      'fills',
      'stops',
      'closedPositions',
      'fundingPayments',
    ] as const) {
      expect(await list(name, carol)).toMatchObject({ records: [], total: 0 });
      expect((await exchange.post(`/app/contract/${name}`, {})).code).toBe('login.user.not.login');
    }
    expect(await list('days', carol, { from: 0, to: HOUR_MS })).toEqual([]);
    expect(await results(carol)).toEqual([]);
    expect((await exchange.get('/app/contract/results')).code).toBe('login.user.not.login');
    expect((await exchange.get('/app/contract/liquidation?liquidation=1', carol.ticket)).code).toBe(
      'liquidation.not.found',
    );
  });

  it('refuses excessive depth, excessive length and invalid input', async () => {
    const codeOf = async (name: ListName, body: object, person: Person | null = bob) =>
      (await exchange.post(`/app/contract/${name}`, body, person?.ticket)).code;
    expect(await codeOf('fills', { pageIndex: 1_000, pageSize: 200 })).toBe('page.too.deep');
    expect(await codeOf('liquidations', { pageIndex: 1_000, pageSize: 200 }, null)).toBe('page.too.deep');
    expect(await codeOf('fills', { pageSize: 201 })).toBe('request.invalid');
    expect(await codeOf('historyOrders', { before: '9', sort: 'time.asc' })).toBe('request.invalid');
    expect(await codeOf('historyOrders', { status: 'gone' })).toBe('request.invalid');
    expect(await codeOf('insurance', { minPosition: 1 }, null)).toBe('request.invalid');
    expect(await codeOf('days', { from: 0, to: 401 * 24 * HOUR_MS })).toBe('request.invalid');
    expect(await codeOf('days', { from: HOUR_MS, to: HOUR_MS })).toBe('success');
  });

  function headerOf(column: string): string {
    if (isTime(column)) return `${column} (GMT+8)`;
    return isRatio(column) ? `${column} (%)` : column;
  }

  function cellOf(column: string, value: string | number | null): string {
    if (value === null) return '';
    if (isTime(column)) return zonedTime(Number(value));
    return isRatio(column) ? String(Number((Number(value) * 100).toFixed(10))) : String(value);
  }

  function isTime(column: string): boolean {
    return /^at$|At$/.test(column);
  }

  function isRatio(column: string): boolean {
    return column === 'rate' || column === 'yield';
  }

  function eight(decimal: string): bigint {
    const units = unitsOf(decimal.replace('-', ''), 8);
    if (typeof units !== 'bigint') throw new Error(`${decimal} is no amount`);
    return decimal.startsWith('-') ? -units : units;
  }
});
