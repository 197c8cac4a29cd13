/**
 * An Ethereum node for tests that reports its final block, as far as the exchange uses it, over JSON-RPC 2.0. Only
 * ether moves on it.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PAYER = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const NOTHING = `0x${'0'.repeat(64)}`;
/** Selector of `decimals()`. */
const DECIMALS = '0x313ce567';
const ADDRESS_DIGITS = 40;
const METHOD_NOT_FOUND = -32601;
const UNKNOWN_BLOCK = -39001;

interface Sent {
  hash: string;
  to: string;
  value: bigint;
}

interface Block {
  hash: string;
  sent: Sent[];
  taken: { from: string; value: bigint }[];
}

export interface EthereumServer {
  url: string;
  /**
   * `finalized`: height of the final block, null if it knows of none. `tokens`: token balances by lower-case address.
   */
  says: { finalized: number | null; tokens: Map<string, bigint> };
  /** Sends ether in the next block. Returns the transaction's hash. */
  pay(to: string, wei: bigint): string;
  /** Removes ether from an address in the next block. */
  take(from: string, wei: bigint): void;
  mine(blocks: number): void;
  height(): number;
  close(): Promise<void>;
}

export async function startEthereumServer(chainId: number): Promise<EthereumServer> {
  const blocks: Block[] = [{ hash: named('block 0'), sent: [], taken: [] }];
  const says: EthereumServer['says'] = { finalized: null, tokens: new Map() };
  let waiting: Sent[] = [];
  let taken: Block['taken'] = [];
  let made = 0;

  const height = (): number => blocks.length - 1;

  function heightOf(tag: string): number {
    if (tag === 'latest') return height();
    if (tag !== 'finalized') return Number(tag);
    if (says.finalized === null) throw new RpcError(UNKNOWN_BLOCK, 'Unknown block');
    return says.finalized;
  }

  function find(hash: unknown): { sent: Sent; at: number; index: number } | null {
    const at = blocks.findIndex(({ sent }) => sent.some((one) => one.hash === hash));
    if (at < 0) return null;
    const index = blocks[at].sent.findIndex((one) => one.hash === hash);
    return { sent: blocks[at].sent[index], at, index };
  }

  function shown(at: number, isWhole: boolean): unknown {
    const block = blocks[at] as Block | undefined;
    if (!block) return null;
    const transactions = block.sent.map(({ hash }) => (isWhole ? transaction(hash) : hash));
    const parentHash = blocks[at - 1]?.hash ?? NOTHING;
    return { number: hex(at), hash: block.hash, parentHash, timestamp: hex(1_800_000_000 + at * 12), transactions };
  }

  function transaction(hash: unknown): unknown {
    const found = find(hash);
    if (!found) return null;
    const { sent, at, index } = found;
    const place = { blockHash: blocks[at].hash, blockNumber: hex(at), transactionIndex: hex(index) };
    const paid = { hash, from: PAYER, to: sent.to, value: hex(sent.value), nonce: hex(0), input: '0x', type: '0x0' };
    return { ...paid, ...place, gas: hex(21_000), gasPrice: hex(1), v: '0x1b', r: NOTHING, s: NOTHING };
  }

  function receipt(hash: unknown): unknown {
    const found = find(hash);
    if (!found) return null;
    const { sent, at, index } = found;
    const place = { blockHash: blocks[at].hash, blockNumber: hex(at), transactionIndex: hex(index) };
    const used = { gasUsed: hex(21_000), cumulativeGasUsed: hex(21_000), effectiveGasPrice: hex(1) };
    const bloom = `0x${'0'.repeat(512)}`;
    const said = { status: '0x1', type: '0x0', logs: [], logsBloom: bloom, contractAddress: null };
    return { transactionHash: hash, from: PAYER, to: sent.to, ...place, ...used, ...said };
  }

  function balanceAt(address: string, height: number): bigint {
    const below = blocks.slice(0, height + 1);
    const came = below.flatMap(({ sent }) => sent).filter(({ to }) => to === address.toLowerCase());
    const left = below.flatMap((block) => block.taken).filter(({ from }) => from === address.toLowerCase());
    const sum = (all: readonly { value: bigint }[]): bigint => all.reduce((total, { value }) => total + value, 0n);
    return sum(came) - sum(left);
  }

  function call(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_chainId':
        return hex(chainId);
      case 'eth_getCode':
        return '0x6001';
      // The token's decimals, and the balance of an address.
      case 'eth_call': {
        const { data } = params[0] as { data: string };
        const found = data === DECIMALS ? 6n : (says.tokens.get(`0x${data.slice(-ADDRESS_DIGITS)}`) ?? 0n);
        return `0x${found.toString(16).padStart(64, '0')}`;
      }
      case 'eth_getBalance':
        return hex(balanceAt(params[0] as string, heightOf(params[1] as string)));
      case 'eth_getBlockByNumber':
        return shown(heightOf(params[0] as string), params[1] === true);
      case 'eth_getLogs':
        return [];
      case 'eth_getTransactionByHash':
        return transaction(params[0]);
      case 'eth_getTransactionReceipt':
        return receipt(params[0]);
      default:
        throw new RpcError(METHOD_NOT_FOUND, `the method ${method} does not exist`);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as { id: number; method: string; params?: unknown[] };
    const reply = (told: object): void => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...told }));
    };
    try {
      reply({ result: call(asked.method, asked.params ?? []) });
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      reply({ error: { code: error.code, message: error.message } });
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    says,
    height,
    pay(to, value) {
      const hash = named(`transaction ${++made}`);
      waiting.push({ hash, to: to.toLowerCase(), value });
      return hash;
    },
    take: (from, value) => void taken.push({ from: from.toLowerCase(), value }),
    mine(count) {
      for (let block = 0; block < count; block++) {
        blocks.push({ hash: named(`block ${blocks.length}`), sent: waiting, taken });
        [waiting, taken] = [[], []];
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

function hex(value: number | bigint): string {
  return `0x${value.toString(16)}`;
}

function named(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}
