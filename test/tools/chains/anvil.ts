/** A local Ethereum node for tests, with a token that logs transfers like USDT. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { encodeFunctionData, getAddress, parseAbi, type Hex } from 'viem';

const BINARY = path.resolve(__dirname, '../../../node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil');
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const START_MS_MAX = 30_000;

const TRANSFER = parseAbi(['function transfer(address to, uint256 value) returns (bool)']);

/** The package is optional, since its binary is for one platform. */
export const hasAnvil = existsSync(BINARY);

export interface Anvil {
  url: string;
  /** Address of the token contract. */
  token: string;
  rpc<T = string>(method: string, params?: unknown[]): Promise<T>;
  /** Sends ether and waits for a block. */
  sendEther(to: string, wei: bigint): Promise<string>;
  /** One transaction whose contract sends this amount of the received ether to each address; waits for a block. */
  sendByContract(to: readonly string[], wei: bigint, sending?: { given?: bigint; from?: string }): Promise<string>;
  /** One transaction that logs a transfer for each output; waits for a block. */
  sendToken(outputs: readonly { address: string; amount: bigint }[], from?: string): Promise<string>;
  mine(blocks: number): Promise<void>;
  /**
   * Reverts blocks with their content, and creates one more block in their place with the transactions that are kept.
   */
  reorganise(depth: number, kept?: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** `decimals`: the token's own answer, which it gives to every call. */
export async function startAnvil({ decimals = 6 }: { decimals?: number } = {}): Promise<Anvil> {
  const child = spawn(BINARY, ['--port', '0', '--no-mining', '--order', 'fifo'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await addressOf(child);
  let calls = 0;

  async function rpc<T = string>(method: string, params: unknown[] = []): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++calls, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  const [from] = await rpc<string[]>('eth_accounts');
  /** Stored as sent, to send it again on another branch. The same nonce gives the same transaction. */
  const sent = new Map<string, object>();
  const send = async (transaction: { from?: string; [field: string]: unknown }): Promise<string> => {
    const payer = transaction.from ?? from;
    const nonce = await rpc('eth_getTransactionCount', [payer, 'pending']);
    const whole = { from: payer, gas: '0x100000', gasPrice: '0x77359400', nonce, ...transaction };
    const hash = await rpc('eth_sendTransaction', [whole]);
    sent.set(hash, whole);
    return hash;
  };
  const mine = async (blocks: number): Promise<void> => {
    for (let block = 0; block < blocks; block++) await rpc('evm_mine');
  };

  const deployed = await send({ data: tokenCode(decimals) });
  await mine(1);
  const receipt = await rpc<{ contractAddress: string }>('eth_getTransactionReceipt', [deployed]);
  const token = getAddress(receipt.contractAddress);

  return {
    url,
    token,
    rpc,
    mine,
    sendEther: (to, wei) => send({ to, value: `0x${wei.toString(16)}` }),
    sendByContract: (to, wei, { given = wei * BigInt(to.length), from: payer = from } = {}) =>
      send({ from: payer, data: payingCode(to, wei), value: `0x${given.toString(16)}` }),
    sendToken(outputs, payer = from) {
      const [first, ...rest] = outputs.map(({ address, amount }) =>
        encodeFunctionData({ abi: TRANSFER, args: [address as Hex, amount] }),
      );
      // Further transfers follow as plain words.
      return send({ from: payer, to: token, data: first + rest.map((data) => data.slice(10)).join('') });
    },
    async reorganise(depth, kept = []) {
      const height = Number(await rpc('eth_blockNumber'));
      await rpc('anvil_rollback', [depth]);
      await rpc('anvil_dropAllTransactions');
      // A different time gives a different block hash.
      await rpc('evm_increaseTime', [1_000]);
      for (const hash of kept) await rpc('eth_sendTransaction', [sent.get(hash)]);
      while (Number(await rpc('eth_blockNumber')) <= height) await rpc('evm_mine');
    },
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`anvil does not listen: ${said}`)), START_MS_MAX);
    child.once('error', reject);
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /Listening on (\S+)/.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(`http://${found[1]}`);
    });
  });
}

/** Constructor code that sends this amount of ether to each address and deploys an empty contract. */
function payingCode(to: readonly string[], wei: bigint): string {
  const value = wei.toString(16).padStart(64, '0');
  const call = (address: string): string => `60006000600060007f${value}73${address.slice(2).toLowerCase()}5af150`;
  return `0x${to.map(call).join('')}00`;
}

/**
 * A token of a hundred bytes: `transfer(to, value)` logs `Transfer(caller, to, value)`, a second pair of words logs a
 * second one, and a value above 2^128 − 1 reverts. It keeps no balances, because no test needs them.
 */
function tokenCode(decimals: number): string {
  const log = (value: string, to: string): string => `${value}35600052${to}35337f${TRANSFER_TOPIC}60206000a3`;
  const head = '602435' + '6f' + 'ff'.repeat(16) + '10';
  const first = log('6024', '6004');
  const hasSecond = '3660641015';
  const second = log('6064', '6044');
  const end = `5b60${decimals.toString(16).padStart(2, '0')}60005260206000f3`;
  const refuse = '5b60006000fd';
  const bytes = (code: string): number => code.length / 2;
  const jump = 3;
  const endAt = bytes(head) + jump + bytes(first) + bytes(hasSecond) + jump + bytes(second);
  const refuseAt = endAt + bytes(end);
  const to = (place: number): string => `60${place.toString(16).padStart(2, '0')}57`;
  const runtime = head + to(refuseAt) + first + hasSecond + to(endAt) + second + end + refuse;
  const length = bytes(runtime).toString(16).padStart(2, '0');
  // Twelve bytes that copy and return the bytes after them.
  return `0x60${length}600c60003960${length}6000f3${runtime}`;
}
