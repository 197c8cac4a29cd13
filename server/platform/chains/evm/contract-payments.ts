/**
 * Ether that contracts send within a transaction is not listed in a block. A node that traces transactions reports it
 * call by call. Any other node knows balances before and after the block, which at least shows where nothing arrived.
 */
import { getAddress, type Address, type Hash, type PublicClient } from 'viem';
import type { SentByContracts } from '../chain-port';

/** Answer of `debug_traceTransaction` with its `callTracer`. */
interface Call {
  type: string;
  from: string;
  to?: string;
  value?: string;
  error?: string;
  calls?: readonly Call[];
}

/** Answer of `trace_transaction`. */
interface Trace {
  type: string;
  error?: string;
  traceAddress: readonly number[];
  action: {
    callType?: string;
    from?: string;
    to?: string;
    value?: string;
    /** The self-destructing contract. */
    address?: string;
    refundAddress?: string;
    balance?: string;
  };
}

interface ContractTransfer {
  from: string;
  to: string;
  value: bigint;
}

export interface ContractPaymentsParts {
  client: PublicClient;
  /** Null for missing objects. Rejects with ChainUnavailable. */
  nullIfMissing: <T>(question: () => Promise<T>) => Promise<T | null>;
  /** Whether the node answered that it does not support the method. */
  isRefusal: (error: unknown) => boolean;
}

/** Gas of a plain transfer; any contract execution uses more. */
const PLAIN_GAS = 21_000n;
/** Timeout of a trace in the node. */
const TRACE_TIMEOUT = '5s';
const NOTHING: SentByContracts = { asset: 'ETH', amount: 0n, payers: [] };

/** Null if the node neither traces nor shows that nothing arrived. */
export async function sentByContracts(
  { client, nullIfMissing, isRefusal }: ContractPaymentsParts,
  hash: Hash,
  to: Address,
): Promise<SentByContracts | null> {
  /** Null if the node does not support the method. */
  async function nullIfUnsupported<T>(question: () => Promise<T>): Promise<T | null> {
    return nullIfMissing(async () => {
      try {
        return await question();
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    });
  }
  // The client's type lists only methods that every node has.
  const sendRequest = client.request as (question: { method: string; params: readonly unknown[] }) => Promise<unknown>;
  const request = async <T>(method: string, params: readonly unknown[]): Promise<T | null> =>
    (await nullIfUnsupported(() => sendRequest({ method, params }))) as T | null;

  const receipt = await nullIfMissing(() => client.getTransactionReceipt({ hash }));
  if (receipt?.status !== 'success') return null;
  if (receipt.gasUsed <= PLAIN_GAS) return NOTHING;
  // A trace executes the transaction again; balances are cheaper for the node.
  if (await nothingCame(receipt.blockNumber)) return NOTHING;
  const transfers = await traced();
  if (!transfers) return null;
  const received = transfers.filter((one) => one.value > 0n && getAddress(one.to) === to);
  const payers = received.length === 0 ? [] : [receipt.from, ...received.map(({ from }) => from)];
  return {
    asset: 'ETH',
    amount: received.reduce((sum, { value }) => sum + value, 0n),
    payers: [...new Set(payers.map((payer) => getAddress(payer)))],
  };

  async function nothingCame(blockNumber: bigint): Promise<boolean> {
    const balanceBefore = await nullIfUnsupported(() =>
      client.getBalance({ address: to, blockNumber: blockNumber - 1n }),
    );
    if (balanceBefore === null) return false;
    const balanceAfter = await nullIfUnsupported(() => client.getBalance({ address: to, blockNumber }));
    return balanceAfter !== null && balanceAfter <= balanceBefore && neverSpent(blockNumber);
  }

  async function traced(): Promise<ContractTransfer[] | null> {
    const call = await request<Call>('debug_traceTransaction', [
      hash,
      { tracer: 'callTracer', timeout: TRACE_TIMEOUT },
    ]);
    if (call) return transfersInCalls(call.calls ?? []);
    const traces = await request<readonly Trace[]>('trace_transaction', [hash]);
    return traces && transfersInTraces(traces);
  }

  /** A balance that arrives and leaves within one block does not show. */
  async function neverSpent(block: bigint): Promise<boolean> {
    const counts = [block - 1n, block].map((blockNumber) =>
      nullIfUnsupported(() => client.getTransactionCount({ address: to, blockNumber })),
    );
    const [countBefore, countAfter] = await Promise.all(counts);
    return countBefore !== null && countBefore === countAfter;
  }
}

/** A failed call reverts with all its subcalls. Other call types transfer nothing to the callee. */
function transfersInCalls(calls: readonly Call[]): ContractTransfer[] {
  return calls.flatMap(({ type, from, to, value, error, calls: below = [] }) => {
    if (error !== undefined) return [];
    const moves = (type === 'CALL' || type === 'SELFDESTRUCT') && to !== undefined && value !== undefined;
    return [...(moves ? [{ from, to, value: BigInt(value) }] : []), ...transfersInCalls(below)];
  });
}

function transfersInTraces(traces: readonly Trace[]): ContractTransfer[] {
  const failed = traces.filter(({ error }) => error !== undefined).map(({ traceAddress }) => traceAddress);
  const isUndone = (place: readonly number[]): boolean =>
    failed.some((above) => above.every((step, index) => place[index] === step));
  return traces.flatMap(({ type, traceAddress, action }) => {
    // The outermost call is what the transaction itself sends.
    if (traceAddress.length === 0 || isUndone(traceAddress)) return [];
    const { callType, from, to, value, address, refundAddress, balance } = action;
    if (type === 'call' && callType === 'call' && from && to && value) return [{ from, to, value: BigInt(value) }];
    if (type === 'suicide' && address && refundAddress && balance)
      return [{ from: address, to: refundAddress, value: BigInt(balance) }];
    return [];
  });
}
