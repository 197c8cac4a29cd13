/**
 * Ether that contracts send within a transaction stands in no block by itself. A node that traces transactions tells of it call by
 * call; any other knows what an address held before and behind the block, and so at least where nothing came.
 */
import { getAddress, type Address, type Hash, type PublicClient } from 'viem';
import type { SentByContracts } from '../chain-port';

/** As `debug_traceTransaction` answers with its `callTracer`. */
interface Call {
  type: string;
  from: string;
  to?: string;
  value?: string;
  error?: string;
  calls?: readonly Call[];
}

/** As `trace_transaction` answers. */
interface Trace {
  type: string;
  error?: string;
  traceAddress: readonly number[];
  action: {
    callType?: string;
    from?: string;
    to?: string;
    value?: string;
    /** Of a contract that ends itself. */
    address?: string;
    refundAddress?: string;
    balance?: string;
  };
}

interface Sent {
  from: string;
  to: string;
  value: bigint;
}

export interface ContractPaymentsParts {
  client: PublicClient;
  /** Null for what is not there. Rejects with ChainUnavailable. */
  asked: <T>(question: () => Promise<T>) => Promise<T | null>;
  /** Whether the node has answered that it does not know how. */
  isRefusal: (error: unknown) => boolean;
}

/** Gas of a transaction that calls nothing: whatever runs a contract takes more. */
const PLAIN_GAS = 21_000n;
/** A node traces for no longer. */
const TRACE_TIMEOUT = '5s';
const NOTHING: SentByContracts = { asset: 'ETH', amount: 0n, payers: [] };

/** Null where the node neither traces nor knows that nothing came. */
export async function sentByContracts(
  { client, asked, isRefusal }: ContractPaymentsParts,
  hash: Hash,
  to: Address,
): Promise<SentByContracts | null> {
  /** Null where the node does not know how. */
  async function tried<T>(question: () => Promise<T>): Promise<T | null> {
    return asked(async () => {
      try {
        return await question();
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    });
  }
  // Its type knows the methods of every node alone.
  const ask = client.request as (question: { method: string; params: readonly unknown[] }) => Promise<unknown>;
  const request = async <T>(method: string, params: readonly unknown[]): Promise<T | null> =>
    (await tried(() => ask({ method, params }))) as T | null;

  const receipt = await asked(() => client.getTransactionReceipt({ hash }));
  if (receipt?.status !== 'success') return null;
  if (receipt.gasUsed <= PLAIN_GAS) return NOTHING;
  // A trace runs the transaction again: balances cost its node less.
  if (await nothingCame(receipt.blockNumber)) return NOTHING;
  const sent = await traced();
  if (!sent) return null;
  const own = sent.filter((one) => one.value > 0n && getAddress(one.to) === to);
  const payers = own.length === 0 ? [] : [receipt.from, ...own.map(({ from }) => from)];
  return {
    asset: 'ETH',
    amount: own.reduce((sum, { value }) => sum + value, 0n),
    payers: [...new Set(payers.map((payer) => getAddress(payer)))],
  };

  async function nothingCame(blockNumber: bigint): Promise<boolean> {
    const before = await tried(() => client.getBalance({ address: to, blockNumber: blockNumber - 1n }));
    if (before === null) return false;
    const behind = await tried(() => client.getBalance({ address: to, blockNumber }));
    return behind !== null && behind <= before && neverSpent(blockNumber);
  }

  async function traced(): Promise<Sent[] | null> {
    const call = await request<Call>('debug_traceTransaction', [
      hash,
      { tracer: 'callTracer', timeout: TRACE_TIMEOUT },
    ]);
    if (call) return sentIn(call.calls ?? []);
    const traces = await request<readonly Trace[]>('trace_transaction', [hash]);
    return traces && sentBy(traces);
  }

  /** What came and left again in one block does not show. */
  async function neverSpent(block: bigint): Promise<boolean> {
    const counts = [block - 1n, block].map((blockNumber) =>
      tried(() => client.getTransactionCount({ address: to, blockNumber })),
    );
    const [first, second] = await Promise.all(counts);
    return first !== null && first === second;
  }
}

/** What failed is undone with all below it. Other kinds of calls move nothing to whom they call. */
function sentIn(calls: readonly Call[]): Sent[] {
  return calls.flatMap(({ type, from, to, value, error, calls: below = [] }) => {
    if (error !== undefined) return [];
    const moves = (type === 'CALL' || type === 'SELFDESTRUCT') && to !== undefined && value !== undefined;
    return [...(moves ? [{ from, to, value: BigInt(value) }] : []), ...sentIn(below)];
  });
}

function sentBy(traces: readonly Trace[]): Sent[] {
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
