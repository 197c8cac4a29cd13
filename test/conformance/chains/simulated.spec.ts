import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SimulatedChain, type SimulatedNetwork } from '../../../server/platform/chains/simulated/simulated-chain';
import { simulatedBitcoin, simulatedEthereum } from '../../../server/platform/chains/simulated/simulated-networks';
import { openDatabase } from '../../../server/platform/database/database';
import type { ExchangeTables } from '../../../server/platform/database/exchange-tables';
import { chainConformance, type ChainHarness } from './suite';

async function open(network: SimulatedNetwork, asset: string): Promise<ChainHarness> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'chain-'));
  const database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
  const port = await SimulatedChain.open(database, network);
  return {
    port,
    asset,
    others: [port.depositAddress(1_000), port.depositAddress(1_001)],
    pay: (outputs) => port.send(outputs.map((output) => ({ asset, ...output }))),
    async mine(blocks) {
      for (let block = 0; block < blocks; block++) await port.mine();
    },
    async reorganise(depth, _, dropped) {
      await port.reorganise(depth, dropped);
    },
    async close() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

chainConformance('the simulated Ethereum', () => open(simulatedEthereum(), 'USDT'));
chainConformance('the simulated Bitcoin', () => open(simulatedBitcoin(), 'BTC'));

describe('a chain that pays by itself', () => {
  let dataDir: string;
  const opened = async () => {
    const database = await openDatabase<ExchangeTables>({ dataDir }, 'exchange');
    return { database, chain: await SimulatedChain.open(database, simulatedEthereum()) };
  };
  beforeEach(() => (dataDir = mkdtempSync(path.join(tmpdir(), 'chain-'))));
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  it('pays once per key, with concurrent requests and after a restart', async () => {
    const first = await opened();
    const address = first.chain.depositAddress(3);
    const request = { key: 'withdrawal/1', asset: 'USDT', address, amount: 5n };
    const all = await Promise.all(Array.from({ length: 20 }, () => first.chain.pay(request)));
    expect(new Set(all.map(({ transaction }) => transaction)).size).toBe(1);
    const other = await first.chain.pay({ ...request, key: 'withdrawal/2' });
    expect(other.transaction).not.toBe(all[0].transaction);
    const tip = await first.chain.mine();
    await first.database.close();

    const second = await opened();
    expect(await second.chain.tip()).toEqual(tip);
    expect(await second.chain.pay(request)).toEqual(all[0]);
    expect(await second.chain.paymentWithKey('withdrawal/1')).toEqual(all[0]);
    expect(await second.chain.paymentWithKey('withdrawal/3')).toBeNull();
    expect((await second.chain.block(tip.height, () => true))?.payments).toHaveLength(2);
    await second.database.close();
  });
});
