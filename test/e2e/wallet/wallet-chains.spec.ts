/** Payments over a real node, made by a third party, and process ends in between. */
import { AddressBook } from '../../../server/products/wallet/api/address-book';
import { HDKey } from '@scure/bip32';
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import { ChainIdentityError, compareNode, recordIdentity } from '../../../server/platform/chains/chain-identities';
import { ChainMismatch, ChainUnavailable } from '../../../server/platform/chains/chain-port';
import { hasAnvil, startAnvil, type Anvil } from '../../tools/chains/anvil';
import { startBitcoinServer } from '../../tools/chains/bitcoin-server';
import { HttpExchange, PASSWORD, type Answer, type Json, type Person } from '../../tools/people/http-exchange';

const XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const OTHER_XPUB = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).publicExtendedKey;
const FUND_PASSWORD = 'horse-battery';
const HOUR_MS = 3_600_000;
const MILLION = 1_000_000n;
const LONG_TICKETS = { LIMIT_TICKET_HOURS_MAX: '100000' };

let now = 1_800_000_000_000;

async function done(answer: Promise<Answer>): Promise<Json> {
  const { code, data } = await answer;
  expect({ code, data }).toMatchObject({ code: 'success' });
  return data;
}

async function turn(exchange: HttpExchange): Promise<void> {
  const { progress, chainWork } = exchange.application.exchange;
  await progress.waitFor(exchange.headOfJournal().position, 10_000);
  await chainWork.poll();
}

/** A user with funds, a fund password and an address, all old enough. */
async function ready(exchange: HttpExchange, admin: Person, name: string): Promise<Person> {
  const person = await exchange.registered('user', name);
  await exchange.verifyAndFund(admin, person, { USDT: '1000' });
  const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
  await done(exchange.post('/app/security/fundPassword/set', set, person.ticket));
  // Listed directly: without a mail provider no code would arrive.
  const own = { chain: 'ERC20', address: TO, label: 'own', beneficiary: { owner: 'own' } as const };
  await exchange.application.nest.get(AddressBook).addToBook(person.id, own);
  now += 25 * HOUR_MS;
  return person;
}

async function applied(exchange: HttpExchange, person: Person, amount: string): Promise<string> {
  const where = { asset: 'USDT', chain: 'ERC20', address: TO };
  const body = { clientId: exchange.clientId(), ...where, amount, fundPassword: FUND_PASSWORD };
  return (await done(exchange.post('/app/withdraw/apply', body, person.ticket))).withdrawal;
}

async function list(exchange: HttpExchange, at: string, person: Person): Promise<Json[]> {
  const { position: minPosition } = exchange.headOfJournal();
  return (await done(exchange.post(at, { minPosition }, person.ticket))).records;
}

/** The account that anvil sends from. */
const HOT_WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The chain id of anvil. */
const CHAIN_ID = '31337';

function nodeOf({ url, token }: Pick<Anvil, 'url' | 'token'>) {
  return { DEMO: 'off', EVM_RPC_URL: url, EVM_CHAIN_ID: CHAIN_ID, EVM_USDT_ADDRESS: token, EVM_XPUB: XPUB };
}

const described = hasAnvil ? describe : describe.skip;

described('over an Ethereum node', () => {
  let anvil: Anvil;
  let exchange: HttpExchange;
  let admin: Person;

  beforeAll(async () => {
    anvil = await startAnvil();
    const env = { ...nodeOf(anvil), EVM_SECOND_RPC_URL: anvil.url.replace('127.0.0.1', 'localhost'), ...LONG_TICKETS };
    // The node's own accounts belong to the other key, so that no user gets the exchange's wallet.
    Object.assign(env, { EVM_HOT_WALLETS: HOT_WALLET, EVM_XPUB: OTHER_XPUB });
    exchange = await HttpExchange.start(env, { clock: () => now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await turn(exchange);
  });
  afterAll(async () => {
    await exchange?.stop();
    await anvil?.close();
  });

  const mined = async (blocks: number): Promise<void> => {
    await anvil.mine(blocks);
    await turn(exchange);
  };
  const act = (path: string, body: object) =>
    exchange.post(`/admin/withdraw/${path}`, { clientId: exchange.clientId(), ...body }, admin.ticket);

  it('credits tokens and ether after twelve confirmations, whatever branch they came by', async () => {
    const person = await exchange.registered('user', 'depositor');
    const ask = { asset: 'USDT', chain: 'ERC20' };
    const { address, simulated } = await done(exchange.post('/app/recharge/address', ask, person.ticket));
    expect(simulated).toBe(false);
    const kept = await anvil.sendToken([
      { address, amount: 5n * MILLION },
      { address: TO, amount: 3n },
    ]);
    await mined(2);
    const gone = await anvil.sendEther(address, 10n ** 18n + 1n);
    await mined(1);
    expect(await list(exchange, '/app/rechargerecord/list', person)).toMatchObject([
      { asset: 'ETH', amount: '1', dust: '0.000000000000000001', confirmations: 1, reference: `ERC20/${gone}/value` },
      { asset: 'USDT', amount: '5', dust: null, confirmations: 3, reference: `ERC20/${kept}/log-0` },
    ]);
    await anvil.reorganise(3, [kept]);
    await turn(exchange);
    expect(await list(exchange, '/app/rechargerecord/list', person)).toMatchObject([
      { asset: 'ETH', status: 'failure', reason: 'recharge.retracted' },
      { asset: 'USDT', status: 'recharging' },
    ]);
    await mined(12);
    const { position } = exchange.headOfJournal();
    const { balances } = await done(exchange.get(`/app/assets/balances?minPosition=${position}`, person.ticket));
    expect(balances).toMatchObject([{ asset: 'USDT', available: '5' }]);
    expect(balances).toHaveLength(1);
  });

  it("accepts the owners' money when a third party paid it to a wallet of the exchange", async () => {
    const person = await exchange.registered('user', 'sweeper');
    const { address } = await done(
      exchange.post('/app/recharge/address', { asset: 'USDT', chain: 'ERC20' }, person.ticket),
    );
    const [, owner] = await anvil.rpc<string[]>('eth_accounts');
    const fund = (reference: string, amount = '40') => {
      const body = { clientId: exchange.clientId(), asset: 'USDT', amount, reference, reason: 'capital' };
      return exchange.post('/admin/house/fund', body, admin.ticket);
    };
    const paying = [{ address: HOT_WALLET, amount: 40n * MILLION }];
    const paid = await anvil.sendToken([...paying, ...paying], owner);
    const elsewhere = await anvil.sendToken([{ address: OTHER, amount: 40n * MILLION }], owner);
    const ether = await anvil.sendEther(HOT_WALLET, 40n * MILLION);
    const between = await anvil.sendToken(paying);
    // A deposit swept into the wallet.
    await anvil.rpc('anvil_impersonateAccount', [address]);
    await anvil.rpc('anvil_setBalance', [address, '0xde0b6b3a7640000']);
    const swept = await anvil.sendToken(paying, address);
    await mined(11);
    const { code, data } = await fund(paid);
    expect({ code, data }).toEqual({ code: 'payout.transaction.unconfirmed', data: { confirmations: 11, needed: 12 } });
    await mined(1);
    expect((await fund('capital')).code).toBe('payout.transaction.not.found');
    expect((await fund(`0x${'7'.repeat(64)}`)).code).toBe('payout.transaction.not.found');
    expect((await fund(paid, '40.000001')).code).toBe('house.payment.mismatch');
    for (const wrong of [elsewhere, ether]) expect((await fund(wrong)).code).toBe('house.payment.mismatch');
    for (const own of [between, swept]) expect((await fund(own)).code).toBe('house.payment.own');

    const counted = async () => (await exchange.withApproval(fund(paid.toUpperCase().replace('0X', '0x')))).code;
    expect([await counted(), await counted(), await counted()]).toEqual([
      'success',
      'success',
      'reference.already.used',
    ]);
    const { records } = await done(exchange.get('/audit/house/funds', admin.ticket));
    expect(records).toContainEqual({ account: 'treasury', asset: 'USDT', balance: '80' });
    expect(exchange.application.exchange.engine.state().wallet.houseReferences).toEqual(
      new Set([`ERC20/${paid}/log-0`, `ERC20/${paid}/log-1`]),
    );
  });

  it('makes no payments itself, and accepts a transaction once the chain shows it', async () => {
    const person = await ready(exchange, admin, 'payee');
    const [one, two, three, four] = [
      await applied(exchange, person, '30'),
      await applied(exchange, person, '30'),
      await applied(exchange, person, '31'),
      await applied(exchange, person, '30'),
    ];
    const all = [one, two, three, four];
    for (const withdrawal of all) await done(act('approve', { withdrawal }));
    await mined(2);
    expect((await list(exchange, '/app/withdraw/list', person)).map(({ status }) => status)).toEqual(
      Array(4).fill('approved'),
    );
    // Later blocks use the exchange's clock.
    await anvil.rpc('anvil_setTime', [now / 1_000]);
    const early = await anvil.sendToken([{ address: TO, amount: 30n * MILLION }]);
    await mined(1);
    now += HOUR_MS;
    await anvil.rpc('anvil_setTime', [now / 1_000]);
    for (const withdrawal of all) await done(act('startPayout', { withdrawal }));
    const pay = (withdrawal: string, reference: string) => act('pay', { withdrawal, reference });

    expect(await pay(one, 'tx-1')).toMatchObject({ code: 'payout.transaction.not.found' });
    expect(await pay(one, `0x${'7'.repeat(64)}`)).toMatchObject({ code: 'payout.transaction.not.found' });
    const short = await anvil.sendToken([{ address: TO, amount: 30n * MILLION - 1n }]);
    const elsewhere = await anvil.sendToken([{ address: OTHER, amount: 30n * MILLION }]);
    const ether = await anvil.sendEther(TO, 30n * MILLION);
    // One transaction for two withdrawals of the same amount.
    const both = await anvil.sendToken([
      { address: TO, amount: 30n * MILLION },
      { address: TO, amount: 30n * MILLION },
    ]);
    const [, stranger] = await anvil.rpc<string[]>('eth_accounts');
    const foreign = await anvil.sendToken([{ address: TO, amount: 30n * MILLION }], stranger);
    await mined(11);
    for (const wrong of [short, elsewhere, ether]) {
      expect(await pay(one, wrong)).toMatchObject({ code: 'payout.transaction.mismatch' });
    }
    expect(await pay(one, both)).toMatchObject({
      code: 'payout.transaction.unconfirmed',
      data: { confirmations: 11, needed: 12 },
    });
    await mined(1);
    expect(await pay(one, early)).toMatchObject({ code: 'payout.transaction.older' });
    expect(await pay(one, foreign)).toMatchObject({ code: 'payout.transaction.foreign' });
    // A node that moved to another network is not trusted.
    const { sql } = exchange.application.exchange.database;
    const [{ origin }] = await sql
      .selectFrom('chainIdentities')
      .select('origin')
      .where('chain', '=', 'ERC20')
      .execute();
    await sql.updateTable('chainIdentities').set({ origin: 'another' }).where('chain', '=', 'ERC20').execute();
    expect(await pay(one, both)).toMatchObject({ code: 'chain.unavailable' });
    await sql.updateTable('chainIdentities').set({ origin }).where('chain', '=', 'ERC20').execute();
    const paid = { clientId: exchange.clientId(), withdrawal: one, reference: both };
    const first = await done(exchange.post('/admin/withdraw/pay', paid, admin.ticket));
    await done(pay(two, both));
    // Retry after a lost answer: nothing more happens.
    expect(await done(exchange.post('/admin/withdraw/pay', paid, admin.ticket))).toEqual({ ...first, repeated: true });
    expect(await pay(three, both)).toMatchObject({ code: 'payout.transaction.mismatch' });
    const last = await applied(exchange, person, '30');
    for (const step of ['approve', 'startPayout']) await done(act(step, { withdrawal: last }));
    expect(await pay(last, both)).toMatchObject({ code: 'reference.already.used' });
    // The state after an accepted journal truncation whose lost part had paid it.
    await sql
      .insertInto('payouts')
      .values({ withdrawal: Number(four), taken: 'payout', at: now })
      .execute();
    await done(pay(four, early));
    const references = (await list(exchange, '/app/withdraw/list', person)).map(({ reference }) => reference);
    expect(references).toEqual([
      ...[null, `ERC20/${early}/log-0`, null],
      ...[`ERC20/${both}/log-1`, `ERC20/${both}/log-0`],
    ]);
  });

  it('reports an unavailable node, and continues when it is back', async () => {
    const status = async (): Promise<Json> => {
      const { chains } = await done(exchange.get('/admin/chain/status', admin.ticket));
      return chains.find(({ chain }: Json) => chain === 'ERC20');
    };
    expect(await status()).toMatchObject({ fault: null, simulated: false, tip: expect.any(Number) });
    await anvil.close();
    await turn(exchange);
    expect(await status()).toMatchObject({ fault: expect.stringContaining('ethereum'), tip: null });
    expect(await (await fetch(`${exchange.url}/metrics`)).text()).toMatch(/exchange_chain_work_faults 1/);
  });
});

described('a node that is not what was configured', () => {
  it('credits nothing: a token of eighteen decimals would be overvalued by a factor of 10^12', async () => {
    const anvil = await startAnvil({ decimals: 18 });
    const exchange = await HttpExchange.start({ ...nodeOf(anvil), ...LONG_TICKETS }, { clock: () => now });
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await turn(exchange);
    await turn(exchange);
    const status = async () => done(exchange.get('/admin/chain/status', admin.ticket));
    const { chains, alarms } = await status();
    expect(chains).toMatchObject([
      { chain: 'ERC20', followed: null, fault: expect.stringContaining('decimals is 18, not 6') },
    ]);
    // One alarm, however often it is checked.
    expect(alarms).toMatchObject([{ kind: 'node_mismatch', facts: { fact: 'decimals', expected: '6', found: '18' } }]);
    const person = await exchange.registered('user', 'depositor');
    const ask = { asset: 'USDT', chain: 'ERC20' };
    expect(await exchange.post('/app/recharge/address', ask, person.ticket)).toMatchObject({
      code: 'chain.unavailable',
    });
    await exchange.stop();
    await anvil.close();
  });
});

describe('over bitcoind', () => {
  it('credits coinbase payments once spendable, and nothing while the node is syncing', async () => {
    const server = await startBitcoinServer();
    server.says.initialblockdownload = true;
    const env = { DEMO: 'off', BITCOIN_RPC_URL: server.url, BITCOIN_XPUB: OTHER_XPUB, ...LONG_TICKETS };
    const exchange = await HttpExchange.start(env, { clock: () => now });
    const admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await turn(exchange);
    const person = await exchange.registered('user', 'miner');
    const ask = { asset: 'BTC', chain: 'BTC' };
    const refused = await exchange.post('/app/recharge/address', ask, person.ticket);
    expect(refused).toMatchObject({ code: 'chain.unavailable' });
    server.says.initialblockdownload = false;
    await turn(exchange);
    const { address } = await done(exchange.post('/app/recharge/address', ask, person.ticket));
    const made = server.pay([{ address, amount: 312_500_000n }], true);
    server.mine(99);
    await turn(exchange);
    expect(await list(exchange, '/app/rechargerecord/list', person)).toEqual([]);
    server.mine(1);
    await turn(exchange);
    expect(await list(exchange, '/app/rechargerecord/list', person)).toMatchObject([
      { asset: 'BTC', amount: '3.125', status: 'success', reference: `BTC/${made}/0` },
    ]);
    await exchange.stop();
    await server.close();
  });
});

describe('a process that ends', () => {
  it('pays and notifies once, whenever it is restarted', async () => {
    const dataDir = await (async () => {
      const exchange = await HttpExchange.start(LONG_TICKETS, { clock: () => now });
      const admin = await exchange.staff('admin');
      await exchange.listMarkets(admin);
      const person = await ready(exchange, admin, 'person');
      const withdrawal = await applied(exchange, person, '30');
      const body = { clientId: exchange.clientId(), withdrawal };
      await done(exchange.post('/admin/withdraw/approve', body, admin.ticket));
      // Sent but not mined; the notice of its approval may not have been sent.
      await turn(exchange);
      await exchange.halt();
      return exchange.dataDir;
    })();

    const told: string[][] = [];
    for (let start = 0; start < 3; start++) {
      const exchange = await HttpExchange.start({ ...LONG_TICKETS, DATA_DIR: dataDir }, { clock: () => now });
      const { chainWork, database, chains } = exchange.application.exchange;
      await turn(exchange);
      await chainWork.mine();
      await turn(exchange);
      const person = { id: 0, email: 'person@test.example', ticket: await exchange.logIn('person@test.example') };
      expect(await list(exchange, '/app/withdraw/list', person)).toMatchObject([{ status: 'withdrawn' }]);
      const sent = await database.sql.selectFrom('simulatedPayments').selectAll().execute();
      expect(sent).toMatchObject([{ address: TO, origin: 'ERC20/withdrawal/1' }]);
      expect((await (chains.find('ERC20') as SimulatedChain).tip()).height).toBe(start + 1);
      if (start > 0) {
        // As if killed before saving the position of its notices.
        await database.sql.updateTable('followers').set({ position: 0, hash: null }).execute();
      }
      await exchange.halt();
      const again = await HttpExchange.start({ ...LONG_TICKETS, DATA_DIR: dataDir }, { clock: () => now });
      const asked = await again.logIn('person@test.example');
      const { position } = again.headOfJournal();
      for (let tries = 0; tries < 2_000; tries++) {
        const [row] = await again.application.exchange.database.sql.selectFrom('followers').selectAll().execute();
        if (row.position >= position) break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      const { records } = await done(again.post('/app/message/list', {}, asked));
      told.push(records.map(({ key }: Json) => key).filter((key: string) => key.startsWith('withdrawal')));
      await again.halt();
    }
    expect(told).toEqual(Array(3).fill(['withdrawal.paid', 'withdrawal.approved', 'withdrawal.first']));
  });
});

describe('a chain with a changed identity', () => {
  const EVM_ENV = nodeOf({ url: 'http://127.0.0.1:9', token: TO });

  it('refuses to start: assigned addresses would no longer be watched', async () => {
    const simulated = await HttpExchange.start();
    const { dataDir } = simulated;
    await simulated.halt();
    await expect(HttpExchange.start({ ...EVM_ENV, DATA_DIR: dataDir })).rejects.toThrow(
      /^chain ERC20 is evm\/0x.* now and was simulated/,
    );
    // Nothing is stored.
    await (await HttpExchange.start({ DATA_DIR: dataDir })).stop();

    const real = await HttpExchange.start(EVM_ENV);
    await real.halt();
    const kept = { ...EVM_ENV, DATA_DIR: real.dataDir };
    for (const other of [{ EVM_USDT_ADDRESS: OTHER }, { EVM_XPUB: OTHER_XPUB }]) {
      await expect(HttpExchange.start({ ...kept, ...other })).rejects.toThrow(ChainIdentityError);
    }
    await (await HttpExchange.start(kept)).stop();
  });

  it('is not followed while its node is on another network', async () => {
    const exchange = await HttpExchange.start();
    const { database } = exchange.application.exchange;
    await recordIdentity(database, { chain: 'new', identity: 'any' });
    const node = (origin: string | null, network = 'main', blocks = ['a', 'b', 'c']) => ({
      chain: 'new',
      hashAt: async (height: number) => (height === 0 ? origin : (blocks[height] ?? null)),
      facts: async () => ({ network }),
      final: async () => ({ height: blocks.length - 1, hash: blocks[blocks.length - 1] }),
    });
    await compareNode(database, node('one'));
    await compareNode(database, node('one'));
    await compareNode(database, node(null));
    await expect(compareNode(database, node('two'))).rejects.toThrow(ChainMismatch);
    await expect(compareNode(database, node('one', 'test'))).rejects.toThrow(ChainMismatch);
    // The finalised block differs or is missing; a later finalised one becomes the reference.
    await expect(compareNode(database, node('one', 'main', ['a', 'b', 'x', 'd']))).rejects.toThrow(ChainMismatch);
    const behind = await compareNode(database, node('one', 'main', ['a'])).catch((error: unknown) => error);
    expect(behind).toBeInstanceOf(ChainUnavailable);
    expect(behind).not.toBeInstanceOf(ChainMismatch);
    await compareNode(database, node('one', 'main', ['a', 'b', 'c', 'd']));
    await expect(compareNode(database, node('one', 'main', ['a', 'b', 'c', 'x']))).rejects.toThrow(ChainMismatch);
    await exchange.stop();
  });
});
