/** Bitcoin through bitcoind. Looking up a payout's transaction requires `txindex=1`. */
import { z } from 'zod';
import type { HDKey } from '@scure/bip32';
import { unitsOf } from '../../../../shared/rules/units';
import {
  ChainMismatch,
  ChainUnavailable,
  type ChainBlock,
  type ChainPort,
  type ChainTransaction,
  type ChainHoldings,
  type Payment,
  type PaymentOrigin,
} from '../chain-port';
import { BITCOIN_COINS } from '../coins';
import { fingerprintOf } from '../extended-key';
import {
  bitcoinAddressAt,
  normalBitcoinAddress,
  normalBitcoinTransaction,
  type BitcoinNetwork,
} from './bitcoin-addresses';
import { BitcoinRefusal, BitcoinRpc } from './bitcoin-rpc';

/**
 * 22.0: outputs name their receiver as `address`. Earlier versions have `addresses`, and no payment would be detected.
 */
const VERSION_MIN = 220_000;
/** Output types that have an address; `pubkey`, `multisig`, `nulldata` and nonstandard ones have none. */
const ADDRESSED: ReadonlySet<string> = new Set([
  'pubkeyhash',
  'scripthash',
  'witness_v0_keyhash',
  'witness_v0_scripthash',
  'witness_v1_taproot',
]);
const DIGITS = 8;
const TRANSACTIONS_SHOWN = 2;

const output = z.object({
  value: z.number().nonnegative(),
  n: z.int(),
  scriptPubKey: z.object({ type: z.string(), address: z.string().optional() }),
});
const transaction = z.object({
  txid: z.string(),
  vin: z
    .array(z.object({ coinbase: z.string().optional(), txid: z.string().optional(), vout: z.int().optional() }))
    .default([]),
  vout: z.array(output),
  confirmations: z.int().optional(),
  blockhash: z.string().optional(),
  /** Seconds. */
  blocktime: z.int().optional(),
});
const block = z.object({
  hash: z.string(),
  height: z.int(),
  previousblockhash: z.string().default(''),
  tx: z.array(transaction),
});
const information = z.object({
  chain: z.string(),
  blocks: z.int(),
  bestblockhash: z.string(),
  initialblockdownload: z.boolean().default(false),
});
const networkInformation = z.object({ version: z.int() });
const unspent = z.object({ success: z.boolean(), height: z.int(), bestblock: z.string(), total_amount: z.number() });
/** Timeout in ms of a scan of the whole UTXO set. A scan takes minutes, more on a slow disk; nothing waits for it. */
const SCAN_MS = 60 * 60_000;
/** Newly mined coins can be spent 100 blocks later (consensus rule COINBASE_MATURITY). */
const MATURITY = 100;
/** Depth in blocks after which a block counts as final; no reorganisation has been that deep. */
const FINAL_BLOCKS = 100;
/** Confirmations after which coins may be paid out again; a common convention. */
const SETTLED_CONFIRMATIONS = 6;
/**
 * A block's timestamp exceeds the median of the eleven blocks before it (consensus), and miners' clocks are inaccurate.
 */
const BLOCK_TIME_SLACK_MS = 2 * 3_600_000;
const CHAIN = 'BTC';

export interface BitcoinChainOptions {
  rpcUrl: string;
  account: HDKey;
  network: BitcoinNetwork;
  timeoutMs: number;
  /** Timeout of a scan of the whole UTXO set, ms. */
  scanMs?: number;
  hotWallets?: readonly string[];
  coldWallets?: readonly string[] | null;
}

export function openBitcoinChain(options: BitcoinChainOptions): ChainPort {
  const { rpcUrl, account, network, timeoutMs, scanMs = SCAN_MS, hotWallets = [], coldWallets = null } = options;
  const rpc = new BitcoinRpc(rpcUrl, timeoutMs);
  const hashAt = (height: number) => rpc.call('getblockhash', [height], z.string());

  async function informed() {
    const found = await rpc.call('getblockchaininfo', [], information);
    if (!found) throw new ChainUnavailable('bitcoind: getblockchaininfo: nothing');
    return found;
  }

  /** Addresses of the owners of these outputs of the transaction. */
  async function payersOf(transactionId: string, places: readonly number[]): Promise<string[]> {
    const before = await rpc.call('getrawtransaction', [transactionId, true], transaction);
    const outputs = before?.vout.filter(({ n }) => places.includes(n)) ?? [];
    return outputs.flatMap(({ scriptPubKey: { address } }) => address ?? []);
  }

  return {
    chain: CHAIN,
    isSimulated: false,
    hotWallets: new Set(hotWallets),
    coldWallets: coldWallets && new Set(coldWallets),
    blockTimeSlackMs: BLOCK_TIME_SLACK_MS,
    identity: `bitcoin/${network}/${fingerprintOf(account)}`,
    coins: BITCOIN_COINS,

    async facts() {
      const { chain, initialblockdownload } = await informed();
      if (chain !== network) throw new ChainMismatch(CHAIN, 'network', network, chain);
      const software = await rpc.call('getnetworkinfo', [], networkInformation);
      const version = software?.version ?? 0;
      if (version < VERSION_MIN) throw new ChainMismatch(CHAIN, 'version', '22.0 or newer', versionOf(version));
      if (initialblockdownload) throw new ChainUnavailable('bitcoind: it is still reading its chain');
      return { network: chain };
    },

    async final() {
      const height = (await informed()).blocks - FINAL_BLOCKS;
      const hash = height > 0 ? await hashAt(height) : null;
      return hash === null ? null : { height, hash };
    },

    settled: async () => (await informed()).blocks - SETTLED_CONFIRMATIONS + 1,

    /** At its newest block; spent outputs can no longer be queried at an earlier one. */
    async held(addresses): Promise<ChainHoldings | null> {
      const descriptors = addresses.map((address) => `addr(${address})`);
      const found = await rpc
        .callLong('scantxoutset', ['start', descriptors], unspent, scanMs)
        .catch((error: unknown) => {
          // The scan would continue after its caller's timeout and block other scans. A refused scan belongs to another
          // caller.
          if (!(error instanceof BitcoinRefusal))
            void rpc.call('scantxoutset', ['abort'], z.boolean()).catch(() => null);
          throw error;
        });
      if (!found.success) throw new ChainUnavailable('bitcoind: scantxoutset: it was ended before it was through');
      const amounts = new Map([['BTC', satoshis(found.total_amount)]]);
      return { block: { height: found.height, hash: found.bestblock }, amounts };
    },

    async tip() {
      const found = await informed();
      return { height: found.blocks, hash: found.bestblockhash };
    },

    hashAt,

    async block(height, isWatched): Promise<ChainBlock | null> {
      const hash = await hashAt(height);
      if (hash === null) return null;
      const found = await rpc.call('getblock', [hash, TRANSACTIONS_SHOWN], block);
      if (!found) return null;
      const payments = found.tx.flatMap(({ txid, vin, vout }) =>
        paymentsOf({ txid, vin, vout })
          .filter(({ address }) => isWatched(address))
          .map((payment) => ({ transaction: txid, ...payment })),
      );
      return { height: found.height, hash: found.hash, parent: found.previousblockhash, payments };
    },

    async transaction(id): Promise<ChainTransaction | null> {
      const found = await rpc.call('getrawtransaction', [id, true], transaction);
      if (!found) return null;
      const confirmations = Math.max(0, found.confirmations ?? 0);
      return { confirmations, block: found.blockhash ?? null, payments: paymentsOf(found) };
    },

    isPaidAsWhole: true,
    async originOfPayment(id): Promise<PaymentOrigin | null> {
      const found = await rpc.call('getrawtransaction', [id, true], transaction);
      if (found?.blocktime === undefined) return null;
      const outputsByTransaction = new Map<string, number[]>();
      for (const { txid, vout = 0 } of found.vin) {
        if (txid !== undefined) outputsByTransaction.set(txid, [...(outputsByTransaction.get(txid) ?? []), vout]);
      }
      const payers = new Set<string>();
      for (const [txid, places] of outputsByTransaction)
        for (const payer of await payersOf(txid, places)) payers.add(payer);
      return { minedAt: found.blocktime * 1_000, payers: [...payers] };
    },

    depositAddress: (index) => bitcoinAddressAt(account, index, network),
    normalAddress: (address) => normalBitcoinAddress(address, network),
    normalTransaction: normalBitcoinTransaction,
    paymentUri: (address) => `bitcoin:${address}`,
  };
}

/** Formats a version like release names: 290100 is 29.1. */
function versionOf(version: number): string {
  return `${Math.floor(version / 10_000)}.${Math.floor(version / 100) % 100}`;
}

/**
 * An output without an address pays no known party. If its type always has an address, the node's format differs from the expected one;
 * continuing would silently miss deposits.
 */
function paymentsOf({
  txid,
  vin,
  vout: outputs,
}: Pick<z.infer<typeof transaction>, 'txid' | 'vin' | 'vout'>): Payment[] {
  const isNew = vin.some(({ coinbase }) => coinbase !== undefined);
  return outputs.flatMap(({ value, n, scriptPubKey: { type, address } }) => {
    if (address === undefined && ADDRESSED.has(type))
      throw new ChainUnavailable(`bitcoind: ${txid}: an output of ${type} has no address`);
    if (address === undefined) return [];
    const payment = { output: String(n), asset: 'BTC', address, amount: satoshis(value) };
    return [isNew ? { ...payment, matures: MATURITY } : payment];
  });
}

/**
 * bitcoind writes coins as JSON numbers. The total supply is 2.1 × 10^15 satoshis, which a double represents exactly.
 */
function satoshis(value: number): bigint {
  const units = unitsOf(value.toFixed(DIGITS), DIGITS);
  if (typeof units !== 'bigint') throw new ChainUnavailable(`bitcoind: ${value} is no amount`);
  return units;
}
