/** What lies at the addresses of the exchange on real chains is compared with custody: too little stops withdrawals, more does not. */
import { HDKey } from '@scure/bip32';
import { startBitcoinServer, type BitcoinServer } from '../tools/bitcoin-server';
import { startEthereumServer, type EthereumServer } from '../tools/ethereum-server';
import { done, HttpExchange, type Json, type Person } from '../tools/http-exchange';

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
    addresses[chain] = (await done(asked)).address;
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
  await chainWork.turn();
}

async function deposited(): Promise<void> {
  node.pay(addresses.ERC20, 5n * ETHER);
  bitcoind.pay([{ address: addresses.BTC, amount: 100_000_000n }]);
  await mined(13);
}

/** The newest block that Ethereum's node calls final is its last. */
async function mined(blocks: number): Promise<void> {
  node.mine(blocks);
  bitcoind.mine(blocks);
  node.says.finalized = node.height();
  await turn();
}

async function round(): Promise<Json> {
  await exchange.application.exchange.sentinel.round();
  const { position } = exchange.headOfJournal();
  return done(exchange.get(`/audit/drift?minPosition=${position}`, admin.ticket));
}

const figureOf = ({ custody }: Json, asset: string): Json =>
  custody.find((one: Json) => one.asset === asset && one.chain !== null);

describe('what lies at the wallets of the exchange', () => {
  it('is no less than what was credited: more is the owners’, less stops withdrawals', async () => {
    await open({ EVM_COLD_WALLETS: 'none', BITCOIN_COLD_WALLETS: 'none' });
    await deposited();
    const first = await round();
    expect(first.stopped).toBe(false);
    expect(first.comparisons.find(({ comparison }: Json) => comparison === 'chain.holdings').state).toBe('agrees');
    expect(figureOf(first, 'ETH')).toMatchObject({ expected: '5', found: '5', agrees: true, why: null });
    expect(figureOf(first, 'BTC')).toMatchObject({ expected: '1', found: '1', agrees: true, why: null });
    expect(figureOf(first, 'USDT')).toMatchObject({ expected: '0', found: '0', agrees: true });

    // Swept to the hot wallet, with a float of the owners beside it.
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
    expect(differences).toMatchObject([
      { comparison: 'chain.holdings', subject: 'ERC20/ETH', asset: 'ETH', expected: '5', found: '4' },
      { comparison: 'chain.holdings', subject: 'BTC/BTC', asset: 'BTC', expected: '1', found: '0.99999999' },
    ]);
  });

  it('is what was seen and not credited beside that, and is not told while a node is away or behind', async () => {
    await open({ EVM_COLD_WALLETS: TOKEN, BITCOIN_COLD_WALLETS: 'none' });
    await deposited();
    node.pay(addresses.ERC20, ETHER);
    await mined(1);
    expect(figureOf(await round(), 'ETH')).toMatchObject({ expected: '5', found: '5', uncredited: '1', agrees: true });

    node.mine(1);
    node.says.finalized = node.height();
    expect(figureOf(await round(), 'ETH')).toMatchObject({ found: null, why: 'behind' });
    node.says.finalized = null;
    bitcoind.silent.add('scantxoutset');
    const away = await round();
    expect(figureOf(away, 'ETH')).toMatchObject({ found: null, why: 'none' });
    expect(figureOf(away, 'BTC')).toMatchObject({ found: null, why: 'away' });
    expect(away.stopped).toBe(false);
  });

  it('is compared with nothing as long as nobody has said where coins lie', async () => {
    await open({});
    await deposited();
    bitcoind.spend(50_000_000n);
    const board = await round();
    expect(board.stopped).toBe(false);
    expect(figureOf(board, 'BTC')).toMatchObject({ found: null, why: 'none' });
  });
});
