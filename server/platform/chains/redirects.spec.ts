/** A node that redirects its callers counts as unreachable, because the target is not configured. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HDKey } from '@scure/bip32';
import { openBitcoinChain } from './bitcoin/bitcoin-chain';
import { openEvmChain } from './evm/evm-chain';

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(9));
const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const chains = {
  Ethereum: (rpcUrl: string) =>
    openEvmChain({ rpcUrl, chainId: 1, usdt: `0x${'11'.repeat(20)}`, account, timeoutMs: 5_000 }),
  Bitcoin: (rpcUrl: string) => openBitcoinChain({ rpcUrl, network: 'main', account, timeoutMs: 5_000 }),
};

it.each(Object.entries(chains))('ASVS 15.3.2: a redirect of %s is not followed', async (_, open) => {
  let calls = 0;
  const inside = await listening((_request, response) => {
    calls++;
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: null, error: null }));
  });
  const sending = await listening((_request, response) => void response.writeHead(307, { location: inside }).end());
  await expect(open(sending).tip()).rejects.toThrow();
  expect(calls).toBe(0);
});
