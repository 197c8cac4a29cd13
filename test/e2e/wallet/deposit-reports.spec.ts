/** Reports of missing deposits: the state on the network, shown to the owner only, and the credit by two of staff. */
import { HDKey } from '@scure/bip32';
import { DepositFinder } from '../../../server/products/wallet/api/deposit-reports/deposit-finder';
import { DepositReports } from '../../../server/products/wallet/api/deposit-reports/deposit-reports';
import { KnownRecharges } from '../../../server/products/wallet/api/deposit-reports/known-recharges.queries';
import { ChainUnavailable, type ChainPort } from '../../../server/platform/chains/chain-port';
import type { RechargeRow } from '../../../server/views/stored/tables';
import { hasAnvil, startAnvil, type Anvil } from '../../tools/chains/anvil';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';
import { HOUR_MS, MILLION, TO, walletOf } from '../../tools/people/wallet';

const REFUSED = 'reason/deposit_not_shown';
/** The node's first account is the exchange's wallet, the second a third party. */
const HOT_WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SOMEBODY = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const NOWHERE = `0x${'ab'.repeat(32)}`;

describe('a missing deposit', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start(
      {
        LIMIT_TICKET_HOURS_MAX: '100000',
        LIMIT_FEEDBACKS_PER_MINUTE_MAX: '1000',
        LIMIT_DEPOSIT_REPORTS_PER_DAY_MAX: '3',
      },
      { clock: () => now },
    );
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await wallet.turn();
  });
  afterAll(() => exchange.stop());

  const wallet = walletOf({ exchange: () => exchange, admin: () => admin, pass: (ms) => void (now += ms) });
  const { ethereum, turn, mine, available, messages, someone } = wallet;
  /** Long enough for another request to the node. */
  const later = () => void (now += 20_000);
  const report = (person: Person, transaction: string, fields: object = {}) =>
    exchange.post('/app/recharge/report', { chain: 'ERC20', transaction, ...fields }, person.ticket);
  const own = async (person: Person, headers = {}): Promise<Json[]> =>
    (await expectSuccess(exchange.post('/app/recharge/reports', {}, person.ticket, headers))).records;
  const desk = async (which = 'open'): Promise<Json[]> =>
    (await expectSuccess(exchange.post('/admin/deposit/reports', { which, pageSize: 200 }, admin.ticket))).records;
  const credit = (fields: object) =>
    exchange.post('/admin/deposit/credit', { clientId: exchange.clientId(), ...fields }, admin.ticket);
  const refuse = (id: string, fields: object = {}) => {
    const body = { clientId: exchange.clientId(), report: id, reason: REFUSED, ...fields };
    return exchange.post('/admin/deposit/refuse', body, admin.ticket);
  };
  const addressOf = async (person: Person): Promise<string> =>
    (await expectSuccess(exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, person.ticket)))
      .address;

  /** Paid to the next user's address, and read before it belonged to anybody. */
  async function passedOver(units: bigint): Promise<{ person: Person; transaction: string }> {
    const addresses = exchange.application.exchange.database.sql.selectFrom('depositAddresses').select('addressIndex');
    const given = await addresses.where('chain', '=', 'ERC20').execute();
    const next = ethereum().depositAddress(Math.max(-1, ...given.map(({ addressIndex }) => addressIndex)) + 1);
    const transaction = await ethereum().send([
      { asset: 'USDT', address: next, amount: units },
      { asset: 'USDT', address: TO, amount: 9n * MILLION },
    ]);
    await mine(1);
    const person = await someone();
    expect(await addressOf(person)).toBe(next);
    return { person, transaction };
  }

  it('waits for confirmations, is recognised as missed, and is credited by two, once', async () => {
    const { person, transaction } = await passedOver(70n * MILLION);
    const reported = await expectSuccess(
      report(person, transaction.toUpperCase().replace('0X', '0x'), { note: 'Sent yesterday.' }),
    );
    expect(reported).toMatchObject({
      state: 'waiting',
      confirmations: 1,
      payments: [{ asset: 'USDT', amount: '70', needed: 12, byContract: false }],
    });
    expect(JSON.stringify(reported)).not.toContain(TO.slice(2));
    const refused = await credit({ report: reported.id, output: '0' });
    expect(refused).toMatchObject({ code: 'deposit.not.missing' });
    await mine(15);
    expect(await available(person)).toBe('0');
    later();
    const { id } = await expectSuccess(report(person, transaction));
    expect(id).toBe(reported.id);
    expect(await own(person)).toMatchObject([{ id, state: 'missed', payments: [{ state: 'missed', amount: '70' }] }]);

    const [row] = (await desk()).filter((one) => one.id === id);
    expect(row).toMatchObject({ userId: person.id, state: 'missed', payments: [{ output: '0', proposal: null }] });
    expect(JSON.stringify(row)).not.toContain(transaction.slice(4, -4));
    // One output belongs to somebody else, and one does not exist.
    for (const output of ['1', '2'])
      expect(await credit({ report: id, output })).toMatchObject({ code: 'deposit.not.missing' });

    const request = { clientId: exchange.clientId(), report: id, output: '0' };
    const { proposal } = await expectSuccess(credit(request));
    expect((await desk()).find((one) => one.id === id)?.payments[0].proposal).toBe(proposal);
    expect(await available(person)).toBe('0');
    // Another member of staff may still confirm the credit.
    expect(await refuse(id)).toMatchObject({ code: 'proposal.already.open' });
    await exchange.two.confirm(Number(proposal));
    await turn();
    expect(await available(person)).toBe('70');
    expect(await own(person)).toMatchObject([{ state: 'credited', payments: [{ state: 'credited' }] }]);
    expect((await desk()).some((one) => one.id === id)).toBe(false);
    expect(await messages(person)).toContain('recharge.credited');

    // A retry is the same credit, and any other request is refused.
    expect(await credit(request)).toMatchObject({ code: 'success', data: { proposal } });
    expect(await credit({ report: id, output: '0' })).toMatchObject({ code: 'recharge.already.credited' });
    expect(await refuse(id)).toMatchObject({ code: 'deposit.report.ended' });
    const again = { asset: 'USDT', address: await addressOf(person), amount: 5n * MILLION };
    await ethereum().send([again]);
    await mine(13);
    expect(await available(person)).toBe('75');
  });

  it('asks its node again only after a while, one look per user at a time', async () => {
    const { person, transaction } = await passedOver(60n * MILLION);
    const asked = jest.spyOn(ethereum(), 'transaction');
    asked.mockImplementationOnce(() => new Promise((resolve) => setTimeout(() => resolve(null), 500)));
    const many = await Promise.all([1, 2, 3, 4, 5].map((end) => report(person, `0x${'0'.repeat(63)}${end}`)));
    expect(many.map(({ code }) => code).sort()).toEqual(['success', ...Array<string>(4).fill('system.busy')]);
    const { id } = await expectSuccess(report(person, transaction));
    await mine(16);
    asked.mockClear();
    expect(await expectSuccess(report(person, transaction))).toMatchObject({ id, state: 'waiting' });
    const look = () => expectSuccess(exchange.post('/app/recharge/look', { report: id }, person.ticket));
    expect(await look()).toMatchObject({ state: 'waiting' });
    expect(asked).not.toHaveBeenCalled();
    later();
    expect(await look()).toMatchObject({ state: 'missed' });
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
  });

  it('looks up the sender only where that decides, and limits the time per node', async () => {
    const { person, transaction } = await passedOver(50n * MILLION);
    const origin = jest.spyOn(ethereum(), 'originOfPayment');
    const { id } = await expectSuccess(report(person, transaction));
    await mine(16);
    const address = await addressOf(person);
    const send = (count: number, amount: bigint) =>
      ethereum().send(Array.from({ length: count }, () => ({ asset: 'USDT', address, amount })));
    const [credited, small, many] = [await send(2, MILLION * 5n), await send(1, MILLION / 2n), await send(21, MILLION)];
    await mine(16);
    expect(await expectSuccess(report(person, credited))).toMatchObject({ state: 'credited' });
    expect(await expectSuccess(report(person, small))).toMatchObject({ state: 'failed' });
    expect(origin).not.toHaveBeenCalled();
    now += 25 * HOUR_MS;
    expect(await expectSuccess(report(person, many))).toMatchObject({ state: 'unclear', payments: [] });
    expect(origin).not.toHaveBeenCalled();
    const look = () => expectSuccess(exchange.post('/app/recharge/look', { report: id }, person.ticket));
    const finder = exchange.application.nest.get(DepositFinder, { strict: false });
    const deadline = jest.replaceProperty(finder, 'lookMsMax', 100);
    const slow = jest.spyOn(ethereum(), 'transaction').mockReturnValue(new Promise(() => undefined));
    expect(await expectSuccess(report(person, NOWHERE))).toMatchObject({ state: 'away' });
    slow.mockRestore();
    deadline.restore();
    expect(await look()).toMatchObject({ state: 'missed' });
    expect(origin).toHaveBeenCalledTimes(1);
    origin.mockRestore();
  });

  it.each([
    ['away, where its node does not tell who paid', null, 'away', undefined],
    ['unclear, where its network names nobody who paid', { minedAt: 0, payers: [] }, 'unclear', undefined],
    ['missed, where nobody paid new coins', { minedAt: 0, payers: [] }, 'missed', 1],
    ['missed, where somebody paid', { minedAt: 0, payers: [TO] }, 'missed', undefined],
  ])('is %s', async (_, origin, state, matures) => {
    const { person, transaction } = await passedOver(50n * MILLION);
    await mine(16);
    const found = await ethereum().transaction(transaction);
    const payments = found?.payments.map((payment) => ({ ...payment, matures })) ?? [];
    const port: ChainPort = ethereum();
    jest.replaceProperty(port, 'isSimulated', false);
    jest.spyOn(port, 'originOfPayment').mockResolvedValue(origin);
    jest.spyOn(port, 'transaction').mockResolvedValue(found && { ...found, payments });
    const reported = await expectSuccess(report(person, transaction));
    jest.restoreAllMocks();
    expect(reported).toMatchObject({ state });
  });

  it('is credited once although its blocks are read again', async () => {
    const { person, transaction } = await passedOver(30n * MILLION);
    await mine(16);
    const { id } = await expectSuccess(report(person, transaction));
    const { proposal } = await expectSuccess(credit({ report: id, output: '0' }));
    await exchange.two.confirm(Number(proposal));
    // As if the relational store knew none of the blocks.
    const { height } = await ethereum().tip();
    const { sql } = exchange.application.exchange.database;
    await sql.deleteFrom('chainBlocks').where('chain', '=', 'ERC20').execute();
    const below = Math.max(0, height - 30);
    const low = { height: below, hash: (await ethereum().hashAt(below)) as string };
    await sql.updateTable('chainCursors').set(low).where('chain', '=', 'ERC20').execute();
    await mine(2);
    expect(await available(person)).toBe('30');
    await ethereum().reorganise(1);
    await turn();
    expect(await available(person)).toBe('30');
  });

  it('reveals nothing about payments to others, to the exchange, or unknown to the network', async () => {
    const { person, transaction } = await passedOver(20n * MILLION);
    const other = await someone();
    await addressOf(other);
    const [house] = ethereum().hotWallets;
    const toHouse = await ethereum().send([{ asset: 'USDT', address: house, amount: 8n * MILLION }]);
    await mine(16);
    const foreign = await expectSuccess(report(other, transaction));
    expect(foreign).toMatchObject({ state: 'elsewhere', payments: [] });
    expect(await expectSuccess(report(other, toHouse))).toMatchObject({ state: 'elsewhere', payments: [] });
    expect(await expectSuccess(report(other, NOWHERE))).toMatchObject({
      state: 'unknown',
      confirmations: null,
      payments: [],
    });
    expect(await credit({ report: foreign.id, output: '0' })).toMatchObject({ code: 'deposit.not.missing' });
    // A report belongs to its author only.
    expect(await exchange.post('/app/recharge/look', { report: foreign.id }, person.ticket)).toMatchObject({
      code: 'deposit.report.not.found',
    });
    expect(await own(person)).toEqual([]);
    const ids = (await desk()).map(({ id }) => id);
    expect(ids).not.toContain(foreign.id);
    expect((await desk('all')).map(({ id }) => id)).toContain(foreign.id);
  });

  it('shows what was credited, and why a small payment was not', async () => {
    const person = await someone();
    const address = await addressOf(person);
    const transaction = await ethereum().send([{ asset: 'USDT', address, amount: 40n * MILLION }]);
    const small = await ethereum().send([{ asset: 'USDT', address, amount: MILLION / 2n }]);
    expect(await expectSuccess(report(person, transaction))).toMatchObject({ state: 'waiting', confirmations: null });
    await mine(13);
    later();
    expect(await expectSuccess(report(person, transaction))).toMatchObject({ state: 'credited' });
    expect(await expectSuccess(report(person, small))).toMatchObject({
      state: 'failed',
      payments: [{ amount: '0.5', reason: 'recharge.below.minimum' }],
    });
  });

  it('is not confirmed as known while its node is away, and not credited then', async () => {
    const { person, transaction } = await passedOver(10n * MILLION);
    await mine(16);
    const { id } = await expectSuccess(report(person, transaction));
    later();
    const away = jest.spyOn(ethereum(), 'transaction').mockRejectedValue(new ChainUnavailable('away'));
    // The earlier state is all that is known.
    expect(await expectSuccess(exchange.post('/app/recharge/look', { report: id }, person.ticket))).toMatchObject({
      state: 'missed',
    });
    expect(await expectSuccess(report(await someone(), transaction))).toMatchObject({ state: 'away', payments: [] });
    expect(await credit({ report: id, output: '0' })).toMatchObject({ code: 'chain.unavailable' });
    away.mockRestore();
    expect(await exchange.post('/admin/deposit/look', { report: id }, admin.ticket)).toMatchObject({
      code: 'success',
      data: { id },
    });
    expect(await exchange.post('/admin/deposit/look', { report: '999999' }, admin.ticket)).toMatchObject({
      code: 'deposit.report.not.found',
    });
    expect((await credit({ report: id, output: '0' })).code).toBe('success');
  });

  it('is not credited after it left its chain', async () => {
    const { person, transaction } = await passedOver(10n * MILLION);
    await mine(16);
    const { id } = await expectSuccess(report(person, transaction));
    await ethereum().reorganise(20, [transaction]);
    await turn();
    expect(await credit({ report: id, output: '0' })).toMatchObject({ code: 'deposit.not.missing' });
    later();
    expect(await expectSuccess(exchange.post('/app/recharge/look', { report: id }, person.ticket))).toMatchObject({
      state: 'unknown',
    });
  });

  it('is refused for a listed reason, shown to the user in their language', async () => {
    const { person, transaction } = await passedOver(10n * MILLION);
    await mine(16);
    const { id } = await expectSuccess(report(person, transaction));
    for (const reason of ['because', 'reason/feedback_noted'])
      expect(await refuse(id, { reason })).toMatchObject({ code: 'request.invalid' });
    const request = { clientId: exchange.clientId() };
    for (let tries = 0; tries < 2; tries++) expect((await refuse(id, request)).code).toBe('success');
    expect(await own(person, { lang: 'il' })).toMatchObject([
      { state: 'refused', reason: 'La rete non mostra questo pagamento' },
    ]);
    const told = await expectSuccess(exchange.post('/app/message/list', {}, person.ticket, { lang: 'en' }));
    const refused = told.records.filter(({ key }: Json) => key === 'deposit.refused');
    expect(refused).toHaveLength(1);
    expect(refused[0].text).toContain('The network shows no such payment');
    expect(await credit({ report: id, output: '0' })).toMatchObject({ code: 'deposit.report.ended' });
    expect(await refuse('999999')).toMatchObject({ code: 'deposit.report.not.found' });
  });

  it('stays refused although credited by another way meanwhile', async () => {
    const { person, transaction } = await passedOver(10n * MILLION);
    await mine(16);
    const { id } = await expectSuccess(report(person, transaction));
    const { sql } = exchange.application.exchange.database;
    const kept = await sql.selectFrom('depositReports').selectAll().where('id', '=', Number(id)).executeTakeFirst();
    const known = exchange.application.nest.get(KnownRecharges, { strict: false });
    expect((await refuse(id)).code).toBe('success');
    // A reader that started earlier sees it not refused, and credited by now.
    const credited = { status: 'success', reason: null } as RechargeRow;
    jest.spyOn(known, 'find').mockResolvedValue(credited);
    const reports: unknown = exchange.application.nest.get(DepositReports, { strict: false });
    jest.spyOn(reports as { rowOf(): Promise<unknown> }, 'rowOf').mockResolvedValueOnce(kept);
    const request = { clientId: exchange.clientId(), report: id, reason: REFUSED };
    await exchange.post('/admin/deposit/refuse', request, admin.ticket);
    jest.restoreAllMocks();
    expect((await desk('all')).find((one) => one.id === id)).toMatchObject({ state: 'refused' });
  });

  it('requires a transaction of a connected chain, within a daily limit', async () => {
    const person = await someone();
    expect(await report(person, 'not a transaction')).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ path: 'transaction', code: 'format' }] },
    });
    expect(await report(person, NOWHERE, { chain: 'TRC20' })).toMatchObject({ code: 'chain.unavailable' });
    expect(await report(person, NOWHERE.slice(2), { chain: 'BTC' })).toMatchObject({ code: 'success' });
    for (const end of ['01', '02']) await expectSuccess(report(person, `0x${'0'.repeat(62)}${end}`));
    expect(await report(person, NOWHERE)).toMatchObject({ code: 'deposit.reports.too.many', data: { maximum: 3 } });
    now += 24 * 3_600_000 + 1;
    expect((await report(person, NOWHERE)).code).toBe('success');
    expect(await exchange.post('/app/recharge/report', {})).toMatchObject({ code: 'login.user.not.login' });
    expect(await exchange.post('/admin/deposit/reports', {}, person.ticket)).toMatchObject({
      code: 'permission.denied',
    });
  });
});

const described = hasAnvil ? describe : describe.skip;

described('ether that a contract sent', () => {
  let anvil: Anvil;
  let exchange: HttpExchange;
  let admin: Person;

  beforeAll(async () => {
    anvil = await startAnvil();
    exchange = await HttpExchange.start({
      ...{ DEMO: 'off', EVM_RPC_URL: anvil.url, EVM_CHAIN_ID: '31337', EVM_USDT_ADDRESS: anvil.token },
      // The node's own accounts must not be addresses of users.
      EVM_XPUB: HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).publicExtendedKey,
      EVM_HOT_WALLETS: HOT_WALLET,
      EVM_SECOND_RPC_URL: anvil.url.replace('127.0.0.1', 'localhost'),
    });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await exchange.application.exchange.chainWork.poll();
  });
  afterAll(async () => {
    await exchange?.stop();
    await anvil?.close();
  });

  it('is missed in its block, found by its transaction, and credited by two', async () => {
    const person = await exchange.registered('user', 'paid-by-contract');
    const ask = { asset: 'ETH', chain: 'ERC20' };
    const { address } = await expectSuccess(exchange.post('/app/recharge/address', ask, person.ticket));
    const transaction = await anvil.sendByContract([address, TO, address], 5n * 10n ** 17n, { from: SOMEBODY });
    await anvil.mine(100);
    const { chainWork, progress } = exchange.application.exchange;
    await chainWork.poll();
    const { records } = await expectSuccess(exchange.post('/app/rechargerecord/list', {}, person.ticket));
    expect(records).toEqual([]);
    const reported = await expectSuccess(
      exchange.post('/app/recharge/report', { chain: 'ERC20', transaction }, person.ticket),
    );
    expect(reported).toMatchObject({
      state: 'missed',
      payments: [{ asset: 'ETH', amount: '1', byContract: true, state: 'missed' }],
    });
    const { records: rows } = await expectSuccess(exchange.post('/admin/deposit/reports', {}, admin.ticket));
    const { output } = rows[0].payments[0];
    await exchange.act(admin, '/deposit/credit', { report: reported.id, output });
    await progress.waitFor(exchange.headOfJournal().position, 10_000);
    const { balances } = await expectSuccess(exchange.get('/app/assets/balances?account=spot', person.ticket));
    expect(balances.find((one: Json) => one.asset === 'ETH')).toMatchObject({ available: '1' });
    const [kept] = (await expectSuccess(exchange.post('/app/rechargerecord/list', {}, person.ticket))).records;
    expect(kept).toMatchObject({ chain: 'ERC20', reference: `ERC20/${transaction}/${output}`, finality: null });
  });

  it('is no deposit if the exchange sent it, and reveals nothing to other users', async () => {
    const person = await exchange.registered('user', 'paid-by-house');
    const ask = { asset: 'ETH', chain: 'ERC20' };
    const { address } = await expectSuccess(exchange.post('/app/recharge/address', ask, person.ticket));
    const transaction = await anvil.sendByContract([address], 10n ** 18n, { from: HOT_WALLET });
    await anvil.mine(100);
    await exchange.application.exchange.chainWork.poll();
    const report = (one: Person) =>
      expectSuccess(exchange.post('/app/recharge/report', { chain: 'ERC20', transaction }, one.ticket));
    const reported = await report(person);
    expect(reported).toMatchObject({ state: 'failed', payments: [{ reason: 'house.payment.own', state: 'failed' }] });
    const request = { clientId: exchange.clientId(), report: reported.id, output: 'contracts-1' };
    expect(await exchange.post('/admin/deposit/credit', request, admin.ticket)).toMatchObject({
      code: 'deposit.not.missing',
    });
    const other = await exchange.registered('user', 'not-paid');
    await expectSuccess(exchange.post('/app/recharge/address', ask, other.ticket));
    expect(await report(other)).toMatchObject({ state: 'elsewhere', payments: [] });
  });
});
