/**
 * Ethereum, or a chain with the same JSON-RPC: ether sent to an address by a transaction, and USDT by the transfers
 * that its contract logs. Ether that a contract sends within a transaction is not listed in the block and is queried by
 * transaction.
 */
import type { HDKey } from '@scure/bip32';
import { createPublicClient, getAddress, http, keccak256, parseAbi, parseAbiItem, parseEventLogs } from 'viem';
import type { Address, Hash, PublicClient, Transaction, TransactionReceipt } from 'viem';
import {
  ChainMismatch,
  ChainUnavailable,
  type BlockId,
  type ChainBlock,
  type ChainPort,
  type ChainTransaction,
  type ChainHoldings,
  type Payment,
  type PaymentOrigin,
  type SeenPayment,
} from '../chain-port';
import { ETHEREUM_COINS } from '../coins';
import { fingerprintOf } from '../extended-key';
import { sentByContracts } from './contract-payments';
import { evmAddressAt, normalEvmTransaction, receiverIn } from './evm-addresses';

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');
const TOKEN = parseAbi([
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
]);
/** Addresses queried concurrently. */
const ASKED_AT_ONCE = 10;
const CHAIN = 'ERC20';
/** Names of viem's errors for absent objects. */
const ABSENT = new Set(['BlockNotFoundError', 'TransactionNotFoundError', 'TransactionReceiptNotFoundError']);
/** Error codes and statuses of rate-limited nodes. */
const TOO_MUCH: ReadonlySet<unknown> = new Set([429, -32_005]);

export interface EvmChainOptions {
  rpcUrl: string;
  /** Chain id of EIP-155: 1 is Ethereum. */
  chainId: number;
  /** The contract of USDT. */
  usdt: string;
  account: HDKey;
  timeoutMs: number;
  hotWallets?: readonly string[];
  coldWallets?: readonly string[] | null;
}

/** Validators agree on a block's time, which is that of its slot. */
const BLOCK_TIME_SLACK_MS = 60_000;

type PlainTransfer = Pick<Transaction, 'to' | 'value'>;

export function openEvmChain(options: EvmChainOptions): ChainPort {
  const { rpcUrl, chainId, usdt: contract, account, timeoutMs, hotWallets = [], coldWallets = null } = options;
  const client: PublicClient = createPublicClient({
    // Redirects are refused: the target is a host that the operator has not configured.
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0, fetchOptions: { redirect: 'error' } }),
  });
  const usdt = getAddress(contract);

  /** A token with other decimals, or of a test network, would be credited as the real one. */
  async function readFacts() {
    const expect = (factName: string, expected: string, found: string): string => {
      if (found !== expected) throw new ChainMismatch(CHAIN, factName, expected, found);
      return found;
    };
    const id = expect('chain_id', String(chainId), String(await nullIfMissing(() => client.getChainId())));
    const code = await nullIfMissing(() => client.getCode({ address: usdt }));
    if (!code) throw new ChainMismatch(CHAIN, 'contract', usdt, 'none');
    const tokenDecimals = await nullIfMissing(() =>
      client.readContract({ address: usdt, abi: TOKEN, functionName: 'decimals' }),
    );
    const decimals = expect('decimals', String(ETHEREUM_COINS.get('USDT')), String(tokenDecimals));
    return { chain_id: id, contract: keccak256(code), decimals };
  }

  /** Some Ethereum-compatible chains have no finality. */
  async function final() {
    const found = await nullIfMissing(() => client.getBlock({ blockTag: 'finalized' })).catch(() => null);
    return found && { height: Number(found.number), hash: found.hash };
  }

  /** Distinguishes a node without final blocks from one that does not answer. */
  async function finalBlock(): Promise<BlockId | null> {
    try {
      const { number, hash } = await client.getBlock({ blockTag: 'finalized' });
      return { height: Number(number), hash };
    } catch (error) {
      if (isRefusal(error)) return null;
      throw new ChainUnavailable(`ethereum: ${shortMessageOf(error)}`);
    }
  }

  /** At a final block, whose balances every node still has. */
  async function readHoldings(addresses: readonly string[], atBlock?: BlockId): Promise<ChainHoldings | null> {
    const block = atBlock ?? (await finalBlock());
    if (!block) return null;
    const blockNumber = BigInt(block.height);
    const requireBalance = <T>(answer: T | null): T => {
      if (answer === null) throw new ChainUnavailable(`ethereum: no balances of block ${block.height}`);
      return answer;
    };
    let [ether, tokens] = [0n, 0n];
    for (let first = 0; first < addresses.length; first += ASKED_AT_ONCE) {
      const some = addresses.slice(first, first + ASKED_AT_ONCE).map(async (text) => {
        const address = getAddress(text);
        const token = { address: usdt, abi: TOKEN, functionName: 'balanceOf', args: [address], blockNumber } as const;
        const etherBalance = await nullIfMissing(() => client.getBalance({ address, blockNumber }));
        return [
          requireBalance(etherBalance),
          requireBalance(await nullIfMissing(() => client.readContract(token))),
        ] as const;
      });
      for (const [etherBalance, ofToken] of await Promise.all(some)) {
        ether += etherBalance;
        tokens += ofToken;
      }
    }
    const currentBlock = await nullIfMissing(() => client.getBlock({ blockNumber }));
    if (currentBlock?.hash !== block.hash) throw new ChainUnavailable(`ethereum: another block ${block.height}`);
    return {
      block,
      amounts: new Map([
        ['ETH', ether],
        ['USDT', tokens],
      ]),
    };
  }

  async function block(height: number, isWatched: (address: string) => boolean): Promise<ChainBlock | null> {
    const found = await nullIfMissing(() =>
      client.getBlock({ blockNumber: BigInt(height), includeTransactions: true }),
    );
    if (!found) return null;
    const { hash, parentHash: parent } = found;
    const logs = await nullIfMissing(() =>
      client.getLogs({ blockHash: hash, address: usdt, event: TRANSFER, strict: true }),
    );
    const watchedTransactions = new Set(
      logs?.filter(({ args }) => isWatched(args.to)).map(({ transactionHash }) => transactionHash),
    );
    for (const { hash: transaction, to, value } of found.transactions) {
      if (value > 0n && to && isWatched(getAddress(to))) watchedTransactions.add(transaction);
    }
    const payments: SeenPayment[] = [];
    for (const transaction of found.transactions) {
      if (!watchedTransactions.has(transaction.hash)) continue;
      const receipt = await nullIfMissing(() => client.getTransactionReceipt({ hash: transaction.hash }));
      // The node switched to another branch between two queries: retry.
      if (receipt?.blockHash !== hash) throw new ChainUnavailable(`block ${height} left the chain while it was read`);
      const watchedPayments = paymentsOf(usdt, transaction, receipt).filter(({ address }) => isWatched(address));
      payments.push(...watchedPayments.map((payment) => ({ transaction: transaction.hash, ...payment })));
    }
    return { height, hash, parent, payments };
  }

  async function transaction(id: string): Promise<ChainTransaction | null> {
    const hash = id as Hash;
    const found = await nullIfMissing(() => client.getTransaction({ hash }));
    if (!found) return null;
    const receipt = await nullIfMissing(() => client.getTransactionReceipt({ hash }));
    if (!receipt) return { confirmations: 0, block: null, payments: [] };
    if (receipt.status !== 'success') return null;
    const tip = await newestBlock();
    return {
      confirmations: Math.max(0, tip.height - Number(receipt.blockNumber) + 1),
      block: receipt.blockHash,
      payments: paymentsOf(usdt, found, receipt),
    };
  }

  async function originOfPayment(id: string, output: string): Promise<PaymentOrigin | null> {
    const hash = id as Hash;
    const receipt = await nullIfMissing(() => client.getTransactionReceipt({ hash }));
    const found = receipt && (await nullIfMissing(() => client.getBlock({ blockHash: receipt.blockHash })));
    if (!receipt || !found) return null;
    const log = receipt.logs[Number(output.replace('log-', ''))];
    const [transfer] = log ? parseEventLogs({ abi: [TRANSFER], logs: [log], strict: true }) : [];
    const payer = output === 'value' ? receipt.from : transfer?.args.from;
    return { minedAt: Number(found.timestamp) * 1_000, payers: payer ? [getAddress(payer)] : [] };
  }

  async function newestBlock() {
    const found = await nullIfMissing(() => client.getBlock({ blockTag: 'latest' }));
    if (!found) throw new ChainUnavailable('the node has no block');
    return { height: Number(found.number), hash: found.hash };
  }

  return {
    chain: CHAIN,
    isSimulated: false,
    hotWallets: new Set(hotWallets),
    coldWallets: coldWallets && new Set(coldWallets),
    blockTimeSlackMs: BLOCK_TIME_SLACK_MS,
    identity: `evm/${usdt}/${fingerprintOf(account)}`,
    coins: ETHEREUM_COINS,
    facts: readFacts,
    final,
    held: readHoldings,
    settled: async () => (await final())?.height ?? null,
    tip: newestBlock,
    hashAt: async (height) =>
      (await nullIfMissing(() => client.getBlock({ blockNumber: BigInt(height) })))?.hash ?? null,
    block,
    transaction,
    sentByContracts: (id, address) =>
      sentByContracts({ client, nullIfMissing, isRefusal }, id as Hash, getAddress(address)),
    originOfPayment,
    depositAddress: (index) => evmAddressAt(account, index),
    normalAddress: (address) => receiverIn(address, { chainId, tokens: [usdt] }),
    normalTransaction: normalEvmTransaction,
    paymentUri: (address) => address,
  };
}

/**
 * A log is identified by its index within its own transaction, because its index in the block changes with the block.
 */
function paymentsOf(usdt: Address, { to, value }: PlainTransfer, { status, logs }: TransactionReceipt): Payment[] {
  if (status !== 'success') return [];
  const payments: Payment[] = [];
  if (value > 0n && to) payments.push({ output: 'value', asset: 'ETH', address: getAddress(to), amount: value });
  logs.forEach((log, index) => {
    if (getAddress(log.address) !== usdt) return;
    const [transfer] = parseEventLogs({ abi: [TRANSFER], logs: [log], strict: true });
    if (!transfer || transfer.args.value === 0n) return;
    const { to: receiver, value: amount } = transfer.args;
    payments.push({ output: `log-${index}`, asset: 'USDT', address: getAddress(receiver), amount });
  });
  return payments;
}

async function nullIfMissing<T>(question: () => Promise<T>): Promise<T | null> {
  try {
    return await question();
  } catch (error) {
    if (ABSENT.has((error as Error).name)) return null;
    throw new ChainUnavailable(`ethereum: ${shortMessageOf(error)}`);
  }
}

/** The long message contains the node's address, which may contain an API key. */
function shortMessageOf(error: unknown): string {
  const { shortMessage, message } = error as Error & { shortMessage?: string };
  return shortMessage ?? message.split('\n')[0];
}

/** Whether the node answered that the object does not exist, as opposed to a rate limit. */
function isRefusal(error: unknown): boolean {
  type Cause = Error & { code?: unknown; status?: unknown };
  for (let one = error as Cause | undefined; one; one = one.cause as Cause | undefined) {
    if (ABSENT.has(one.name)) return true;
    if (one.name === 'RpcRequestError') return !TOO_MUCH.has(one.code) && !TOO_MUCH.has(one.status);
  }
  return false;
}
