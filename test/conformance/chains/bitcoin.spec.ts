import { openBitcoinChain } from '../../../server/platform/chains/bitcoin/bitcoin-chain';
import { BitcoinRpc } from '../../../server/platform/chains/bitcoin/bitcoin-rpc';
import { ChainMismatch, ChainUnavailable } from '../../../server/platform/chains/chain-port';
import { extendedPublicKeyOf } from '../../../server/platform/chains/extended-key';
import { PAYER, startBitcoinServer, type BitcoinServer } from '../../tools/chains/bitcoin-server';
import { chainConformance } from './suite';

/** Account 0 of the example seed in BIP 84. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const OTHERS = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'] as const;

function chainOver(url: string, scanMs?: number) {
  const account = extendedPublicKeyOf(ZPUB);
  if (!account) throw new Error('the example of BIP 84 is a key');
  return openBitcoinChain({ rpcUrl: url, account, network: 'main', timeoutMs: 2_000, scanMs });
}

chainConformance('bitcoind', async () => {
  const server = await startBitcoinServer();
  return {
    port: chainOver(server.url),
    asset: 'BTC',
    others: OTHERS,
    payers: [PAYER],
    pay: async (outputs) => server.pay(outputs),
    mine: async (blocks) => server.mine(blocks),
    reorganise: async (depth, _, dropped) => server.reorganise(depth, dropped),
    close: () => server.close(),
  };
});

describe('answers of bitcoind', () => {
  let server: BitcoinServer;
  beforeAll(async () => {
    server = await startBitcoinServer();
  });
  afterAll(() => server.close());

  it('give the addresses of BIP 84', () => {
    const { depositAddress } = chainOver(server.url);
    expect([depositAddress(0), depositAddress(1)]).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ]);
  });

  it('give amounts up to the maximum supply, exact to the satoshi', async () => {
    const { block, tip } = chainOver(server.url);
    for (const amount of [1n, 9_007_199_254_740_993n % 2_100_000_000_000_000n, 2_099_999_999_999_999n]) {
      server.pay([{ address: OTHERS[0], amount }]);
      server.mine(1);
      const found = await block((await tip()).height, () => true);
      expect(found?.payments.map((payment) => payment.amount)).toEqual([amount]);
    }
  });

  it('are requested once for a transaction whose outputs are spent several times', async () => {
    const port = chainOver(server.url);
    const id = server.pay([{ address: OTHERS[0], amount: 1n }]);
    server.mine(1);
    const asked = jest.spyOn(BitcoinRpc.prototype, 'call');
    expect(await port.originOfPayment(id, '0')).toMatchObject({ payers: [PAYER] });
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
  });

  it.each(['hang up', 'warming up', 'no json'] as const)('make the chain unavailable on: %s', async (failure) => {
    const port = chainOver(server.url);
    server.failures.push(failure);
    await expect(port.tip()).rejects.toThrow(ChainUnavailable);
    await expect(port.tip()).resolves.toMatchObject({ height: expect.any(Number) });
  });

  it('are refused from another network, and during the initial download', async () => {
    const port = chainOver(server.url);
    expect(await port.facts()).toEqual({ network: 'main' });
    server.says.chain = 'test';
    await expect(port.facts()).rejects.toThrow(ChainMismatch);
    Object.assign(server.says, { chain: 'main', initialblockdownload: true });
    const refused = await port.facts().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ChainUnavailable);
    expect(refused).not.toBeInstanceOf(ChainMismatch);
    server.says.initialblockdownload = false;
  });

  it('are refused below 22.0, whose outputs name receivers differently', async () => {
    const port = chainOver(server.url);
    server.software.version = 210_100;
    await expect(port.facts()).rejects.toThrow('version is 21.1, not 22.0 or newer');
    server.software.version = 220_000;
    expect(await port.facts()).toEqual({ network: 'main' });
    server.software.version = 290_000;
  });

  it('never give an empty block where spendable outputs lack an address', async () => {
    const port = chainOver(server.url);
    const paid = server.pay([{ address: OTHERS[0], amount: 1n }]);
    server.mine(1);
    const { height } = await port.tip();
    server.software.version = 210_100;
    await expect(port.block(height, () => true)).rejects.toThrow(
      `${paid}: an output of witness_v0_keyhash has no address`,
    );
    await expect(port.transaction(paid)).rejects.toThrow(ChainUnavailable);
    server.software.version = 290_000;
    expect((await port.block(height, () => true))?.payments).toHaveLength(1);
  });

  it.each([
    [`bitcoin:${OTHERS[0]}`, OTHERS[0]],
    [`BITCOIN:${OTHERS[0].toUpperCase()}?amount=0.1&label=a%20b`, OTHERS[0]],
    [`bitcoin:${OTHERS[1]}?message=x`, OTHERS[1]],
    [`litecoin:${OTHERS[0]}`, null],
    // BIP 21: an unknown required parameter invalidates the request.
    [`bitcoin:${OTHERS[0]}?req-other=1`, null],
    ['bitcoin:?lno=1', null],
  ])('read the address of %s', (written, address) => {
    expect(chainOver(server.url).normalAddress(written)).toBe(address);
  });

  it('add up unspent amounts of addresses, to the satoshi', async () => {
    const port = chainOver(server.url);
    const before = (await port.held?.(OTHERS))?.amounts.get('BTC') ?? 0n;
    server.pay([{ address: OTHERS[0], amount: 123_456_789n }]);
    server.pay([{ address: OTHERS[1], amount: 1n }]);
    expect((await port.held?.(OTHERS))?.amounts.get('BTC')).toBe(before);
    server.mine(1);
    expect(await port.held?.(OTHERS)).toEqual({
      block: await port.tip(),
      amounts: new Map([['BTC', before + 123_456_790n]]),
    });
    server.spend(90n);
    expect((await port.held?.(OTHERS))?.amounts.get('BTC')).toBe(before + 123_456_700n);
    server.spend(-90n);
  });

  it('are unavailable while another client scans, and leave its scan running', async () => {
    const port = chainOver(server.url);
    server.scans.busy = true;
    await expect(port.held?.(OTHERS)).rejects.toThrow(ChainUnavailable);
    server.scans.busy = false;
    expect(server.scans.ended).toBe(0);
    expect(await port.held?.(OTHERS)).toMatchObject({ block: await port.tip() });
  });

  it("abort a scan after its client's timeout", async () => {
    const release = server.hold();
    await expect(chainOver(server.url, 50).held?.(OTHERS)).rejects.toThrow(ChainUnavailable);
    for (let tries = 0; server.scans.ended === 0 && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(server.scans.ended).toBe(1);
    release();
  });

  it('tell when new coins mature, and that a block 100 deep is final', async () => {
    const port = chainOver(server.url);
    server.pay([{ address: OTHERS[0], amount: 312_500_000n }], true);
    server.mine(1);
    const { height } = await port.tip();
    expect((await port.block(height, () => true))?.payments).toMatchObject([{ amount: 312_500_000n, matures: 100 }]);
    expect(await port.final()).toBeNull();
    server.mine(100);
    expect(await port.final()).toEqual({ height, hash: await port.hashAt(height) });
  });

  it('are unavailable without the password, and without a node', async () => {
    await expect(chainOver(server.url.replace('exchange:', 'guest:')).tip()).rejects.toThrow('status 401');
    const gone = await startBitcoinServer();
    await gone.close();
    await expect(chainOver(gone.url).tip()).rejects.toThrow(ChainUnavailable);
  });
});
