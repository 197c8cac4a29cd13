/** A deposit of ether is final when the node's `finalized` has come to its block, however deep it lies before. */
import { HDKey } from '@scure/bip32';
import { startEthereumServer, type EthereumServer } from '../tools/ethereum-server';
import { done, HttpExchange, type Json, type Person } from '../tools/http-exchange';

const CHAIN_ID = 31_337;
const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const XPUB = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).publicExtendedKey;
const ETHER = 10n ** 18n;

let nodes: EthereumServer[];
let exchange: HttpExchange;
let admin: Person;
let depositor: Person;
let address: string;

/** One ether is 50,000 USDT: by default more than one node alone brings before it is final. */
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
  ({ address } = await done(exchange.post('/app/recharge/address', ask, depositor.ticket)));
}

afterEach(async () => {
  await exchange.stop();
  for (const node of nodes) await node.close();
});

async function turn(): Promise<void> {
  const { progress, chainWork } = exchange.application.exchange;
  await progress.waitFor(exchange.headOfJournal().position, 10_000);
  await chainWork.turn();
}

async function mined(blocks: number): Promise<void> {
  for (const node of nodes) node.mine(blocks);
  await turn();
}

/** Returns the height of the block that pays it. */
async function paid(): Promise<number> {
  for (const node of nodes) node.pay(address, ETHER);
  await mined(1);
  return nodes[0].height();
}

async function finalities(): Promise<string[]> {
  const { position: minPosition } = exchange.headOfJournal();
  const { records } = await done(exchange.post('/app/rechargerecord/list', { minPosition }, depositor.ticket));
  return records.map(({ status, finality }: Json) => `${status} ${finality}`);
}

async function settled(): Promise<number | null> {
  const { chains } = await done(exchange.get('/admin/chain/status', admin.ticket));
  return chains.find(({ chain }: Json) => chain === 'ERC20').settled;
}

describe('a deposit of ether', () => {
  it('is final with the block that the node calls finalized, and not with any depth', async () => {
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

  it('that one node alone tells of, beyond what it is believed, is credited when it is final', async () => {
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

  it('is never final while the node knows nothing of it', async () => {
    await open(1);
    await paid();
    await mined(111);
    expect(await finalities()).toEqual(['success pending']);
    expect(await settled()).toBeNull();
  });

  it('is final when the later one of two nodes calls its block finalized', async () => {
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

  it('is final at once when it is credited in a block that was finalized before', async () => {
    await open(1);
    const height = await paid();
    nodes[0].says.finalized = height;
    await mined(11);
    expect(await finalities()).toEqual(['success null']);
  });
});
