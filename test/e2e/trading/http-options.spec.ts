/** Second contracts over HTTP: products, purchase, entry and settlement by the index, limits, and acts of staff. */
import { hash } from 'node:crypto';
import { io } from 'socket.io-client';
import { verifyCertificate } from '../../../shared/products/option/proof/certificate';
import { SOCKET_PATH } from '../../../shared/wire/market-data';
import { optionCatalogue, optionCertificate, optionDay, optionResult } from '../../../shared/products/option/wire';
import {
  openOptions,
  optionPublication,
  settledOption,
  type OptionUpdate,
  optionPush,
} from '../../../shared/products/option/stream';
import { dayName, dayOf, dayStart } from '../../../shared/rules/days';
import { HttpExchange, expectSuccess, type Json, type Person } from '../../tools/people/http-exchange';
import { next, subscribe } from '../../tools/people/socket-test-server';
import { optionAsks, PRICE, SYMBOL, TERMS } from './option-asks';

/** Clock of the exchange, moved by the test; starts at noon, far from the day's ends. */
let now = dayStart(dayOf(Date.now()) + 1) + 12 * 3_600_000;
/** Epoch milliseconds in a cell. */
const EPOCH = /(^|,)1[5-9]\d{11}(,|$)/;
let exchange: HttpExchange;
let admin: Person;
let second: Person;
let auditor: Person;
let alice: Person;
let bob: Person;

const { offer, funded, publish, pass, ask, list, buy, head, open, settled, money, limitsOf, exposure, fund, told } =
  optionAsks({ exchange: () => exchange, admin: () => admin, pass: (ms) => (now += ms) });

beforeAll(async () => {
  exchange = await HttpExchange.start({}, { clock: () => now });
  admin = await exchange.staff('admin');
  second = await exchange.staff('admin', 'second');
  auditor = await exchange.staff('auditor');
  await exchange.listMarkets(admin);
  await offer();
  alice = await funded('alice');
  bob = await funded('bob');
  await publish();
});
afterAll(() => exchange.stop());

it('shows products, rules and reserve to everyone', async () => {
  const told = optionCatalogue.parse(await expectSuccess(exchange.get('/app/option/products')));
  expect(told.rules).toEqual({
    entryDelayMs: 500,
    entryWaitMs: 15_000,
    cancelBeforeMs: 5_000,
    startAheadMaxMs: 86_400_000,
  });
  expect(told.products).toMatchObject([
    {
      symbol: SYMBOL,
      label: 'BTC/USDT',
      state: 'open',
      scale: 8,
      tick: '0.01',
      staleMs: 10_000,
      amountMin: '1000',
      amountMax: '9999999',
      offersLevels: true,
      open: { up: '0', down: '0' },
      promised: '0',
    },
  ]);
  expect(
    told.products[0].durations.map(({ durationMs, feePpb, feeAmount }) => [durationMs, feePpb, feeAmount]),
  ).toEqual([
    [30_000, 0, '0'],
    [60_000, 10_000_000, '0'],
    [300_000, 0, '5'],
  ]);
  expect(told.cover).toEqual([{ asset: 'USDT', held: '60000', promised: '0' }]);
  const tape = await expectSuccess(exchange.get(`/app/option/publications?symbol=${SYMBOL}`));
  expect(optionPublication.array().parse(tape).at(-1)).toMatchObject({ price: '50000', at: now });
  expect(await exchange.get('/app/option/publications?symbol=XRP-USDT')).toMatchObject({
    code: 'index.symbol.unknown',
  });
  await exchange.act(admin, '/product/setAssetState', {
    ...{ asset: 'BTC', trading: 'maintenance', deposits: 'open', withdrawals: 'open', reason: 'works' },
  });
  const held = await expectSuccess(exchange.get('/app/option/products'));
  expect(held.products[0].state).toBe('maintenance');
  expect(await buy(alice)).toMatchObject({ code: 'coin.under.maintenance' });
  await exchange.act(admin, '/product/setAssetState', {
    ...{ asset: 'BTC', trading: 'open', deposits: 'open', withdrawals: 'open', reason: 'done' },
  });
});

it('sells, enters and settles by the index, and pushes each step', async () => {
  const before = await money(bob);
  const socket = io(exchange.url, { path: SOCKET_PATH, transports: ['websocket'], auth: { ticket: bob.ticket } });
  try {
    const { data: begun } = await subscribe(socket, { channel: 'option' });
    expect(openOptions.parse(begun.snapshot).contracts).toEqual([]);
    const updates: OptionUpdate[] = [];
    socket.on('option', (push: Json) => updates.push(...optionPush.parse(push).updates));

    const bought = await expectSuccess(buy(bob, { durationMs: 60_000 }));
    expect(bought).toEqual({ contract: expect.any(String), position: expect.any(Number), repeated: false });
    expect(await open(bob)).toMatchObject([
      {
        contract: bought.contract,
        status: 'pending_now',
        boughtPosition: bought.position,
        charge: '10',
        payout: '1800',
        payoutNet: '1790',
        breakEvenPpb: 558_659_218,
        entry: null,
        endsAt: null,
      },
    ]);
    expect(await money(bob)).toMatchObject({ locked: '1000' });
    await publish(PRICE + 7);
    const entered = now;
    expect(await open(bob)).toMatchObject([
      { status: 'holding', entry: { price: '50000.07', at: entered }, endsAt: entered + 60_000 },
    ]);
    await pass(60, PRICE + 8);
    await publish(PRICE);
    expect(await open(bob)).toEqual([]);
    const told = await settled(bob, bought.contract);
    expect(told).toMatchObject({
      ...{ end: 'won', reason: null, income: '800', fee: '10', paid: '1790', result: '790' },
      ...{ settledBy: { price: '50000.08', at: entered + 55_000 }, dueAt: entered + 60_000 },
    });
    expect(told.enteredPosition).toBeGreaterThan(bought.position);
    expect(told.settledPosition).toBeGreaterThan(told.enteredPosition);
    expect(await money(bob)).toMatchObject({ locked: '0', available: String(Number(before.available) + 790) });
    expect(await exchange.get(`/app/option/contract?contract=${bought.contract}`, alice.ticket)).toMatchObject({
      code: 'option.not.found',
    });

    while (!updates.some(({ settled: ended }) => ended.length > 0)) await next(socket, 'option');
    const states = updates.flatMap(({ contracts, settled: ended }) => [
      ...contracts.map(({ status }) => status),
      ...ended.map(({ end }) => end),
    ]);
    expect(states).toEqual(['pending_now', 'holding', 'won']);
    expect(updates.at(-1)?.settled).toEqual([told]);
  } finally {
    socket.disconnect();
  }
});

it('returns the stake for a tie, a silent index at the end, and a missing entry', async () => {
  const before = await money(alice);
  const tie = await expectSuccess(buy(alice));
  await publish();
  await pass(30);
  await publish();
  expect(await settled(alice, tie.contract)).toMatchObject({ end: 'tie', paid: '1000', fee: '0', result: '0' });

  const silent = await expectSuccess(buy(alice, { direction: 'down' }));
  await publish();
  now += 60_000;
  await publish();
  expect(await settled(alice, silent.contract)).toMatchObject({ end: 'refunded', reason: 'index_stale', result: '0' });

  const missed = await expectSuccess(buy(alice));
  await publish(PRICE, 16_000);
  expect(await settled(alice, missed.contract)).toMatchObject({
    ...{ end: 'refunded', reason: 'entry_missed', entry: null, endsAt: null, enteredPosition: null },
  });
  expect(await money(alice)).toEqual(before);
});

it('ends at a level in proportion to the elapsed time, and refuses invalid levels', async () => {
  const levels = { takeProfit: '50010', stopLoss: '49990' };
  const bought = await expectSuccess(buy(alice, levels));
  await publish();
  await pass(10, PRICE + 5);
  await publish(PRICE + 1_000, 5_000);
  await publish();
  // Half of the time: half of 80 %.
  expect(await settled(alice, bought.contract)).toMatchObject({
    ...{ end: 'take_profit', income: '400', paid: '1400', takeProfit: '50010', stopLoss: '49990' },
  });
  expect(await buy(alice, { takeProfit: '50000.005' })).toMatchObject({ code: 'price.off.tick' });
  expect(await buy(alice, { takeProfit: '49999' })).toMatchObject({ code: 'option.levels.invalid' });
  expect(await buy(alice, { ...levels, startsAt: now + 60_000 })).toMatchObject({ code: 'option.levels.not.offered' });
  expect(await buy(alice, { ...levels, stake: '5000.01' })).toMatchObject({
    code: 'option.cap.levels',
    data: { asset: 'USDT', maximum: '5000' },
  });
});

it('starts at a set time, and is cancellable until five seconds before', async () => {
  const startsAt = now + 20_000;
  const [kept, back] = [await expectSuccess(buy(alice, { startsAt })), await expectSuccess(buy(alice, { startsAt }))];
  expect(await open(alice)).toMatchObject([{ status: 'pending_timed', startsAt, entryFrom: startsAt + 500 }, {}]);
  expect(await ask(bob, 'cancel', { contract: back.contract })).toMatchObject({ code: 'option.not.found' });
  await expectSuccess(ask(alice, 'cancel', { contract: back.contract }));
  expect(await settled(alice, back.contract)).toMatchObject({ end: 'cancelled', paid: '1000', result: '0' });
  now = startsAt - 5_000;
  expect(await ask(alice, 'cancel', { contract: kept.contract })).toMatchObject({ code: 'option.cancel.too.late' });
  now = startsAt;
  await publish(PRICE + 1, 400);
  await publish(PRICE + 2);
  expect((await open(alice))[0].entry).toMatchObject({ price: '50000.02' });
  expect(await buy(alice, { startsAt: now - 1 })).toMatchObject({ code: 'option.start.invalid' });
  await pass(35, PRICE);
  expect(await settled(alice, kept.contract)).toMatchObject({ end: 'lost', paid: '0', result: '-1000' });
});

it('refuses by name: amounts, caps, durations, silent index, frozen and unverified users', async () => {
  expect(await buy(alice, { stake: '999.99999999' })).toMatchObject({
    code: 'option.amount.minimum',
    message: 'The minimum of one purchase is 1,000 USDT. Please increase the amount.',
    data: { asset: 'USDT', minimum: '1000' },
  });
  expect(await buy(alice, { stake: '9999999.00000001' })).toMatchObject({
    code: 'option.amount.maximum',
    data: { maximum: '9999999' },
  });
  expect(await buy(alice, { stake: '1000.000000001' })).toMatchObject({ code: 'amount.too.precise' });
  expect(await buy(alice, { stake: '30000.00000001' })).toMatchObject({
    code: 'option.cap.user',
    data: { asset: 'USDT', maximum: '30000' },
  });
  expect(await buy(alice, { durationMs: 45_000 })).toMatchObject({ code: 'option.duration.unknown' });
  expect(await buy(alice, { symbol: 'ETH-USDT' })).toMatchObject({ code: 'option.unknown' });
  expect(await buy(alice, { direction: 'sideways' })).toMatchObject({ status: 400, code: 'request.invalid' });
  expect(await exchange.post('/app/option/buy', { clientId: 'x' })).toMatchObject({ code: 'login.user.not.login' });

  const carol = await exchange.person('carol');
  expect(await buy(carol)).toMatchObject({ code: 'account.not.authenticated' });
  await exchange.act(admin, '/account/verify', { userId: carol.id });
  expect(await buy(carol)).toMatchObject({ code: 'balance.insufficient', data: { available: '0', required: '1000' } });
  await exchange.act(admin, '/account/freeze', { userId: carol.id, reason: 'check' });
  expect(await buy(carol)).toMatchObject({ code: 'account.frozen' });

  const one = await expectSuccess(buy(alice, { stake: '30000', durationMs: 300_000 }));
  const two = await expectSuccess(buy(bob, { stake: '20000', durationMs: 300_000 }));
  expect(await buy(bob)).toMatchObject({ code: 'option.cap.side', data: { maximum: '50000' } });
  await expectSuccess(buy(bob, { stake: '10000', direction: 'down' }));
  const { products, cover } = await expectSuccess(exchange.get('/app/option/products'));
  expect(products[0].open).toEqual({ up: '50000', down: '10000' });
  // 85 % of 50,000 and 80 % of 10,000.
  expect(cover).toMatchObject([{ asset: 'USDT', promised: '50500' }]);
  expect(products).toMatchObject([{ promised: '50500' }]);
  now += 11_000;
  expect(await buy(bob)).toMatchObject({ code: 'index.stale' });
  await publish(PRICE, 16_000);
  for (const [person, { contract }] of [
    [alice, one],
    [bob, two],
  ] as const) {
    expect(await settled(person, contract)).toMatchObject({ reason: 'entry_missed' });
  }
});

it('is bought once per client id, whatever the number of retries', async () => {
  const clientId = exchange.clientId();
  const first = await expectSuccess(buy(alice, { clientId }));
  expect(await expectSuccess(buy(alice, { clientId }))).toEqual({ ...first, repeated: true });
  expect(await buy(alice, { clientId, stake: '1001' })).toMatchObject({ code: 'client.id.reused' });
  expect(await open(alice)).toHaveLength(1);
  await publish(PRICE, 16_000);
});

it("enforces the user's own limit: lower at once, higher from the next day", async () => {
  const limits = () => limitsOf(bob);
  const [{ staked }] = await limits();
  await expectSuccess(ask(bob, 'setLimit', { asset: 'USDT', amount: String(Number(staked) + 1_500) }));
  await expectSuccess(buy(bob));
  expect(await buy(bob)).toMatchObject({
    code: 'option.limit.own',
    data: { asset: 'USDT', maximum: String(Number(staked) + 1_500), room: '500' },
  });
  await expectSuccess(ask(bob, 'setLimit', { asset: 'USDT', amount: null }));
  const tomorrow = dayStart(dayOf(now) + 1);
  expect(await limits()).toMatchObject([{ asset: 'USDT', next: { amount: null, from: tomorrow } }]);
  expect(await buy(bob)).toMatchObject({ code: 'option.limit.own' });
  expect(await ask(bob, 'setLimit', { asset: 'XRP', amount: '1' })).toMatchObject({ code: 'asset.unknown' });
  expect(await ask(bob, 'setLimit', { asset: 'USDT', amount: '-1' })).toMatchObject({ code: 'request.invalid' });
  await publish(PRICE, 16_000);
});

it('lists ended ones by filters and pages, as results, daily results and a file', async () => {
  const page = async (body: object): Promise<Json> =>
    expectSuccess(list(alice, 'history', { minPosition: head(), pageIndex: 1, pageSize: 100, ...body }));
  const all = await page({});
  for (const record of all.records) settledOption.parse(record);
  expect(all.total).toBe(all.records.length);
  expect(all.records.length).toBeGreaterThan(5);
  expect((await page({ timing: 'timed' })).records).toHaveLength(2);
  expect((await page({ end: 'take_profit' })).records).toHaveLength(1);
  expect((await page({ direction: 'down' })).records).toMatchObject([{ reason: 'index_stale' }]);
  const sorted = (await page({ sort: 'result.asc' })).records.map(({ result }: Json) => Number(result));
  expect(sorted).toEqual([...sorted].sort((one, other) => one - other));
  const [newest, next_] = all.records;
  expect((await page({ before: newest.contract })).records[0]).toEqual(next_);
  expect((await page({ pageIndex: 2, pageSize: 1 })).records).toEqual([next_]);
  expect(await list(alice, 'history', { before: '1', sort: 'time.asc' })).toMatchObject({ code: 'request.invalid' });

  const results = optionResult
    .array()
    .parse(await expectSuccess(exchange.get(`/app/option/results?minPosition=${head()}`, alice.ticket)));
  const counted = all.records.filter(({ end }: Json) => end !== 'cancelled');
  const sum = (field: string): number =>
    counted.reduce((total: number, record: Json) => total + Number(record[field]), 0);
  expect(results).toHaveLength(1);
  expect(results[0].total).toMatchObject({ settled: counted.length, won: 1, lost: 1 });
  expect(Number(results[0].total.result)).toBe(sum('result'));
  expect(results[0].today).toEqual(results[0].total);
  const days = optionDay
    .array()
    .parse(await expectSuccess(list(alice, 'days', { from: now - 86_400_000, to: now + 1 })));
  expect(days).toMatchObject([{ day: dayName(dayOf(now)), asset: 'USDT', ...results[0].total }]);
  expect(await list(alice, 'days', { from: 0, to: now })).toMatchObject({ code: 'request.invalid' });

  const file = async (filters: string) => {
    const { headers, bytes } = await exchange.file(`/app/option/export?minPosition=${head()}${filters}`, alice.ticket);
    return { headers, lines: bytes.toString('utf8').trim().split('\r\n') };
  };
  const { headers, lines } = await file('');
  expect(headers.get('content-type')).toContain('text/csv');
  expect(lines).toHaveLength(all.total + 1);
  const columns = lines[0].replace('\uFEFF', '').split(',');
  const won = (lines.find((line) => line.includes('take_profit')) ?? '').split(',');
  expect(won[columns.indexOf('entryPrice')]).toBe('50000');
  expect(won[columns.indexOf('entryAt (GMT+8)')]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(columns).toEqual(expect.arrayContaining(['duration (s)', 'payout (%)']));
  for (const line of lines) expect(line).not.toMatch(EPOCH);
  expect(won[columns.indexOf('paid')]).toBe('1400');
  // The file applies the list's filters and has the same rows, oldest first.
  for (const filter of [{ timing: 'timed' }, { end: 'take_profit' }, { direction: 'down' }, { end: 'cancelled' }]) {
    const [[name, value]] = Object.entries(filter);
    const listed = (await page(filter)).records.map(({ contract }: Json) => contract);
    const [, ...written] = (await file(`&${name}=${value}`)).lines;
    expect(written.map((line) => line.split(',')[0])).toEqual(listed.reverse());
  }
});

it("announces the start of a timed one and the end of each, in the user's language", async () => {
  const [english] = await told(bob, 'en', 'option.won');
  expect(english.text).toBe('BTC-USDT: contract 1 over 1,000 USDT has won. You received 1,790 USDT.');
  expect((await told(alice, 'en', 'option.started'))[0].text).toMatch(
    /^BTC-USDT: your timed contract \d+ over 1,000 USDT has started at 50,000\.02\.$/,
  );
  expect((await told(bob, 'zh', 'option.won'))[0].text).toContain('您收到 1,790 USDT');
  const metrics = await (await fetch(`${exchange.url}/metrics`)).text();
  expect(metrics).toMatch(/exchange_options_held\{asset="USDT"\} \d{5}/);
  expect(metrics).toMatch(/exchange_options_promised\{asset="USDT"\} \d+/);
});

it('proves a settlement to its owner and to auditors, byte for byte as in the journal', async () => {
  const { records } = await expectSuccess(list(alice, 'history', {}));
  const ended = records.filter(({ entry }: Json) => entry !== null);
  expect(ended.length).toBeGreaterThan(2);
  for (const record of ended) {
    const answer = await exchange.get(`/app/option/certificate?contract=${record.contract}`, alice.ticket);
    const certificate = optionCertificate.parse(await expectSuccess(Promise.resolve(answer)));
    const verdict = await verifyCertificate(certificate, (text) => hash('sha256', text, 'hex'));
    if ('refused' in verdict) throw new Error(JSON.stringify(verdict));
    expect(verdict.says.result).toMatchObject({ end: record.end, position: record.settledPosition });
  }
  const path = `/app/option/certificate?contract=${ended[0].contract}`;
  expect((await exchange.get(path, bob.ticket)).code).toBe('option.not.found');
  expect(await expectSuccess(exchange.get(path, auditor.ticket))).toEqual(
    await expectSuccess(exchange.get(path, alice.ticket)),
  );
  expect((await exchange.get(path)).code).toBe('login.user.not.login');
  const looked = async (staff: number): Promise<Json[]> => {
    const asked = { staff, action: 'app/option', lookUps: true };
    return (await expectSuccess(exchange.post('/audit/staff/log', asked, admin.ticket))).records;
  };
  const target = `contract/${ended[0].contract}`;
  expect(await looked(auditor.id)).toMatchObject([{ lookUp: true, target, outcome: 'success' }]);
  for (const [index, bounds] of [{ users: [bob.id] }, { to: 1 }, { personal: 0 as const }].entries()) {
    const bounded = await exchange.staff('auditor', `bounded-${index}`);
    const scope = { personal: 1, ...bounds };
    const role = { userId: bounded.id, role: 'auditor', until: now + 86_400_000, scope, reason: 'a test' };
    await expectSuccess(exchange.withApproval(exchange.post('/admin/staff/setRole', role, admin.ticket)));
    expect((await exchange.get(path, bounded.ticket)).code).toBe('option.not.found');
    expect(await looked(bounded.id)).toMatchObject([{ target, outcome: 'option.not.found' }]);
  }
  expect((await exchange.get('/app/option/certificate?contract=999999', alice.ticket)).code).toBe('option.not.found');
});

it('appears in the account statement', async () => {
  const told = await expectSuccess(
    exchange.post(
      '/app/assets/records',
      { account: 'option', pageIndex: 1, pageSize: 200, minPosition: head() },
      bob.ticket,
    ),
  );
  const labels = new Set(told.records.map(({ label }: Json) => label));
  for (const label of ['option_buy', 'contract_income', 'option_refund', 'option_fee']) expect(labels).toContain(label);
});

it('lets two of staff set terms, stop the sale and move unpromised funds, and shows them open contracts', async () => {
  const wider = { ...TERMS, userMax: '40000', reason: 'more' };
  const propose = (person: Person, body: object = wider) =>
    exchange.post('/admin/option/setTerms', { clientId: exchange.clientId(), ...body }, person.ticket);
  const { proposal } = await expectSuccess(propose(admin));
  expect(await propose(admin)).toMatchObject({ code: 'proposal.already.open', data: { proposal: Number(proposal) } });
  const { records: open } = await expectSuccess(
    exchange.get(`/audit/staff/proposals?minPosition=${head()}`, second.ticket),
  );
  expect(open).toMatchObject([{ proposal, kind: 'change', before: { userMax: '30000' }, after: { userMax: '40000' } }]);
  expect((await exposure()).products[0].userMax).toBe('30000');
  await exchange.act(second, '/staff/confirmProposal', { proposal, digest: open[0].digest });
  expect((await exposure()).products[0].userMax).toBe('40000');
  expect(await propose(admin)).toMatchObject({ code: 'terms.unchanged' });
  const none = { ...wider, durations: [{ durationMs: 30_000, payoutPpb: 900_000_000 }] };
  expect(await propose(admin, none)).toMatchObject({ code: 'option.terms.invalid' });
  expect(await propose(alice)).toMatchObject({ code: 'permission.denied' });
  const { records } = await expectSuccess(
    exchange.post('/audit/staff/log', { pageSize: 200, action: 'admin/option/setTerms' }, auditor.ticket),
  );
  expect(records.map(({ staff: by, outcome }: Json) => [by, outcome])).toEqual([
    [admin.id, 'option.terms.invalid'],
    [admin.id, 'terms.unchanged'],
    [admin.id, 'proposal.already.open'],
    [admin.id, 'success'],
    [admin.id, 'success'],
  ]);
  expect(records[3]).toMatchObject({ target: `symbol/${SYMBOL}`, reason: 'more', facts: { userMax: '40000' } });

  await publish();
  const bought = await expectSuccess(buy(alice, { stake: '40000' }));
  await publish();
  const told = await exposure();
  expect(told.products).toMatchObject([{ contracts: 1, promised: '32000', open: { up: '40000', down: '0' } }]);
  const [{ held, free }] = told.cover;
  expect(Number(held) - Number(free)).toBe(32_000);
  expect(await fund('release', `${Number(free) + 1}`)).toMatchObject({
    code: 'balance.insufficient',
    data: { available: free },
  });
  await expectSuccess(fund('release', free));
  expect((await exposure()).cover).toMatchObject([{ free: '0' }]);
  expect(await buy(bob, { direction: 'down' })).toMatchObject({ code: 'option.limit.own' });
  await expectSuccess(fund('fund', free));

  const own = await expectSuccess(
    exchange.get(`/admin/option/contracts?userId=${alice.id}&minPosition=${head()}`, admin.ticket),
  );
  expect(openOptions.parse(own).contracts).toMatchObject([{ contract: bought.contract, status: 'holding' }]);
  await exchange.act(admin, '/option/setState', { symbol: SYMBOL, state: 'closed', reason: 'pause' });
  expect(await buy(alice)).toMatchObject({ code: 'option.closed' });
  await exchange.act(admin, '/account/freeze', { userId: alice.id, reason: 'check' });
  await pass(35, PRICE + 1);
  // Neither an end of the sale nor a frozen account changes open contracts.
  expect(await settled(alice, bought.contract)).toMatchObject({ end: 'won', paid: '72000' });
});

it('is unchanged after a restart and continues', async () => {
  await exchange.act(admin, '/option/setState', { symbol: SYMBOL, state: 'open', reason: 'again' });
  await exchange.act(admin, '/account/unfreeze', { userId: alice.id, reason: 'fine' });
  const bought = await expectSuccess(buy(alice));
  await publish();
  const before = await open(alice);
  const { dataDir } = exchange;
  await exchange.halt();
  exchange = await HttpExchange.start({ DATA_DIR: dataDir }, { clock: () => now });
  expect(await open(alice)).toEqual(before);
  await pass(35, PRICE + 1);
  expect(await settled(alice, bought.contract)).toMatchObject({ end: 'won', boughtPosition: bought.position });
});

it('is found from its purchase on, and a late cancel returns its end', async () => {
  const one = (contract: string) => exchange.get(`/app/option/contract?contract=${contract}`, alice.ticket);
  const cancel = (contract: string) => ask(alice, 'cancel', { contract });
  const timed = await expectSuccess(buy(alice, { startsAt: now + 600_000 }));
  expect(await one(timed.contract)).toMatchObject({
    code: 'success',
    data: { contract: timed.contract, status: 'pending_timed', entry: null },
  });
  const proof = await exchange.get(`/app/option/certificate?contract=${timed.contract}`, alice.ticket);
  expect(proof).toMatchObject({ code: 'option.not.settled' });
  expect(await ask(bob, 'cancel', { contract: timed.contract })).toMatchObject({ code: 'option.not.found' });
  await expectSuccess(cancel(timed.contract));
  expect(await one(timed.contract)).toMatchObject({ code: 'success', data: { end: 'cancelled' } });
  expect(await cancel(timed.contract)).toMatchObject({
    code: 'option.cancelled',
    data: { contract: timed.contract, end: 'cancelled' },
  });
  const bought = await expectSuccess(buy(alice));
  await publish();
  await pass(35);
  const { end } = await settled(alice, bought.contract);
  expect(await cancel(bought.contract)).toMatchObject({
    code: 'option.settled',
    data: { contract: bought.contract, end },
  });
  expect(await cancel('999999')).toMatchObject({ code: 'option.not.found', data: null });
});
