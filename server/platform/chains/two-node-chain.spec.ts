import { twoNodeChain } from './two-node-chain';
import {
  ChainMismatch,
  ChainUnavailable,
  type BlockId,
  type ChainPort,
  type ChainTransaction,
  type Payment,
} from './chain-port';
import { aloneUpTo, checkWithSecondNode } from './second-node';

const PAID: Payment = { output: 'log-0', asset: 'USDT', address: '0xa', amount: 5n };
const OTHER: Payment = { ...PAID, output: 'log-1' };

/** A node with one block and one transaction. */
function node(transaction: ChainTransaction | null, facts: Record<string, string> = { chain_id: '1' }): ChainPort {
  return {
    chain: 'ERC20',
    isSimulated: false,
    hotWallets: new Set(),
    coldWallets: null,
    blockTimeSlackMs: 0,
    identity: 'evm',
    coins: new Map([['USDT', 6]]),
    facts: async () => facts,
    final: async () => null,
    settled: async () => 5,
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

const shown = (confirmations: number, ...payments: Payment[]): ChainTransaction => {
  return { confirmations, block: confirmations > 0 ? 'h7' : null, payments };
};
const away = (): Promise<never> => Promise.reject(new ChainUnavailable('away'));

describe('two nodes of one network', () => {
  it('agree on what both show, with the lower confirmations and the lower block', async () => {
    const both = twoNodeChain(node(shown(9, PAID, OTHER)), { ...node(shown(3, PAID, OTHER)), settled: async () => 4 });
    expect(await both.transaction('t')).toEqual(shown(3, PAID, OTHER));
    expect(await both.facts()).toEqual({ chain_id: '1' });
    expect(await both.settled()).toBe(4);
  });

  it.each([
    ['knows nothing of it', null],
    ['has it in no block', shown(0, PAID)],
    ['has it in another block', { ...shown(9, PAID), block: 'h8' }],
    ['shows another amount', shown(9, { ...PAID, amount: 4n })],
    ['shows another address', shown(9, { ...PAID, address: '0xb' })],
    ['shows another coin', shown(9, { ...PAID, asset: 'ETH' })],
    ['shows another output', shown(9, OTHER)],
  ])('confirm no payout of which the second %s', async (_, other) => {
    await expect(twoNodeChain(node(shown(9, PAID)), node(other)).transaction('t')).rejects.toThrow(ChainUnavailable);
  });

  it.each([
    ['another payer', { minedAt: 7, payers: ['0xd'] }],
    ['another time', { minedAt: 8, payers: ['0xc'] }],
    ['nothing', null],
  ])('confirm no payout of which the second reports %s', async (_, origin) => {
    const other = { ...node(shown(9, PAID)), originOfPayment: async () => origin };
    await expect(twoNodeChain(node(shown(9, PAID)), other).originOfPayment('t', 'log-0')).rejects.toThrow(
      ChainUnavailable,
    );
    const same = twoNodeChain(node(shown(9, PAID)), node(shown(3, PAID)));
    expect(await same.originOfPayment('t', 'log-0')).toEqual({ minedAt: 7, payers: ['0xc'] });
  });

  it('do not query the second for what the first does not show', async () => {
    const other = { ...node(null), transaction: () => Promise.reject(new Error('asked')) };
    expect(await twoNodeChain(node(null), other).transaction('t')).toBeNull();
    expect(await twoNodeChain(node(shown(0, PAID)), other).transaction('t')).toEqual(shown(0, PAID));
  });

  it('keep reading while the second is unreachable, and settle nothing', async () => {
    const both = twoNodeChain(node(shown(9, PAID)), { ...node(null), facts: away, settled: away, transaction: away });
    expect((await both.block(7, () => true))?.payments).toHaveLength(1);
    expect(await both.facts()).toEqual({ chain_id: '1' });
    expect(await both.settled()).toBeNull();
  });

  it('are rejected on different networks', async () => {
    const both = twoNodeChain(node(null), node(null, { chain_id: '5' }));
    await expect(both.facts()).rejects.toThrow(ChainMismatch);
  });
});

describe('holdings of addresses', () => {
  const at = (height: number): BlockId => ({ height, hash: `h${height}` });
  /** A chain with this latest final block and this balance at any block. */
  const holding = (final: number, units: bigint): ChainPort => ({
    ...node(null),
    final: async () => at(final),
    held: async (_, behind = at(final)) => ({ block: behind, amounts: new Map([['USDT', units]]) }),
  });

  it('are what both report at the lower of their blocks', async () => {
    const held = await twoNodeChain(holding(9, 5n), holding(7, 4n)).held?.(['0xa']);
    expect(held).toEqual({ block: at(7), amounts: new Map([['USDT', 5n]]), others: new Map([['USDT', 4n]]) });
  });

  it('are unknown while one is unreachable, has no final block or uses another block', async () => {
    await expect(twoNodeChain(holding(7, 5n), { ...holding(7, 5n), held: away }).held?.([])).rejects.toThrow('away');
    expect(await twoNodeChain(holding(7, 5n), { ...holding(7, 5n), held: async () => null }).held?.([])).toBeNull();
    const elsewhere = async () => ({ block: at(8), amounts: new Map([['USDT', 5n]]) });
    await expect(twoNodeChain(holding(7, 5n), { ...holding(7, 5n), held: elsewhere }).held?.([])).rejects.toThrow(
      ChainUnavailable,
    );
  });

  it('are not queried if one of them cannot compute them', () => {
    expect(twoNodeChain(holding(7, 5n), node(null)).held).toBeUndefined();
  });
});

describe('the report of a second node', () => {
  const TOLD = { reference: 'ERC20/t/log-0', height: 7, asset: 'USDT', address: '0xa', amount: '500', dust: null };
  const ask = (second: Partial<ChainPort>, told = TOLD) => {
    const port = { ...node(null), second: { ...node(null), ...second } };
    return checkWithSecondNode(port, told, 'h7', async () => 8);
  };
  const showing = (transaction: ChainTransaction | null) => ask({ transaction: async () => transaction });

  it('is the same payment with its own confirmations', async () => {
    expect(await showing(shown(3, PAID, OTHER))).toEqual({ says: 'same', confirmations: 3 });
  });

  it.each([
    ['nothing', null, 'nothing'],
    ['it in no block', shown(0, PAID), 'nothing'],
    ['another output', shown(3, OTHER), 'nothing'],
    ['it in another block', { ...shown(3, PAID), block: 'h8' }, 'block h8'],
    ['another amount', shown(3, { ...PAID, amount: 4n }), '4 USDT 0xa'],
    ['another address', shown(3, { ...PAID, address: '0xb' }), '5 USDT 0xb'],
  ])('differs when it shows %s', async (_, transaction, what) => {
    expect(await showing(transaction)).toEqual({ says: 'other', shown: what });
  });

  it('is missing while it is unreachable or behind', async () => {
    expect(await ask({ transaction: away })).toEqual({ says: 'away' });
    expect(await ask({ tip: async () => ({ height: 6, hash: 'h6' }) })).toEqual({ says: 'away' });
    expect(await checkWithSecondNode(node(null), TOLD, 'h7', async () => 8)).toBeNull();
  });

  it('sets the maximum value of a credited payment', () => {
    const same = { says: 'same', confirmations: 3 } as const;
    const other = { says: 'other', shown: 'nothing' } as const;
    const none = { says: 'away' } as const;
    expect([null, same, none, other].map((word) => aloneUpTo(word, 100n))).toEqual([100n, undefined, 100n, 0n]);
    expect([null, same, none, other].map((word) => aloneUpTo(word, null))).toEqual([undefined, undefined, 0n, 0n]);
  });
});
