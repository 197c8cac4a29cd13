/** Two bitcoind nodes over HTTP: payments shown by only one of them are not credited above the bound. */
import { HDKey } from '@scure/bip32';
import { startBitcoinServer, type BitcoinServer } from '../../tools/chains/bitcoin-server';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';

const XPUB = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).publicExtendedKey;
/** The reference price of BTC-USDT is 50,000: 0.1 BTC is worth more than the bound, 0.01 BTC less. */
const ABOVE = '1000';
const LARGE = 10_000_000n;
const SMALL = 1_000_000n;

let first: BitcoinServer;
let second: BitcoinServer;
let exchange: HttpExchange;
let admin: Person;
let depositor: Person;
let address: string;

async function open(env: Record<string, string>): Promise<void> {
  [first, second] = [await startBitcoinServer(), await startBitcoinServer()];
  const nodes: Record<string, string> = { BITCOIN_RPC_URL: first.url, BITCOIN_SECOND_RPC_URL: second.url };
  for (const [name, value] of Object.entries(env)) {
    if (value === '') delete nodes[name];
    else nodes[name] = value;
  }
  exchange = await HttpExchange.start({ DEMO: 'off', BITCOIN_XPUB: XPUB, ...nodes });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  await turn();
  depositor = await exchange.registered('user', 'depositor');
  const ask = { asset: 'BTC', chain: 'BTC' };
  ({ address } = await expectSuccess(exchange.post('/app/recharge/address', ask, depositor.ticket)));
}

afterEach(async () => {
  await exchange.stop();
  await first.close();
  await second.close();
});

async function turn(): Promise<void> {
  const { progress, chainWork } = exchange.application.exchange;
  await progress.waitFor(exchange.headOfJournal().position, 10_000);
  await chainWork.poll();
}

async function mined(blocks: number): Promise<void> {
  first.mine(blocks);
  second.mine(blocks);
  await turn();
}

async function statuses(): Promise<string[]> {
  const { position: minPosition } = exchange.headOfJournal();
  const { records } = await expectSuccess(exchange.post('/app/rechargerecord/list', { minPosition }, depositor.ticket));
  return records.map(({ amount, status }: Json) => `${amount} ${status}`);
}

async function finalities(): Promise<string[]> {
  const { position: minPosition } = exchange.headOfJournal();
  const { records } = await expectSuccess(exchange.post('/app/rechargerecord/list', { minPosition }, depositor.ticket));
  return records.map(({ status, finality }: Json) => `${status} ${finality}`);
}

async function alarms(): Promise<Json[]> {
  return (await expectSuccess(exchange.get('/admin/chain/status', admin.ticket))).alarms;
}

/** Pays in both nodes unless given another amount for the second. */
const pay = (amount: bigint, shownBySecond: bigint | null = amount): void => {
  first.pay([{ address, amount }]);
  if (shownBySecond !== null) second.pay([{ address, amount: shownBySecond }]);
};

describe('two nodes', () => {
  it('credit payments that both show; above the bound they wait for the second node', async () => {
    await open({ DEPOSIT_TWO_NODES_ABOVE: ABOVE });
    pay(LARGE);
    pay(SMALL);
    await mined(11);
    // From here on the second node drops every connection.
    second.failures.push(...Array<'hang up'>(200).fill('hang up'));
    first.mine(1);
    await turn();
    first.mine(1);
    await turn();
    expect(await statuses()).toEqual(['0.01 success', '0.1 recharging']);
    expect(await alarms()).toMatchObject([
      { kind: 'second_node_missing', facts: { asset: 'BTC', amount: '10000000' } },
    ]);
    // It returns, at the same height.
    second.failures.length = 0;
    second.mine(2);
    await mined(1);
    expect(await statuses()).toEqual(['0.01 success', '0.1 success']);
    expect(await alarms()).toHaveLength(1);
  });

  it.each([
    ['shows nothing', null, 'nothing'],
    ['shows another amount', LARGE - 1n, '9999999 BTC'],
  ])('credit nothing when the second %s, and alert staff', async (_, other, shown) => {
    await open({ DEPOSIT_TWO_NODES_ABOVE: ABOVE });
    pay(LARGE, other);
    await mined(12);
    await mined(1);
    expect(await statuses()).toEqual(['0.1 recharging']);
    expect(await alarms()).toMatchObject([
      { kind: 'nodes_disagree', facts: { shown: expect.stringContaining(shown) } },
    ]);
    await mined(5);
    expect(await statuses()).toEqual(['0.1 recharging']);
    expect(await alarms()).toHaveLength(1);
  });

  it('credit no more by the word of one node than its total bound, in however small payments', async () => {
    await open({ DEPOSIT_TWO_NODES_ABOVE: ABOVE, DEPOSIT_ONE_NODE_COIN_MAX: '1300', DEPOSIT_ONE_NODE_MAX: '1300' });
    // The second node is blocked, and the first one invents five payments of 500 USDT each.
    second.failures.push(...Array<'hang up'>(2_000).fill('hang up'));
    for (let count = 0; count < 5; count++) pay(SMALL, null);
    for (let block = 0; block < 14; block++) {
      first.mine(1);
      await turn();
    }
    const early = (await statuses()).filter((status) => status.endsWith('success'));
    expect([early.length, (await statuses()).length]).toEqual([2, 5]);
    expect((await alarms()).map(({ kind }: Json) => kind)).toEqual(Array(3).fill('second_node_missing'));
    // It returns and knows none of them: nothing more is credited, and nothing of it can be withdrawn.
    second.failures.length = 0;
    second.mine(20);
    await mined(2);
    expect((await finalities()).sort()).toEqual([
      ...Array<string>(3).fill('recharging null'),
      ...Array<string>(2).fill('success pending'),
    ]);
  });

  it('grant no second allowance for payments that one node invented and dropped', async () => {
    await open({ DEPOSIT_TWO_NODES_ABOVE: ABOVE, DEPOSIT_ONE_NODE_COIN_MAX: '1300', DEPOSIT_ONE_NODE_MAX: '1300' });
    second.failures.push(...Array<'hang up'>(2_000).fill('hang up'));
    const round = async (): Promise<string[]> => {
      const made = [1, 2].map(() => first.pay([{ address, amount: SMALL }]));
      for (let block = 0; block < 13; block++) {
        first.mine(1);
        await turn();
      }
      return made;
    };
    first.reorganise(13, await round());
    await turn();
    expect(await finalities()).toEqual(['success reverted', 'success reverted']);
    await round();
    expect((await finalities()).sort()).toEqual([
      ...Array<string>(2).fill('recharging null'),
      ...Array<string>(2).fill('success reverted'),
    ]);
    expect((await alarms()).map(({ kind }: Json) => kind).sort()).toEqual([
      ...Array<string>(2).fill('credited_left_chain'),
      ...Array<string>(2).fill('second_node_missing'),
    ]);
  });

  it('disagree about a small payment, which is then not credited', async () => {
    await open({ DEPOSIT_TWO_NODES_ABOVE: ABOVE });
    pay(SMALL, SMALL - 1n);
    await mined(13);
    await mined(1);
    expect(await statuses()).toEqual(['0.01 recharging']);
    expect(await alarms()).toMatchObject([{ kind: 'nodes_disagree' }]);
  });

  it.each([
    ['when it shows the same', SMALL, 'success final', []],
    [
      'never while it shows another amount',
      SMALL - 1n,
      'success pending',
      [{ kind: 'nodes_disagree', facts: { shown: expect.stringContaining('999999 BTC') } }],
    ],
  ])('make a payment of one node final %s', async (_, shown, finality, raised) => {
    await open({ DEPOSIT_TWO_NODES_ABOVE: ABOVE });
    pay(SMALL, shown);
    await mined(11);
    second.failures.push(...Array<'hang up'>(200).fill('hang up'));
    first.mine(1);
    await turn();
    expect(await finalities()).toEqual(['success pending']);
    second.failures.length = 0;
    second.mine(1);
    await turn();
    await mined(6);
    expect(await finalities()).toEqual([finality]);
    expect(await alarms()).toMatchObject(raised);
    expect(await alarms()).toHaveLength(raised.length);
  });

  it('leave a payment open while the second node is unreachable, at any depth', async () => {
    await open({ DEPOSIT_TWO_NODES_ABOVE: ABOVE });
    pay(SMALL);
    await mined(11);
    second.silent.add('getrawtransaction');
    await mined(1);
    await mined(6);
    expect(await finalities()).toEqual(['success pending']);
    second.silent.clear();
    await mined(1);
    expect(await finalities()).toEqual(['success final']);
  });

  it('must agree on everything without a bound', async () => {
    await open({});
    pay(SMALL, null);
    await mined(13);
    await mined(1);
    expect(await statuses()).toEqual(['0.01 recharging']);
    expect(await alarms()).toMatchObject([{ kind: 'nodes_disagree' }]);
  });
});

describe('one node', () => {
  it('is trusted up to the bound; larger payments wait', async () => {
    await open({ BITCOIN_SECOND_RPC_URL: '', DEPOSIT_TWO_NODES_ABOVE: ABOVE });
    pay(LARGE);
    pay(SMALL);
    await mined(12);
    await mined(1);
    expect(await statuses()).toEqual(['0.01 success', '0.1 recharging']);
    expect(await alarms()).toMatchObject([{ kind: 'second_node_missing' }]);
  });

  it('is trusted without a bound', async () => {
    await open({ BITCOIN_SECOND_RPC_URL: '' });
    pay(LARGE);
    await mined(12);
    expect(await statuses()).toEqual(['0.1 success']);
  });
});

describe('a payment reported as missing', () => {
  /**
   * The payment is missed: as far as the exchange remembers, it read the block before the address belonged to a user.
   */
  async function passedOver(env: Record<string, string>, amount: bigint): Promise<{ report: string; output: string }> {
    await open(env);
    const { sql } = exchange.application.exchange.database;
    const { userId } = await sql.selectFrom('depositAddresses').select('userId').executeTakeFirstOrThrow();
    // Detaches the address, so that nobody is credited while the block is read.
    await sql.updateTable('depositAddresses').set({ address: 'none' }).where('userId', '=', userId).execute();
    const transaction = first.pay([{ address, amount }]);
    second.pay([{ address, amount }]);
    await mined(120);
    await sql.updateTable('depositAddresses').set({ address }).where('userId', '=', userId).execute();
    const reported = await expectSuccess(
      exchange.post('/app/recharge/report', { chain: 'BTC', transaction }, depositor.ticket),
    );
    expect(reported).toMatchObject({ state: 'missed' });
    return { report: reported.id, output: '0' };
  }
  const credit = (fields: object) =>
    exchange.post('/admin/deposit/credit', { clientId: exchange.clientId(), ...fields }, admin.ticket);

  it('is not credited above the bound by the word of one node', async () => {
    const missing = await passedOver({ DEPOSIT_TWO_NODES_ABOVE: ABOVE, BITCOIN_SECOND_RPC_URL: '' }, LARGE);
    expect(await credit(missing)).toMatchObject({ code: 'recharge.unwitnessed' });
  });

  it.each([
    ['below it, which the proposal says', { BITCOIN_SECOND_RPC_URL: '' }, SMALL, 1],
    ['by both of two, which the proposal says', {}, LARGE, 2],
  ])('is credited %s', async (_, env, amount, nodes) => {
    const missing = await passedOver({ DEPOSIT_TWO_NODES_ABOVE: ABOVE, ...env }, amount);
    const { proposal } = await expectSuccess(credit(missing));
    const open = exchange.application.exchange.live.staff.proposals().find(({ id }) => String(id) === proposal);
    expect(JSON.parse(String(open?.after))).toMatchObject({ chain: 'BTC', addressIndex: expect.any(Number), nodes });
    await exchange.two.confirm(Number(proposal));
    expect(await statuses()).toEqual([`${amount === SMALL ? '0.01' : '0.1'} success`]);
  });
});
