import { HDKey } from '@scure/bip32';
import type { PublishIndex } from '../../../server/core/command';
import { startEthereumServer, type EthereumServer } from '../../tools/chains/ethereum-server';
import {
  expectSuccess,
  HttpExchange,
  type Json,
  type Person,
  FUND_PASSWORD,
  PASSWORD,
} from '../../tools/people/http-exchange';
import { expectTaxesToFoot } from '../../tools/samples/tax-file';
import { HOUR_MS, MILLION, TO, walletOf } from '../../tools/people/wallet';

/**
 * Deposits that their chain may still revert: tradable at once, withdrawable when final, frozen when reverted,
 * announced at each step.
 */
describe('finality', () => {
  let exchange: HttpExchange;
  let admin: Person;
  let now = 1_800_000_000_000;

  beforeAll(async () => {
    exchange = await HttpExchange.start({ LIMIT_TICKET_HOURS_MAX: '100000' }, { clock: () => now });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
  });
  afterAll(() => exchange.stop());

  const wallet = walletOf({ exchange: () => exchange, admin: () => admin, pass: (ms) => void (now += ms) });
  const { ethereum, head, turn, mine, available, frozen, messages, apply, listed, someone } = wallet;

  /** A user with an old address, a fund password and a USDT deposit that is not final. */
  async function depositor(units: bigint): Promise<{ person: Person; transaction: string }> {
    const person = await someone();
    await exchange.verifyAndFund(admin, person, {});
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await expectSuccess(exchange.post('/app/security/fundPassword/set', set, person.ticket));
    await expectSuccess(listed(person, TO));
    now += 25 * HOUR_MS;
    await turn();
    const ask = { asset: 'USDT', chain: 'ERC20' };
    const { address } = await expectSuccess(exchange.post('/app/recharge/address', ask, person.ticket));
    const transaction = await ethereum().send([{ asset: 'USDT', address, amount: units }]);
    await mine(12);
    return { person, transaction };
  }

  async function recharges(person: Person, filters: object = {}): Promise<Json[]> {
    const request = { minPosition: head(), ...filters };
    return (await expectSuccess(exchange.post('/app/rechargerecord/list', request, person.ticket))).records;
  }

  const sql = () => exchange.application.exchange.database.sql;
  const hashAt = async (height: number): Promise<string> => (await ethereum().hashAt(height)) as string;

  /** As if the relational store were new, without knowledge of earlier blocks. */
  async function forget(): Promise<void> {
    for (const table of ['chainCursors', 'chainBlocks', 'chainPayments'] as const) {
      await sql().deleteFrom(table).where('chain', '=', 'ERC20').execute();
    }
  }

  /** Changes the payment of a transaction: another amount, another receiver, or none. */
  async function paysInstead(transaction: string, instead: bigint | string | null): Promise<void> {
    const payments = sql().updateTable('simulatedPayments').where('transactionId', '=', transaction);
    if (typeof instead === 'bigint') await payments.set({ amount: instead.toString() }).execute();
    else if (instead !== null) await payments.set({ address: TO }).execute();
    else await sql().deleteFrom('simulatedPayments').where('transactionId', '=', transaction).execute();
  }

  async function isTakenBack(person: Person, amount: string): Promise<void> {
    expect(await recharges(person)).toMatchObject([{ status: 'success', finality: 'reverted' }]);
    expect([await available(person), await frozen(person)]).toEqual(['0', amount]);
    const { alarms } = await expectSuccess(exchange.get('/admin/chain/status', admin.ticket));
    const facts = expect.objectContaining({ user: String(person.id), frozen: `${amount}00000000` });
    expect(alarms).toContainEqual(expect.objectContaining({ kind: 'credited_left_chain', facts }));
  }

  const quote = (person: Person): Promise<Json> =>
    expectSuccess(exchange.get(`/app/withdraw/quote?asset=USDT&chain=ERC20&minPosition=${head()}`, person.ticket));

  describe('a credited deposit that is not final', () => {
    it('is visible and tradable, and not withdrawable until its chain finalises it', async () => {
      const { person, transaction } = await depositor(500n * MILLION);
      expect(await available(person)).toBe('500');
      expect(await expectTaxesToFoot(exchange, person)).toMatchObject([{ TxHash: transaction }]);
      expect(await recharges(person)).toMatchObject([{ status: 'success', finality: 'pending', finalAt: null }]);
      expect(await recharges(person, { finality: 'pending' })).toHaveLength(1);
      expect(await quote(person)).toMatchObject({ available: '500', notFinal: '500', maximum: '0' });
      const refused = await apply(person, '100');
      expect(refused).toMatchObject({ code: 'withdrawal.not.final', data: { asset: 'USDT', available: '0' } });
      await mine(2);
      expect(await recharges(person)).toMatchObject([{ finality: 'pending' }]);
      await mine(1);
      expect(await recharges(person)).toMatchObject([{ finality: 'final', finalAt: now }]);
      expect(await quote(person)).toMatchObject({ notFinal: '0' });
      expect(await messages(person)).toContain('recharge.final');
      await expectSuccess(apply(person, '100'));
      const { chains } = await expectSuccess(exchange.get('/admin/chain/status', admin.ticket));
      const { height } = await ethereum().tip();
      expect(chains).toContainEqual(expect.objectContaining({ chain: 'ERC20', settled: height - 14 }));
    });

    it('cannot move to other accounts, and trades near the index only', async () => {
      const { person } = await depositor(500n * MILLION);
      const move = { clientId: exchange.clientId(), asset: 'USDT', from: 'spot', to: 'financial', amount: '0.5' };
      const moved = await exchange.post('/app/transfer/apply', move, person.ticket);
      expect(moved).toMatchObject({ code: 'transfer.not.final', data: { asset: 'USDT', available: '0' } });
      const buys = (price: string) => {
        const order = { market: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: '0.001' };
        return exchange.post('/app/spot/place', { clientId: exchange.clientId(), ...order }, person.ticket);
      };
      expect(await buys('40000')).toMatchObject({ code: 'order.not.final', data: null });
      const terms = { symbol: 'BTC-USDT', decimals: 2, sourceStaleMs: 5_000, staleMs: 10_000, sourcesMin: 2 };
      await exchange.act(admin, '/product/setIndexTerms', { ...terms, reason: 'listed' });
      const sources = ['a', 'b'].map((source) => ({ source, price: 4_000_000, at: now }));
      const command: PublishIndex = { type: 'PublishIndex', prices: [{ symbol: 'BTC-USDT', sources }] };
      await exchange.application.exchange.engine.submit({ actor: 'feed/index', command });
      expect(await buys('40500')).toMatchObject({ code: 'order.not.final', data: { limit: '40400' } });
      const order = { clientId: exchange.clientId(), order: (await expectSuccess(buys('40400'))).order };
      await expectSuccess(exchange.post('/app/spot/cancel', order, person.ticket));
    });

    it('is frozen when reverted, and never final afterwards', async () => {
      const { person, transaction } = await depositor(70n * MILLION);
      await ethereum().reorganise(13, [transaction]);
      await turn();
      expect(await recharges(person)).toMatchObject([{ status: 'success', finality: 'reverted' }]);
      expect([await available(person), await frozen(person)]).toEqual(['0', '70']);
      const { alarms } = await expectSuccess(exchange.get('/admin/chain/status', admin.ticket));
      expect(alarms[0]).toMatchObject({
        kind: 'credited_left_chain',
        facts: { user: String(person.id), frozen: '7000000000' },
      });
      await mine(20);
      expect(await recharges(person)).toMatchObject([{ finality: 'reverted' }]);
      expect(await frozen(person)).toBe('70');
    });

    it('keeps its identity in another block and becomes final with that', async () => {
      const { person } = await depositor(40n * MILLION);
      await ethereum().reorganise(13);
      await turn();
      expect(await recharges(person)).toMatchObject([{ finality: 'pending' }]);
      await mine(14);
      expect(await recharges(person)).toMatchObject([{ finality: 'final' }]);
      expect([await available(person), await frozen(person)]).toEqual(['40', '0']);
    });

    it('is reverted when its transaction pays less in another block', async () => {
      const { person, transaction } = await depositor(70n * MILLION);
      await paysInstead(transaction, 30n * MILLION);
      await ethereum().reorganise(13);
      await turn();
      await isTakenBack(person, '70');
      await mine(20);
      await isTakenBack(person, '70');
    });

    it('is reverted when its block is read again and shows less', async () => {
      const { person, transaction } = await depositor(70n * MILLION);
      await forget();
      await sql()
        .insertInto('chainCursors')
        .values({ chain: 'ERC20', height: 0, hash: await hashAt(0) })
        .execute();
      await paysInstead(transaction, 30n * MILLION);
      await turn();
      await isTakenBack(person, '70');
    });
  });

  describe('a deposit whose chain history is lost before it is final', () => {
    it('becomes final by its transaction, and not before', async () => {
      const { person } = await depositor(60n * MILLION);
      await forget();
      await turn();
      await mine(2);
      expect(await recharges(person)).toMatchObject([{ finality: 'pending' }]);
      await mine(1);
      expect(await recharges(person)).toMatchObject([{ finality: 'final' }]);
    });

    it.each([
      ['is gone', null],
      ['pays less', 20n * MILLION],
      ['pays somebody else', 'other'],
    ])('is reverted when its transaction %s, once its chain has settled that', async (_, instead) => {
      const { person, transaction } = await depositor(60n * MILLION);
      await forget();
      await paysInstead(transaction, instead);
      await turn();
      await mine(13);
      expect(await recharges(person)).toMatchObject([{ finality: 'pending' }]);
      await mine(2);
      await isTakenBack(person, '60');
    });

    it('is reverted when it moved to another block that is gone too', async () => {
      const { person, transaction } = await depositor(50n * MILLION);
      await sql()
        .updateTable('chainPayments')
        .set({ state: 'left' })
        .where('reference', '=', `ERC20/${transaction}/0`)
        .execute();
      await paysInstead(transaction, null);
      await mine(16);
      await isTakenBack(person, '50');
    });
  });
});

/** An ether deposit is final when the node's `finalized` block reaches it, at whatever depth. */
describe('finality on Ethereum', () => {
  const CHAIN_ID = 31_337;
  const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const XPUB = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).publicExtendedKey;
  const ETHER = 10n ** 18n;

  let nodes: EthereumServer[];
  let exchange: HttpExchange;
  let admin: Person;
  let depositor: Person;
  let address: string;

  /** One ether is worth 50,000 USDT: by default above the bound of a single node before finality. */
  async function open(count: number, alone = '1000000'): Promise<void> {
    nodes = [];
    for (let node = 0; node < count; node++) nodes.push(await startEthereumServer(CHAIN_ID));
    const [first, second] = nodes;
    const env = { EVM_CHAIN_ID: `${CHAIN_ID}`, EVM_USDT_ADDRESS: TOKEN, EVM_XPUB: XPUB, EVM_RPC_URL: first.url };
    const other: Record<string, string> = second ? { EVM_SECOND_RPC_URL: second.url } : {};
    const bounds = { DEPOSIT_ONE_NODE_COIN_MAX: alone, DEPOSIT_ONE_NODE_MAX: '1000000' };
    exchange = await HttpExchange.start({ DEMO: 'off', ...env, ...other, ...bounds });
    admin = await exchange.staff('admin');
    await exchange.listMarkets(admin);
    await turn();
    depositor = await exchange.registered('user', 'depositor');
    const ask = { asset: 'ETH', chain: 'ERC20' };
    ({ address } = await expectSuccess(exchange.post('/app/recharge/address', ask, depositor.ticket)));
  }

  afterEach(async () => {
    await exchange.stop();
    for (const node of nodes) await node.close();
  });

  async function turn(): Promise<void> {
    const { progress, chainWork } = exchange.application.exchange;
    await progress.waitFor(exchange.headOfJournal().position, 10_000);
    await chainWork.poll();
  }

  async function mined(blocks: number): Promise<void> {
    for (const node of nodes) node.mine(blocks);
    await turn();
  }

  /** Returns the height of the paying block. */
  async function paid(): Promise<number> {
    for (const node of nodes) node.pay(address, ETHER);
    await mined(1);
    return nodes[0].height();
  }

  async function finalities(): Promise<string[]> {
    const { position: minPosition } = exchange.headOfJournal();
    const { records } = await expectSuccess(
      exchange.post('/app/rechargerecord/list', { minPosition }, depositor.ticket),
    );
    return records.map(({ status, finality }: Json) => `${status} ${finality}`);
  }

  async function settled(): Promise<number | null> {
    const { chains } = await expectSuccess(exchange.get('/admin/chain/status', admin.ticket));
    return chains.find(({ chain }: Json) => chain === 'ERC20').settled;
  }

  describe('an ether deposit', () => {
    it("is final with the node's finalized block, not by depth", async () => {
      await open(1);
      const height = await paid();
      nodes[0].says.finalized = height - 1;
      await mined(11);
      expect(await finalities()).toEqual(['success pending']);
      await mined(100);
      expect(await finalities()).toEqual(['success pending']);
      expect(await settled()).toBe(height - 1);
      nodes[0].says.finalized = height;
      await turn();
      expect(await finalities()).toEqual(['success final']);
      expect(await settled()).toBe(height);
    });

    it('of a single node above its bound is credited when final', async () => {
      await open(1, '25000');
      const height = await paid();
      nodes[0].says.finalized = height - 1;
      await mined(11);
      await mined(1);
      expect(await finalities()).toEqual(['recharging null']);
      nodes[0].says.finalized = height;
      await mined(1);
      expect(await finalities()).toEqual(['success null']);
    });

    it('is never final while unknown to the node', async () => {
      await open(1);
      await paid();
      await mined(111);
      expect(await finalities()).toEqual(['success pending']);
      expect(await settled()).toBeNull();
    });

    it('is final when the slower of two nodes finalises its block', async () => {
      await open(2);
      const height = await paid();
      nodes[0].says.finalized = height;
      nodes[1].says.finalized = height - 1;
      await mined(11);
      await mined(1);
      expect(await finalities()).toEqual(['success pending']);
      expect(await settled()).toBe(height - 1);
      nodes[1].says.finalized = height;
      await turn();
      expect(await finalities()).toEqual(['success final']);
    });

    it('is final at once when credited in a block already finalised', async () => {
      await open(1);
      const height = await paid();
      nodes[0].says.finalized = height;
      await mined(11);
      expect(await finalities()).toEqual(['success null']);
    });
  });
});
