import { openEvmChain } from '../../../server/platform/chains/evm/evm-chain';
import { ChainMismatch, ChainUnavailable } from '../../../server/platform/chains/chain-port';
import { extendedPublicKeyOf } from '../../../server/platform/chains/extended-key';
import { hasAnvil, startAnvil, type Anvil } from '../../tools/chains/anvil';
import { startRefusing, type Refusing } from '../../tools/stores/refusing-node';
import { chainConformance } from './suite';

/** m/44'/60'/0' of the words `test test test test test test test test test test test junk`. */
const XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const OTHERS = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'] as const;

/** anvil's network id. */
const CHAIN_ID = 31_337;

function chainOver({ url, token }: Pick<Anvil, 'url' | 'token'>, chainId = CHAIN_ID) {
  const account = extendedPublicKeyOf(XPUB);
  if (!account) throw new Error('that is a key');
  return openEvmChain({ rpcUrl: url, chainId, usdt: token, account, timeoutMs: 5_000 });
}

const described = hasAnvil ? describe : describe.skip;

described('a local Ethereum node', () => {
  chainConformance('tokens', async () => {
    const anvil = await startAnvil();
    return {
      port: chainOver(anvil),
      asset: 'USDT',
      others: OTHERS,
      // anvil's first account.
      payers: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      pay: (outputs) => anvil.sendToken(outputs),
      mine: (blocks) => anvil.mine(blocks),
      reorganise: (depth, kept) => anvil.reorganise(depth, kept),
      close: () => anvil.close(),
    };
  });

  describe('ether and tokens', () => {
    let anvil: Anvil;
    beforeAll(async () => {
      anvil = await startAnvil();
    });
    afterAll(() => anvil?.close());

    it('gives the addresses that wallets show for the key', () => {
      const { depositAddress } = chainOver(anvil);
      expect([depositAddress(0), depositAddress(1)]).toEqual([
        '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      ]);
    });

    it('shows ether, exact to the wei', async () => {
      const port = chainOver(anvil);
      const transaction = await anvil.sendEther(OTHERS[0], 10n ** 18n + 1n);
      await anvil.mine(1);
      const block = await port.block((await port.tip()).height, (address) => address === OTHERS[0]);
      expect(await port.originOfPayment(transaction, 'value')).toMatchObject({
        payers: ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
      });
      expect(block?.payments).toEqual([
        { transaction, output: 'value', asset: 'ETH', address: OTHERS[0], amount: 10n ** 18n + 1n },
      ]);
    });

    describe('sent by a contract', () => {
      const [to, other] = OTHERS;
      const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
      const NOBODY = '0x1CBd3b2770909D4e10f157cABC84C7264073C9Ec';
      const HALF = 5n * 10n ** 17n;
      let refusing: Refusing;
      afterEach(() => refusing?.close());

      /** Sends from a contract, in a block of its own. */
      async function sent(): Promise<string> {
        const transaction = await anvil.sendByContract([to, other, to], HALF);
        await anvil.mine(1);
        return transaction;
      }

      it.each([
        ['by its own tracer', []],
        ['by that of other nodes', ['debug_traceTransaction']],
      ])('is not in its block, and is found by its transaction, %s', async (_, refused) => {
        refusing = await startRefusing(anvil.url, refused);
        const port = chainOver({ url: refusing.url, token: anvil.token });
        const transaction = await sent();
        expect((await port.block((await port.tip()).height, () => true))?.payments).not.toContainEqual(
          expect.objectContaining({ address: to }),
        );
        const found = await port.sentByContracts?.(transaction, to);
        expect(found).toMatchObject({ asset: 'ETH', amount: 2n * HALF });
        expect(found?.payers).toHaveLength(2);
        expect(found?.payers[0]).toBe(PAYER);
        expect(await port.sentByContracts?.(transaction, PAYER)).toMatchObject({ amount: 0n });
        // Direct payments of the transaction belong to its block.
        const plain = await anvil.sendEther(to, HALF);
        await anvil.mine(1);
        expect(await port.sentByContracts?.(plain, to)).toMatchObject({ amount: 0n });
      });

      it('is unknown if the node cannot trace, unless the address received nothing', async () => {
        refusing = await startRefusing(anvil.url, ['debug_traceTransaction', 'trace_transaction']);
        const port = chainOver({ url: refusing.url, token: anvil.token });
        const transaction = await sent();
        expect(await port.sentByContracts?.(transaction, to)).toBeNull();
        expect(await port.sentByContracts?.(transaction, NOBODY)).toMatchObject({ amount: 0n, payers: [] });
        expect(await port.sentByContracts?.(`0x${'0'.repeat(64)}`, to)).toBeNull();
      });

      it('is traced only where balances do not suffice, and with a time limit', async () => {
        refusing = await startRefusing(anvil.url, []);
        const port = chainOver({ url: refusing.url, token: anvil.token });
        const transaction = await sent();
        const traces = () => refusing.asked.filter(({ method }) => method === 'debug_traceTransaction');
        expect(await port.sentByContracts?.(transaction, NOBODY)).toMatchObject({ amount: 0n, payers: [] });
        const plain = await anvil.sendEther(to, HALF);
        await anvil.mine(1);
        expect(traces()).toEqual([]);
        refusing.asked.length = 0;
        expect(await port.sentByContracts?.(plain, to)).toMatchObject({ amount: 0n, payers: [] });
        expect(refusing.asked.map(({ method }) => method)).toEqual(['eth_getTransactionReceipt']);
        expect(await port.sentByContracts?.(transaction, to)).toMatchObject({ amount: 2n * HALF });
        expect(traces()).toMatchObject([{ params: [transaction, { tracer: 'callTracer', timeout: '5s' }] }]);
      });

      it('leaves out failed calls', async () => {
        // The contract sends more than it has: the second call fails, and the transaction succeeds.
        const port = chainOver(anvil);
        const transaction = await anvil.sendByContract([to, other], HALF, { given: HALF });
        await anvil.mine(1);
        expect(await port.sentByContracts?.(transaction, to)).toMatchObject({ amount: HALF });
        expect(await port.sentByContracts?.(transaction, other)).toMatchObject({ amount: 0n });
      });
    });

    it('shows no failed payment, and none of another token', async () => {
      const port = chainOver(anvil);
      const failed = await anvil.sendToken([{ address: OTHERS[0], amount: 2n ** 128n }]);
      const other = await startAnvil();
      await anvil.mine(1);
      const { height } = await port.tip();
      expect((await port.block(height, () => true))?.payments).toEqual([]);
      expect(await port.transaction(failed)).toBeNull();
      const stranger = chainOver({ url: anvil.url, token: OTHERS[1] });
      await anvil.sendToken([{ address: OTHERS[0], amount: 5n }]);
      await anvil.mine(1);
      expect((await stranger.block(height + 1, () => true))?.payments).toEqual([]);
      expect((await port.block(height + 1, () => true))?.payments).toHaveLength(1);
      await other.close();
    });

    it('refuses another network, a missing contract, and a token with other decimals', async () => {
      expect(await chainOver(anvil).facts()).toMatchObject({ chain_id: '31337', decimals: '6' });
      const wrong = { expected: '1', found: '31337', fact: 'chain_id' };
      await expect(chainOver(anvil, 1).facts()).rejects.toMatchObject(wrong);
      const nobody = chainOver({ url: anvil.url, token: OTHERS[1] }).facts();
      await expect(nobody).rejects.toMatchObject({ fact: 'contract', found: 'none' });
      const other = await startAnvil({ decimals: 18 });
      const refused = await chainOver(other)
        .facts()
        .catch((error: unknown) => error);
      await other.close();
      expect(refused).toBeInstanceOf(ChainMismatch);
      expect(refused).toMatchObject({ fact: 'decimals', expected: '6', found: '18' });
    });

    it('is unavailable without a node, and does not reveal its address', async () => {
      const port = chainOver({ url: 'http://127.0.0.1:1/secret-key', token: anvil.token });
      const failure = await port.tip().catch((error: Error) => error);
      expect(failure).toBeInstanceOf(ChainUnavailable);
      expect((failure as Error).message).not.toContain('secret-key');
    });
  });
});
