import { openEvmChain } from '../../../server/platform/chains/evm/evm-chain';
import { ChainMismatch, ChainUnavailable } from '../../../server/platform/chains/chain-port';
import { extendedPublicKeyOf } from '../../../server/platform/chains/extended-key';
import { hasAnvil, startAnvil, type Anvil } from '../../tools/anvil';
import { chainConformance } from './suite';

/** m/44'/60'/0' of the words `test test test test test test test test test test test junk`. */
const XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';
const OTHERS = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'] as const;

/** Which number anvil gives its network. */
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
      // The first account of anvil.
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

    it('shows ether, to the wei', async () => {
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

    it('shows no payment that failed, and none of another token', async () => {
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

    it('is refused on another network, without the contract, and with a token of other digits', async () => {
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

    it('is unavailable when nobody is there, and does not say where it asked', async () => {
      const port = chainOver({ url: 'http://127.0.0.1:1/secret-key', token: anvil.token });
      const failure = await port.tip().catch((error: Error) => error);
      expect(failure).toBeInstanceOf(ChainUnavailable);
      expect((failure as Error).message).not.toContain('secret-key');
    });
  });
});
