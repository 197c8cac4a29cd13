/** Nodes of real chains in the environment. */
import { z } from 'zod';
import { BITCOIN_NETWORKS, normalBitcoinAddress, type BitcoinNetwork } from '../chains/bitcoin/bitcoin-addresses';
import { normalEvmAddress } from '../chains/evm/evm-addresses';
import { extendedPublicKeyOf } from '../chains/extended-key';
import { ConfigError } from './config-error';
import { usdtAmount } from './usdt-amount';

/** Nodes and wallets of a chain. */
interface Nodes {
  rpcUrl: string;
  /** A second node of the same network, which must confirm each payment. */
  secondRpcUrl: string | undefined;
  /** Addresses that pay payouts. If empty, every payer is accepted as the exchange. */
  hotWallets: readonly string[];
  /** All other wallets of the exchange; undefined if not configured, then holdings are not compared. */
  coldWallets: readonly string[] | undefined;
}

export interface ChainNodes {
  /**
   * A node with Ethereum's JSON-RPC, its network, USDT's contract there, and the public key from which deposit
   * addresses are derived.
   */
  evm?: (Nodes & { chainId: number; usdt: string; xpub: string }) | undefined;
  /** bitcoind, its network, and the public key from which deposit addresses are derived. */
  bitcoin?: (Nodes & { network: BitcoinNetwork; xpub: string }) | undefined;
  /**
   * Two nodes must agree on a deposit above this value (USDT units of scale 8). Null: on every deposit of a chain with
   * two nodes.
   */
  twoNodesAbove: bigint | null;
  oneNode: OneNodeBounds;
}

/** Maximum value (USDT units of scale 8) credited by one node alone before finality. */
export interface OneNodeBounds {
  /** Per coin. */
  coinMax: bigint;
  /** Over all coins. */
  max: bigint;
}

/** 25,000 and 100,000 USDT. */
const ONE_NODE_COIN_MAX = 2_500_000_000_000n;
const ONE_NODE_MAX = 10_000_000_000_000n;

const BITCOIN_NETWORK_NAMES = Object.keys(BITCOIN_NETWORKS) as [BitcoinNetwork, ...BitcoinNetwork[]];
const extendedPublicKey = z
  .string()
  .refine((text) => extendedPublicKeyOf(text) !== null, 'must be an extended public key, never a private one');

/** `none`: no other wallets. */
const wallets = z
  .string()
  .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((address) => address.trim())))
  .optional();
const ethereumNode = z
  .string()
  .regex(/^https?:\/\/\S+$/, 'must look like https://node.example')
  .refine((url) => URL.canParse(url), 'must look like https://node.example')
  .optional();
const bitcoinNode = z
  .string()
  .regex(/^https?:\/\/\S+$/, 'must look like http://user:password@127.0.0.1:8332')
  .refine((url) => URL.canParse(url), 'must look like http://user:password@127.0.0.1:8332')
  .optional();

export const chainEnvironment = {
  DEPOSIT_TWO_NODES_ABOVE: usdtAmount.optional().meta({
    value: 'USDT',
    description: 'Above this value two nodes must show a deposit. Absent: always, where two nodes are configured.',
  }),
  DEPOSIT_ONE_NODE_COIN_MAX: usdtAmount.default(ONE_NODE_COIN_MAX).meta({
    value: 'USDT',
    description: 'Total of one coin that is credited before it is final on the word of one node; `0` for none.',
  }),
  DEPOSIT_ONE_NODE_MAX: usdtAmount.default(ONE_NODE_MAX).meta({
    value: 'USDT',
    description: 'The same total across all coins; must be at least `DEPOSIT_ONE_NODE_COIN_MAX`.',
  }),
  EVM_RPC_URL: ethereumNode.meta({
    value: 'URL',
    description:
      'Ethereum node; HTTPS in production unless on a private network. Absent: simulated in the demo, else no ERC20.',
  }),
  EVM_SECOND_RPC_URL: ethereumNode.meta({
    value: 'URL',
    description: 'Second Ethereum node, which must show each payment too.',
  }),
  EVM_CHAIN_ID: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'must be the number of a network, as 1 for Ethereum')
    .transform(Number)
    .optional()
    .meta({
      value: 'number (EIP-155)',
      description: 'Chain id that the node must report, `1` for Ethereum. Required with `EVM_RPC_URL`.',
    }),
  EVM_USDT_ADDRESS: z
    .string()
    .refine((address) => normalEvmAddress(address) !== null, 'must be an address of a contract')
    .optional()
    .meta({ value: 'address', description: 'Contract of USDT. Required with `EVM_RPC_URL`.' }),
  EVM_XPUB: extendedPublicKey.optional().meta({
    value: 'extended **public** key',
    description:
      "Key of account `m/44'/60'/0'`, from which deposit addresses are derived. Required with `EVM_RPC_URL`.",
  }),
  EVM_HOT_WALLETS: wallets.meta({
    value: 'addresses with commas, or `none`',
    description:
      "Addresses that pay withdrawals and take the owners' coins. Payments from other addresses are then not treated as payouts; without any wallet no coins of the owners can be booked.",
  }),
  EVM_COLD_WALLETS: wallets.meta({
    value: 'addresses with commas, or `none`',
    description:
      'All other addresses of the exchange. Coins on the chain are then compared with custody ([operate](../how-to/operate.md#reconciliation)). Needs `EVM_HOT_WALLETS`.',
  }),
  BITCOIN_RPC_URL: bitcoinNode.meta({
    value: '`http://user:password@host:8332`',
    description: 'bitcoind with `txindex=1`. Absent: simulated in the demo, else no BTC.',
  }),
  BITCOIN_SECOND_RPC_URL: bitcoinNode.meta({
    value: 'URL',
    description: 'Second bitcoind, which must show each payment too.',
  }),
  BITCOIN_NETWORK: z
    .enum(BITCOIN_NETWORK_NAMES)
    .default('main')
    .meta({ value: '`main`, `test`, `regtest`', description: 'Network of the node.' }),
  BITCOIN_XPUB: extendedPublicKey.optional().meta({
    value: 'extended **public** key (xpub or zpub)',
    description:
      "Key of account `m/84'/0'/0'`, from which deposit addresses are derived. Required with `BITCOIN_RPC_URL`.",
  }),
  BITCOIN_HOT_WALLETS: wallets.meta({
    value: 'addresses with commas, or `none`',
    description: 'As `EVM_HOT_WALLETS`.',
  }),
  BITCOIN_COLD_WALLETS: wallets.meta({
    value: 'addresses with commas, or `none`',
    description: 'As `EVM_COLD_WALLETS`. Needs `BITCOIN_HOT_WALLETS`.',
  }),
};

interface ChainEnvironment extends z.infer<z.ZodObject<typeof chainEnvironment>> {
  DEMO: boolean;
  NODE_ENV?: string | undefined;
}

/** Node and key are required together: a node without a key has no addresses, a key without a node cannot be followed. */
export function chainsFrom(read: ChainEnvironment): ChainNodes {
  const { EVM_RPC_URL, EVM_CHAIN_ID, EVM_USDT_ADDRESS, EVM_XPUB, BITCOIN_RPC_URL, BITCOIN_NETWORK, BITCOIN_XPUB } =
    read;
  const { EVM_SECOND_RPC_URL, BITCOIN_SECOND_RPC_URL } = read;
  const evm = [EVM_RPC_URL, EVM_CHAIN_ID, EVM_USDT_ADDRESS, EVM_XPUB];
  if (evm.some((value) => value !== undefined) && evm.includes(undefined)) {
    throw new ConfigError('EVM_RPC_URL, EVM_CHAIN_ID, EVM_USDT_ADDRESS and EVM_XPUB go together.');
  }
  if ((BITCOIN_RPC_URL === undefined) !== (BITCOIN_XPUB === undefined)) {
    throw new ConfigError('BITCOIN_RPC_URL and BITCOIN_XPUB go together.');
  }
  const nodes = { EVM_RPC_URL, EVM_SECOND_RPC_URL, BITCOIN_RPC_URL, BITCOIN_SECOND_RPC_URL };
  for (const chain of ['EVM', 'BITCOIN'] as const) {
    const { [`${chain}_RPC_URL` as const]: firstUrl, [`${chain}_SECOND_RPC_URL` as const]: secondUrl } = nodes;
    if (secondUrl === undefined) continue;
    if (firstUrl === undefined) {
      throw new ConfigError(`${chain}_SECOND_RPC_URL needs ${chain}_RPC_URL: a second node agrees with a first.`);
    }
    if (new URL(firstUrl).href === new URL(secondUrl).href) {
      throw new ConfigError(
        `${chain}_SECOND_RPC_URL is the same node as ${chain}_RPC_URL: it would agree with itself.`,
      );
    }
  }
  for (const chain of ['EVM', 'BITCOIN'] as const) {
    const { [`${chain}_COLD_WALLETS` as const]: cold, [`${chain}_HOT_WALLETS` as const]: hot } = read;
    if (cold !== undefined && hot === undefined) {
      throw new ConfigError(
        `${chain}_COLD_WALLETS needs ${chain}_HOT_WALLETS, or none there: what is swept to a wallet that nobody named would be missed.`,
      );
    }
  }
  if (read.DEPOSIT_ONE_NODE_COIN_MAX > read.DEPOSIT_ONE_NODE_MAX) {
    throw new ConfigError('DEPOSIT_ONE_NODE_COIN_MAX must not be above DEPOSIT_ONE_NODE_MAX: one coin is part of all.');
  }
  for (const [name, url] of Object.entries(nodes)) {
    if (read.NODE_ENV === 'production' && url !== undefined && isRemotePlainHttp(url)) {
      throw new ConfigError(
        `NODE_ENV=production needs ${name} to be https, or on this machine or a private network: whoever stands between makes deposits up.`,
      );
    }
  }
  if (read.DEMO && (EVM_RPC_URL !== undefined || BITCOIN_RPC_URL !== undefined)) {
    throw new ConfigError(
      'A node needs DEMO=off: whoever withdrew the demo’s money there would be paid with somebody’s own.',
    );
  }
  const normalBitcoin = (address: string): string | null => normalBitcoinAddress(address, BITCOIN_NETWORK);
  return {
    twoNodesAbove: read.DEPOSIT_TWO_NODES_ABOVE ?? null,
    oneNode: { coinMax: read.DEPOSIT_ONE_NODE_COIN_MAX, max: read.DEPOSIT_ONE_NODE_MAX },
    evm:
      EVM_RPC_URL !== undefined &&
      EVM_CHAIN_ID !== undefined &&
      EVM_USDT_ADDRESS !== undefined &&
      EVM_XPUB !== undefined
        ? {
            rpcUrl: EVM_RPC_URL,
            secondRpcUrl: EVM_SECOND_RPC_URL,
            chainId: EVM_CHAIN_ID,
            usdt: EVM_USDT_ADDRESS,
            xpub: EVM_XPUB,
            hotWallets: walletsIn('EVM_HOT_WALLETS', read.EVM_HOT_WALLETS ?? [], normalEvmAddress),
            coldWallets:
              read.EVM_COLD_WALLETS && walletsIn('EVM_COLD_WALLETS', read.EVM_COLD_WALLETS, normalEvmAddress),
          }
        : undefined,
    bitcoin:
      BITCOIN_RPC_URL !== undefined && BITCOIN_XPUB !== undefined
        ? {
            rpcUrl: BITCOIN_RPC_URL,
            secondRpcUrl: BITCOIN_SECOND_RPC_URL,
            network: BITCOIN_NETWORK,
            xpub: BITCOIN_XPUB,
            hotWallets: walletsIn('BITCOIN_HOT_WALLETS', read.BITCOIN_HOT_WALLETS ?? [], normalBitcoin),
            coldWallets:
              read.BITCOIN_COLD_WALLETS && walletsIn('BITCOIN_COLD_WALLETS', read.BITCOIN_COLD_WALLETS, normalBitcoin),
          }
        : undefined,
  };
}

/**
 * Local are loopback, names without a dot as in container networks, and the private networks of RFC 1918 and RFC 4193.
 */
function isRemotePlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return false;
  const isNear =
    !/[.:]/.test(hostname) ||
    /^(?:127|10)(?:\.\d+){3}$|^192\.168(?:\.\d+){2}$|^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$/.test(hostname) ||
    /^\[(?:::1|f[cd][0-9a-f]{2}:.*)\]$/.test(hostname);
  return !isNear;
}

function walletsIn(name: string, addresses: readonly string[], normal: (address: string) => string | null): string[] {
  return addresses.map((address) => {
    const normalized = normal(address);
    if (normalized === null) throw new ConfigError(`${name}: ${address} is no address of that network.`);
    return normalized;
  });
}
