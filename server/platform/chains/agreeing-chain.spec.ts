import { agreeingChain } from './agreeing-chain';
import { ChainMismatch, ChainUnavailable, type ChainPort, type ChainTransaction, type Payment } from './chain-port';

const PAID: Payment = { output: 'log-0', asset: 'USDT', address: '0xa', amount: 5n };
const OTHER: Payment = { ...PAID, output: 'log-1' };

/** A node that shows one block with one transaction. */
function node(transaction: ChainTransaction | null, facts: Record<string, string> = { chain_id: '1' }): ChainPort {
  return {
    chain: 'ERC20',
    isSimulated: false,
    hotWallets: new Set(),
    blockTimeSlackMs: 0,
    identity: 'evm',
    coins: new Map([['USDT', 6]]),
    facts: async () => facts,
    final: async () => null,
    tip: async () => ({ height: 7, hash: 'h7' }),
    hashAt: async (height) => `h${height}`,
    block: async (height) => ({
      height,
      hash: `h${height}`,
      parent: `h${height - 1}`,
      payments: transaction ? [{ transaction: 't', ...transaction.payments[0] }] : [],
    }),
    transaction: async () => transaction,
    originOfPayment: async () => ({ minedAt: 7, payers: ['0xc'] }),
    depositAddress: () => '0xa',
    normalAddress: (address) => address,
    normalTransaction: (name) => name,
    paymentUri: (address) => address,
  };
}

const shown = (confirmations: number, ...payments: Payment[]): ChainTransaction => ({ confirmations, payments });
const everyone = (): boolean => true;

describe('two nodes of one network', () => {
  it('agree on what both show, with the fewer confirmations', async () => {
    const both = agreeingChain(node(shown(9, PAID, OTHER)), node(shown(3, PAID, OTHER)));
    expect((await both.block(7, everyone))?.payments).toEqual([{ transaction: 't', ...PAID }]);
    expect(await both.transaction('t')).toEqual({ confirmations: 3, payments: [PAID, OTHER] });
    expect(await both.facts()).toEqual({ chain_id: '1' });
  });

  it.each([
    ['knows nothing of it', null],
    ['has it in no block', shown(0, PAID)],
    ['shows another amount', shown(9, { ...PAID, amount: 4n })],
    ['shows another address', shown(9, { ...PAID, address: '0xb' })],
    ['shows another coin', shown(9, { ...PAID, asset: 'ETH' })],
    ['shows another output', shown(9, OTHER)],
  ])('go no further when the second %s', async (_, other) => {
    const both = agreeingChain(node(shown(9, PAID)), node(other));
    await expect(both.block(7, everyone)).rejects.toThrow(ChainUnavailable);
    await expect(both.transaction('t')).rejects.toThrow(ChainUnavailable);
  });

  it.each([
    ['another payer', { minedAt: 7, payers: ['0xd'] }],
    ['another time', { minedAt: 8, payers: ['0xc'] }],
    ['nothing', null],
  ])('go no further when the second tells of %s', async (_, origin) => {
    const other = { ...node(shown(9, PAID)), originOfPayment: async () => origin };
    await expect(agreeingChain(node(shown(9, PAID)), other).originOfPayment('t', 'log-0')).rejects.toThrow(
      ChainUnavailable,
    );
    const same = agreeingChain(node(shown(9, PAID)), node(shown(3, PAID)));
    expect(await same.originOfPayment('t', 'log-0')).toEqual({ minedAt: 7, payers: ['0xc'] });
  });

  it('do not ask the second of what the first does not show', async () => {
    const away = { ...node(null), transaction: () => Promise.reject(new Error('asked')) };
    expect((await agreeingChain(node(null), away).block(7, everyone))?.payments).toEqual([]);
    expect(await agreeingChain(node(null), away).transaction('t')).toBeNull();
    expect(await agreeingChain(node(shown(0, PAID)), away).transaction('t')).toEqual(shown(0, PAID));
  });

  it('are refused on two networks', async () => {
    const both = agreeingChain(node(null), node(null, { chain_id: '5' }));
    await expect(both.facts()).rejects.toThrow(ChainMismatch);
  });
});
