/**
 * bitcoind for tests, as far as the exchange uses it: JSON-RPC 1.0 over HTTP with a password, its error codes and
 * statuses, amounts as JSON numbers of coins, and blocks that can be replaced.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const USER = 'exchange';
/** Owner of the coins that every payment spends. */
export const PAYER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const PASSWORD = 'p@ss word';
const INVALID_ADDRESS_OR_KEY = -5;
const INVALID_PARAMETER = -8;
const METHOD_NOT_FOUND = -32601;

export interface BitcoinOutput {
  address: string;
  /** Satoshis. */
  amount: bigint;
}

interface Transaction {
  txid: string;
  /** Whether it is a coinbase transaction, with newly created coins. */
  isNew: boolean;
  vout: { value: string; n: number; scriptPubKey: { address?: string; type: string } }[];
  height: number | null;
}

interface Block {
  hash: string;
  height: number;
  previousblockhash?: string;
  time: number;
  txids: string[];
}

export interface BitcoinServer {
  /** Includes user and password. */
  url: string;
  /** Each entry is the failure of one following request. */
  failures: ('hang up' | 'warming up' | 'no json')[];
  /** Methods whose requests are dropped while they are in this set. */
  silent: Set<string>;
  /** Scans of the UTXO set: `busy` while another client scans, and the number of scans that their client aborted. */
  scans: { busy: boolean; ended: number };
  /** Delays answers to scans until the returned function is called. */
  hold(): () => void;
  /** Reported network, and whether the initial block download is running. */
  says: { chain: string; initialblockdownload: boolean };
  /** As in `getnetworkinfo`. Below 220000 outputs have `addresses` instead of `address`. */
  software: { version: number };
  pay(outputs: readonly BitcoinOutput[], isNew?: boolean): string;
  /** Removes this number of satoshis from what addresses have received. */
  spend(amount: bigint): void;
  mine(blocks: number): void;
  /** Reverts blocks and creates one more. The first new block has their transactions except the dropped ones. */
  reorganise(depth: number, dropped?: readonly string[]): void;
  close(): Promise<void>;
}

export async function startBitcoinServer(): Promise<BitcoinServer> {
  const transactions = new Map<string, Transaction>();
  const blocks: Block[] = [];
  const inputs = new Map<string, unknown>();
  const failures: BitcoinServer['failures'] = [];
  const silent: BitcoinServer['silent'] = new Set();
  const says = { chain: 'main', initialblockdownload: false };
  const software = { version: 290000 };
  const scans = { busy: false, ended: 0 };
  let held: Promise<void> | null = null;
  let branch = 0;
  let made = 0;
  let spent = 0n;

  const waiting = () => [...transactions.values()].filter(({ height }) => height === null);
  const tip = () => blocks[blocks.length - 1];

  function mineOne(): void {
    const height = blocks.length;
    const below = blocks.at(-1)?.hash;
    const hash = sha256(`${branch}/${height}/${below}`);
    const own = waiting();
    for (const transaction of own) transaction.height = height;
    blocks.push({
      hash,
      height,
      previousblockhash: below,
      time: Math.floor(Date.now() / 1_000),
      txids: own.map(({ txid }) => txid),
    });
  }
  mineOne();

  function call(method: string, params: unknown[]): unknown {
    switch (method) {
      case 'getblockchaininfo':
        return { ...says, blocks: tip().height, headers: tip().height, bestblockhash: tip().hash };
      case 'getnetworkinfo':
        return { ...software, subversion: '/Satoshi/', protocolversion: 70016 };
      case 'getblockhash': {
        const block = blocks[params[0] as number];
        if (!block) throw new RpcError(INVALID_PARAMETER, 'Block height out of range');
        return block.hash;
      }
      case 'getblock': {
        const block = blocks.find(({ hash }) => hash === params[0]);
        if (!block) throw new RpcError(INVALID_ADDRESS_OR_KEY, 'Block not found');
        const { txids, ...rest } = block;
        return { ...rest, tx: txids.map((txid) => shown(transactions.get(txid) as Transaction)) };
      }
      case 'getrawtransaction': {
        const before = inputs.get(params[0] as string);
        if (before) return before;
        const found = transactions.get(params[0] as string);
        if (!found) throw new RpcError(INVALID_ADDRESS_OR_KEY, 'No such mempool or blockchain transaction.');
        return shown(found);
      }
      case 'scantxoutset': {
        if (params[0] === 'abort') {
          scans.ended++;
          return true;
        }
        if (scans.busy)
          throw new RpcError(INVALID_PARAMETER, 'Scan already in progress, use action "abort" or "status"');
        const addresses = (params[1] as string[]).map((text) => /^addr\((.+)\)$/.exec(text)?.[1]);
        const confirmed = [...transactions.values()].filter(({ height }) => height !== null);
        const unspent = confirmed
          .flatMap(({ vout }) => vout)
          .filter(({ scriptPubKey: { address } }) => addresses.includes(address));
        const sum = unspent.reduce((total, { value }) => total + satoshis(value), 0n) - spent;
        return { success: true, height: tip().height, bestblock: tip().hash, unspents: [], total_amount: coins(sum) };
      }
      default:
        throw new RpcError(METHOD_NOT_FOUND, 'Method not found');
    }
  }

  function shown({ txid, isNew, vout, height }: Transaction): unknown {
    const spentIn = inputOf(txid);
    const vin = isNew
      ? [{ coinbase: '03a1b2c3', sequence: 0 }]
      : [0, 1].map((place) => ({ txid: spentIn, vout: place }));
    const placed =
      height === null
        ? {}
        : { confirmations: tip().height - height + 1, blockhash: blocks[height].hash, blocktime: blocks[height].time };
    const outputs = software.version >= 220_000 ? vout : vout.map((output) => asBefore(output));
    return { txid, vin, vout: outputs, ...placed };
  }

  function inputOf(txid: string): string {
    const spentIn = sha256(`input of ${txid}`);
    const scriptPubKey = { address: PAYER, type: 'witness_v0_keyhash' };
    inputs.set(spentIn, {
      txid: spentIn,
      vin: [],
      vout: [0, 1].map((n) => ({ value: '1.00000000', n, scriptPubKey })),
      confirmations: 200,
    });
    return spentIn;
  }

  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const failure = failures.shift();
    if (failure === 'hang up') {
      request.socket.destroy();
      return;
    }
    if (failure === 'no json') {
      response.writeHead(502).end('<html>');
      return;
    }
    const expected = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
    if (request.headers.authorization !== expected) {
      response.writeHead(401).end();
      return;
    }
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    if (silent.has(method as string)) {
      request.socket.destroy();
      return;
    }
    try {
      if (failure === 'warming up') throw new RpcError(-28, 'Loading block index…');
      if (method === 'scantxoutset' && (params as unknown[])[0] === 'start') await held;
      const result = call(method as string, params as unknown[]);
      // Coin amounts are written digit by digit, like bitcoind's.
      const text = JSON.stringify({ result, error: null, id }).replace(/"(value|total_amount)":"([\d.]+)"/g, '"$1":$2');
      response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message } = error;
      response.writeHead(code === METHOD_NOT_FOUND ? 404 : 500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ result: null, error: { code, message }, id }));
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    failures,
    silent,
    scans,
    hold() {
      let release: () => void = () => undefined;
      held = new Promise((resolve) => (release = resolve));
      return release;
    },
    says,
    software,
    pay(outputs, isNew = false) {
      const txid = sha256(`transaction ${++made}`);
      const vout: Transaction['vout'] = outputs.map(({ address, amount }, n) => {
        return { value: coins(amount), n, scriptPubKey: { address, type: 'witness_v0_keyhash' } };
      });
      // An output without an address, as many transactions have.
      vout.push({ value: '0.00000000', n: outputs.length, scriptPubKey: { type: 'nulldata' } });
      transactions.set(txid, { txid, isNew, vout, height: null });
      return txid;
    },
    spend(amount) {
      spent += amount;
    },
    mine(count) {
      for (let block = 0; block < count; block++) mineOne();
    },
    reorganise(depth, dropped = []) {
      const kept = blocks.length - depth;
      blocks.splice(kept);
      for (const transaction of transactions.values()) {
        if (transaction.height !== null && transaction.height >= kept) transaction.height = null;
      }
      for (const txid of dropped) transactions.delete(txid);
      branch++;
      for (let block = 0; block <= depth; block++) mineOne();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function asBefore(output: Transaction['vout'][number]): unknown {
  const { address, type } = output.scriptPubKey;
  return { ...output, scriptPubKey: address === undefined ? { type } : { type, reqSigs: 1, addresses: [address] } };
}

class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

function coins(satoshis: bigint): string {
  const digits = satoshis.toString().padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

function satoshis(value: string): bigint {
  return BigInt(value.replace('.', ''));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
