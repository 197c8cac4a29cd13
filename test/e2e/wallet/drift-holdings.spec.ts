/**
 * Balances at the exchange's addresses on real chains are compared with custody: a shortage stops withdrawals, a
 * surplus does not.
 */
import { HDKey } from '@scure/bip32';
import { startBitcoinServer, type BitcoinServer } from '../../tools/chains/bitcoin-server';
import { startEthereumServer, type EthereumServer } from '../../tools/chains/ethereum-server';
import { expectSuccess, HttpExchange, type Json, type Person } from '../../tools/people/http-exchange';

const CHAIN_ID = 31_337;
const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HOT = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const XPUB = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).publicExtendedKey;
const ETHER = 10n ** 18n;
const BY_HAND = {
  LIMIT_DRIFT_ROUND_SECONDS: '2000000',
  LIMIT_DRIFT_REST_MS: '1',
  LIMIT_DRIFT_AGAIN_MS: '20',
  LIMIT_DRIFT_HOLDINGS_MS: '1',
};
const NONE = { EVM_COLD_WALLETS: 'none', BITCOIN_HOT_WALLETS: 'none', BITCOIN_COLD_WALLETS: 'none' };

let node: EthereumServer;
let bitcoind: BitcoinServer;
let exchange: HttpExchange;
let admin: Person;
let depositor: Person;
const addresses: Record<string, string> = {};

async function open(cold: Record<string, string>): Promise<void> {
  node = await startEthereumServer(CHAIN_ID);
  bitcoind = await startBitcoinServer();
  const evm = { EVM_CHAIN_ID: `${CHAIN_ID}`, EVM_USDT_ADDRESS: TOKEN, EVM_XPUB: XPUB, EVM_RPC_URL: node.url };
  const bitcoin = { BITCOIN_RPC_URL: bitcoind.url, BITCOIN_XPUB: XPUB };
  exchange = await HttpExchange.start({ DEMO: 'off', ...BY_HAND, ...evm, ...bitcoin, ...cold, EVM_HOT_WALLETS: HOT });
  admin = await exchange.staff('admin');
  await exchange.listMarkets(admin);
  await turn();
  depositor = await exchange.registered('user', 'depositor');
  for (const [asset, chain] of [
    ['ETH', 'ERC20'],
    ['BTC', 'BTC'],
  ]) {
    const asked = exchange.post('/app/recharge/address', { asset, chain }, depositor.ticket);
    addresses[chain] = (await expectSuccess(asked)).address;
  }
}

afterEach(async () => {
  await exchange.stop();
  await node.close();
  await bitcoind.close();
});

async function turn(): Promise<void> {
  const { progress, chainWork } = exchange.application.exchange;
  await progress.waitFor(exchange.headOfJournal().position, 10_000);
  await chainWork.poll();
}

async function deposited(): Promise<string> {
  node.pay(addresses.ERC20, 5n * ETHER);
  const transaction = bitcoind.pay([{ address: addresses.BTC, amount: 100_000_000n }]);
  await mined(13);
  return transaction;
}

/** The newest block is the one that the Ethereum node calls final. */
async function mined(blocks: number): Promise<void> {
  node.mine(blocks);
  bitcoind.mine(blocks);
  node.says.finalized = node.height();
  await turn();
}

async function round(): Promise<Json> {
  const { reconciliation } = exchange.application.exchange;
  await reconciliation.runRound();
  await reconciliation.checkHoldings();
  return board();
}

async function board(): Promise<Json> {
  const { position } = exchange.headOfJournal();
  return expectSuccess(exchange.get(`/audit/drift?minPosition=${position}`, admin.ticket));
}

async function lift({ differences }: Json): Promise<void> {
  const upTo = String(Math.max(...differences.map(({ difference }: Json) => Number(difference))));
  await exchange.act(admin, '/withdraw/lift', { upTo, reason: 'looked into' });
}

const holdingsOf = ({ comparisons }: Json): Json =>
  comparisons.find(({ comparison }: Json) => comparison === 'chain.holdings');
const figureOf = ({ custody }: Json, asset: string): Json =>
  custody.find((one: Json) => one.asset === asset && one.chain !== null);

describe("the balance of the exchange's wallets", () => {
  it('covers the credits: a surplus is the owners’, a shortage stops withdrawals', async () => {
    await open(NONE);
    await deposited();
    const first = await round();
    expect(first.stopped).toBe(false);
    expect(holdingsOf(first).state).toBe('agrees');
    expect(figureOf(first, 'ETH')).toMatchObject({ expected: '5', found: '5', agrees: true, why: null });
    expect(figureOf(first, 'BTC')).toMatchObject({ expected: '1', found: '1', agrees: true, why: null });
    expect(figureOf(first, 'USDT')).toMatchObject({ expected: '0', found: '0', agrees: true });

    // Swept to the hot wallet, where the owners hold a float.
    node.take(addresses.ERC20, 5n * ETHER);
    node.pay(HOT, 6n * ETHER);
    node.says.tokens.set(HOT.toLowerCase(), 7_500_000n);
    await mined(1);
    const swept = await round();
    expect(swept.stopped).toBe(false);
    expect(figureOf(swept, 'ETH')).toMatchObject({ expected: '5', found: '6', agrees: true });
    expect(figureOf(swept, 'USDT')).toMatchObject({ expected: '0', found: '7.5', agrees: true });

    node.take(HOT, 2n * ETHER);
    bitcoind.spend(1n);
    await mined(1);
    const { stopped, differences } = await round();
    expect(stopped).toBe(true);
    // Each chain is compared separately.
    expect(differences).toHaveLength(2);
    expect(differences.find(({ asset }: Json) => asset === 'ETH')).toMatchObject({
      ...{ comparison: 'chain.holdings', subject: 'ERC20/ETH', expected: '5', found: '4' },
    });
    expect(differences.find(({ asset }: Json) => asset === 'BTC')).toMatchObject({
      ...{ comparison: 'chain.holdings', subject: 'BTC/BTC', expected: '1', found: '0.99999999' },
    });
  });

  it('is not short by payments from own wallets to user addresses, which are not credited', async () => {
    await open(NONE);
    await deposited();
    node.take(addresses.ERC20, 5n * ETHER);
    node.pay(HOT, 5n * ETHER);
    await mined(1);
    // Gas for sweeping tokens, below the minimum deposit.
    const gas = ETHER / 100_000n;
    node.take(HOT, gas);
    node.pay(addresses.ERC20, gas);
    await mined(13);
    const swept = await round();
    expect(figureOf(swept, 'ETH')).toMatchObject({ expected: '5', found: '5', uncredited: '0.00001', agrees: true });
    expect(swept.stopped).toBe(false);
  });

  it('may be short by the fee income that the owners took, and by no more', async () => {
    await open(NONE);
    await deposited();
    const buyer = await exchange.registered('user', 'buyer');
    await exchange.verifyAndFund(admin, depositor, {});
    await exchange.verifyAndFund(admin, buyer, { USDT: '10000' });
    const terms = { market: 'BTC-USDT', kind: 'limit', price: '40000', quantity: '0.1' };
    for (const [{ ticket }, side] of [
      [depositor, 'sell'],
      [buyer, 'buy'],
    ] as const) {
      await expectSuccess(exchange.post('/app/spot/place', { clientId: exchange.clientId(), ...terms, side }, ticket));
    }
    const traded = await round();
    const { expected, fees } = figureOf(traded, 'BTC');
    expect([expected, Number(fees) > 0]).toEqual(['1', true]);
    // Bitcoin has no balances elsewhere.
    expect(traded.custody.filter(({ chain }: Json) => chain === null)).toMatchObject([
      { asset: 'USDT', expected: '10000', found: null },
    ]);
    bitcoind.spend(BigInt(Math.round(Number(fees) * 100_000_000)));
    const taken = await round();
    expect(figureOf(taken, 'BTC').agrees).toBe(true);
    expect(taken.stopped).toBe(false);
    bitcoind.spend(1n);
    expect((await round()).differences).toMatchObject([{ comparison: 'chain.holdings', subject: 'BTC/BTC' }]);
  });

  it('need not cover a reverted deposit, as far as it is frozen', async () => {
    await open(NONE);
    const transaction = await deposited();
    bitcoind.reorganise(13, [transaction]);
    await turn();
    const after = await round();
    expect(figureOf(after, 'BTC')).toMatchObject({ expected: '0', found: '0', agrees: true });
    expect(after.stopped).toBe(false);
  });

  it('stops withdrawals again when an accepted shortage grows, not when it moves', async () => {
    await open(NONE);
    await deposited();
    node.take(addresses.ERC20, 2n * ETHER);
    await mined(1);
    const stopped = await round();
    expect(stopped.differences).toMatchObject([{ subject: 'ERC20/ETH', expected: '5', found: '3' }]);
    await lift(stopped);
    node.pay(HOT, ETHER);
    await mined(1);
    expect(await round()).toMatchObject({ stopped: false });
    expect(holdingsOf(await board()).state).toBe('differs');
    node.take(HOT, ETHER);
    node.take(addresses.ERC20, 1n);
    await mined(1);
    expect((await round()).differences).toMatchObject([{ subject: 'ERC20/ETH', expected: '5', found: '2.99999999' }]);
  });

  it('includes uncredited payments, and is unknown while a node is away or behind', async () => {
    await open({ ...NONE, EVM_COLD_WALLETS: TOKEN });
    await deposited();
    node.pay(addresses.ERC20, ETHER);
    await mined(1);
    expect(figureOf(await round(), 'ETH')).toMatchObject({ expected: '5', found: '6', uncredited: '1', agrees: true });

    // The exchange reads no new block during the round.
    const reading = jest.spyOn(exchange.application.exchange.chainWork, 'poll').mockResolvedValue();
    node.mine(1);
    node.says.finalized = node.height();
    expect(figureOf(await round(), 'ETH')).toMatchObject({ found: null, why: 'behind' });
    reading.mockRestore();
    node.says.finalized = null;
    bitcoind.silent.add('scantxoutset');
    const away = await round();
    expect(figureOf(away, 'ETH')).toMatchObject({ found: null, why: 'none' });
    expect(figureOf(away, 'BTC')).toMatchObject({ found: null, why: 'away' });
    expect(away.stopped).toBe(false);
    bitcoind.silent.clear();
    bitcoind.scans.busy = true;
    expect(figureOf(await round(), 'BTC')).toMatchObject({ found: null, why: 'away' });
    expect(await (await fetch(`${exchange.url}/ready`)).json()).toMatchObject({ drift: 'unknown' });
  });

  it('is scanned for as long as needed without delaying anything else', async () => {
    await open(NONE);
    await deposited();
    const release = bitcoind.hold();
    const { reconciliation } = exchange.application.exchange;
    const looking = reconciliation.checkHoldings();
    await reconciliation.runRound();
    for (let tries = 0; !figureOf(await board(), 'ETH') && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const during = await board();
    expect(during.lastRoundAt).not.toBeNull();
    expect(figureOf(during, 'ETH')).toMatchObject({ found: '5', agrees: true });
    expect(holdingsOf(during)).toMatchObject({ state: 'unknown', why: 'behind', at: null });
    release();
    await looking;
    expect(figureOf(await board(), 'BTC')).toMatchObject({ found: '1', agrees: true });
  });

  it('needs both of two nodes: one alone neither stops withdrawals nor hides a shortage', async () => {
    const second = await startBitcoinServer();
    try {
      await open({ ...NONE, BITCOIN_SECOND_RPC_URL: second.url });
      second.pay([{ address: addresses.BTC, amount: 100_000_000n }]);
      second.mine(13);
      await deposited();
      expect(figureOf(await round(), 'BTC')).toMatchObject({ expected: '1', found: '1', agrees: true });

      for (const one of [bitcoind, second]) {
        one.spend(50_000_000n);
        const seen = await round();
        expect(seen.stopped).toBe(false);
        expect(figureOf(seen, 'BTC')).toMatchObject({ expected: '1', found: null, why: 'disagree', agrees: false });
        expect(holdingsOf(seen)).toMatchObject({ state: 'unknown', why: 'disagree' });
        const { alarms } = await expectSuccess(exchange.get('/admin/chain/status', admin.ticket));
        expect(alarms).toMatchObject([{ chain: 'BTC', kind: 'wallets_disagree', facts: { asset: 'BTC' } }]);
        one.spend(-50_000_000n);
      }

      bitcoind.spend(50_000_000n);
      second.spend(20_000_000n);
      expect((await round()).differences).toMatchObject([{ subject: 'BTC/BTC', expected: '1', found: '0.8' }]);
      second.silent.add('scantxoutset');
      expect(figureOf(await round(), 'BTC')).toMatchObject({ found: null, why: 'away' });
    } finally {
      await second.close();
    }
  });

  it('is not compared until the location of coins is configured', async () => {
    await open({});
    await deposited();
    bitcoind.spend(50_000_000n);
    const board = await round();
    expect(board.stopped).toBe(false);
    expect(figureOf(board, 'BTC')).toMatchObject({ found: null, why: 'none' });
  });
});
