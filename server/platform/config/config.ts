/** What the environment may say. Read once at the start, checked whole, refused with every fault named. */
import path from 'node:path';
import { z } from 'zod';
import { BITCOIN_NETWORKS, type BitcoinNetwork } from '../chains/bitcoin/bitcoin-addresses';
import { normalEvmAddress } from '../chains/evm/evm-addresses';
import { extendedPublicKeyOf } from '../chains/extended-key';
import { EXCHANGES, type ExchangeName } from '../prices/exchanges/exchange-names';
import { environmentNameOf, LIMITS, type Limits } from '../limits';

/** Where a chain is asked. */
interface Nodes {
  rpcUrl: string;
  /** Another node of the same network, which must show each payment as well. */
  secondRpcUrl: string | undefined;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** `esdb://…`; absent for the embedded journal. */
  journalUrl?: string;
  /** Where closed segments of the embedded journal may have been moved to; absent: nowhere. */
  journalArchive?: string | undefined;
  /** A journal that contradicts what has seen it, accepted by its head and by how far it was seen; null when none is. */
  journalAccept: { head: number; witnessed: number } | null;
  /** Size in bytes of one append to EventStoreDB, as its server is configured; absent for its default. */
  journalAppendBytesMax?: number;
  /** Revisions of the stream in EventStoreDB that are none of the journal's. */
  journalSkip?: readonly number[];
  /** `postgres://…`; absent for embedded SQLite. */
  databaseUrl?: string;
  role: 'all';
  /** Demo users, simulated surroundings; must be off in production. */
  demo: boolean;
  /** What the demo's simulation begins with: the same seed, the same prices at the same time. */
  demoSeed: number;
  /** Given by an operator or a test: what the seeds of the simulated index are derived from. Absent: each is by chance. */
  demoIndexSeed?: number | undefined;
  /** How much history the demo's first start makes, in minutes; 0 for none. */
  demoHistoryMinutes: number;
  production: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  /** How many proxies in front add to X-Forwarded-For; what stands before their entries is a visitor's claim. */
  trustProxy: number | false;
  /** `https://exchange.example`: the address that browsers show. Absent: whatever host a request names. */
  publicUrl?: string | undefined;
  /** When set, /metrics asks for it as a bearer token. */
  metricsToken?: string;
  /** Base64 of the 32 bytes that seal secrets at rest; absent for a key file in the data directory. */
  secretsKey?: string | undefined;
  /** `smtp://…` or `smtps://…`, and the sender; absent: no mail leaves, the outbox keeps it. */
  smtp?: { url: string; from: string; encrypted?: boolean } | undefined;
  /** The gateway for text messages, and its bearer token; absent: none leaves, the outbox keeps it. */
  sms?: { url: string; token?: string | undefined } | undefined;
  /** A node that speaks Ethereum's JSON-RPC, its network, USDT's contract there, and the public key that deposit addresses come from. */
  evm?: (Nodes & { chainId: number; usdt: string; xpub: string }) | undefined;
  /** bitcoind, the network it is on, and the public key that deposit addresses come from. */
  bitcoin?: (Nodes & { network: BitcoinNetwork; xpub: string }) | undefined;
  /** Exchanges whose public prices make the index; none: nothing is published, but for the demo's simulated one. */
  indexSources: readonly ExchangeName[];
  /** Seconds between two blocks of a simulated chain; 0: only when it is told to. */
  simulatedBlockSeconds: number;
  /** A MaxMind database of places; absent: log-ins show no place. */
  geoIpFile?: string | undefined;
  /** A bucket of an S3-compatible store for files of users; absent: the folder `files` of the data directory. */
  bucket?: { url: string; region: string; accessKey: string; secretKey: string } | undefined;
  limits: Limits;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const ROLES = ['all', 'core', 'gateway', 'projector'] as const;
const SECRET_LENGTH_MIN = 16;
const DEMO_SEED = 20_260_101;
/** A day. More would make the first start wait for too long. */
const DEMO_HISTORY_MINUTES_MAX = 1_440;

const SIMULATED_BLOCK_SECONDS = 10;
const BITCOIN_NETWORK_NAMES = Object.keys(BITCOIN_NETWORKS) as [BitcoinNetwork, ...BitcoinNetwork[]];
const extendedPublicKey = z
  .string()
  .refine((text) => extendedPublicKeyOf(text) !== null, 'must be an extended public key, never a private one');

const onOff = z.enum(['on', 'off']).transform((word) => word === 'on');
/** Exactly what 32 bytes look like in base64: the last digit before the padding carries four bits. */
const SECRETS_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
/** 32 random bytes with fewer different ones among them do not happen: it is a pattern that somebody typed. */
const SECRETS_KEY_DISTINCT_MIN = 16;
const count = z
  .string()
  .regex(/^[1-9]\d{0,11}$/, 'must be a positive whole number')
  .transform(Number);

const limitsEnvironment = Object.fromEntries(
  Object.keys(LIMITS).map((limit) => [environmentNameOf(limit), count.optional()]),
);

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

const environment = z.object({
  ...limitsEnvironment,
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number')
    .default(3000),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  JOURNAL_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/, 'must look like esdb://host:2113')
    .optional(),
  JOURNAL_ARCHIVE: z.string().min(1).optional(),
  JOURNAL_ACCEPT: z
    .string()
    .regex(/^(-1|\d{1,15})\/\d{1,15}$/, 'must be the two positions that a refused start has named: 12/345')
    .transform((text) => text.split('/').map(Number))
    .optional(),
  JOURNAL_APPEND_BYTES_MAX: count.optional(),
  JOURNAL_SKIP: z
    .string()
    .regex(/^\d{1,15}(,\d{1,15}){0,99}$/, 'must be revisions of the stream, a hundred at most: 12,345')
    .transform((text) => text.split(',').map(Number))
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgres://user:password@host/database')
    .optional(),
  ROLE: z.enum(ROLES).default('all'),
  DEMO: onOff.default(true),
  DEMO_SEED: count.optional(),
  DEMO_HISTORY_MINUTES: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of minutes')
    .transform(Number)
    .refine((minutes) => minutes <= DEMO_HISTORY_MINUTES_MAX, `must be at most ${DEMO_HISTORY_MINUTES_MAX}`)
    .default(DEMO_HISTORY_MINUTES_MAX),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  TRUST_PROXY: z
    .string()
    .regex(/^(off|on|[1-9])$/, 'must be off, on or the number of proxies in front')
    .default('off'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must look like https://exchange.example, without a path')
    .transform((url) => new URL(url).origin)
    .optional(),
  METRICS_TOKEN: z.string().min(SECRET_LENGTH_MIN, `must have at least ${SECRET_LENGTH_MIN} characters`).optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must look like smtps://user:password@host')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address, as in Open Exchange <no-reply@example.com>')
    .optional(),
  SMS_URL: z
    .string()
    .regex(/^https?:\/\/\S+$/, 'must look like https://gateway.example/send')
    .optional(),
  SMS_TOKEN: z.string().min(1).optional(),
  EVM_RPC_URL: ethereumNode,
  EVM_SECOND_RPC_URL: ethereumNode,
  EVM_CHAIN_ID: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'must be the number of a network, as 1 for Ethereum')
    .transform(Number)
    .optional(),
  EVM_USDT_ADDRESS: z
    .string()
    .refine((address) => normalEvmAddress(address) !== null, 'must be an address of a contract')
    .optional(),
  EVM_XPUB: extendedPublicKey.optional(),
  BITCOIN_RPC_URL: bitcoinNode,
  BITCOIN_SECOND_RPC_URL: bitcoinNode,
  BITCOIN_NETWORK: z.enum(BITCOIN_NETWORK_NAMES).default('main'),
  BITCOIN_XPUB: extendedPublicKey.optional(),
  INDEX_SOURCES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(EXCHANGES, `must be exchanges of these, with commas between them: ${EXCHANGES.join(', ')}`)))
    .refine((names) => new Set(names).size === names.length, 'must name each exchange once')
    .default([]),
  SIMULATED_BLOCK_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of seconds')
    .transform(Number)
    .default(SIMULATED_BLOCK_SECONDS),
  GEOIP_FILE: z.string().min(1).optional(),
  FILES_URL: z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/, 'must look like https://s3.example.com/bucket')
    .optional(),
  FILES_REGION: z.string().min(1).default('us-east-1'),
  FILES_ACCESS_KEY: z.string().min(1).optional(),
  FILES_SECRET_KEY: z.string().min(1).optional(),
  SECRETS_KEY: z
    .string()
    .regex(SECRETS_KEY, 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them')
    .refine((key) => new Set(Buffer.from(key, 'base64')).size >= SECRETS_KEY_DISTINCT_MIN, 'must be random')
    .optional(),
});

/** The environment does not make sense; the message names each variable and what is wrong with it. */
export class ConfigError extends Error {}

/** The configuration of this process. An empty variable counts as absent: compose files write them that way. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`configuration refused\n  ${faults.join('\n  ')}`);
  }
  const read = parsed.data;
  refuseRole(read.ROLE, read.JOURNAL_URL);
  if (read.JOURNAL_SKIP && read.JOURNAL_URL === undefined) {
    throw new ConfigError(
      'JOURNAL_SKIP needs JOURNAL_URL: nobody else writes between the lines of an embedded journal.',
    );
  }
  const production = read.NODE_ENV === 'production';
  if (production && read.DEMO) {
    throw new ConfigError('NODE_ENV=production needs DEMO=off: the demo has users and money that nobody brought.');
  }
  if (production && read.SECRETS_KEY === undefined) {
    throw new ConfigError('NODE_ENV=production needs SECRETS_KEY: a key beside the data it seals protects nothing.');
  }
  if (production && !read.PUBLIC_URL?.startsWith('https://')) {
    throw new ConfigError(
      'NODE_ENV=production needs PUBLIC_URL, with https: what is asked for under another host is refused.',
    );
  }
  if ((read.SMTP_URL === undefined) !== (read.MAIL_FROM === undefined)) {
    throw new ConfigError('SMTP_URL and MAIL_FROM go together: a mail needs a server and a sender.');
  }
  if (production && read.SMS_URL?.startsWith('http://')) {
    throw new ConfigError('NODE_ENV=production needs SMS_URL to be https: it carries codes and a token.');
  }
  if (read.DEMO && read.INDEX_SOURCES.length > 0) {
    throw new ConfigError('INDEX_SOURCES needs DEMO=off: the demo has an index of its own, and two would contradict.');
  }
  const filesGiven = [read.FILES_URL, read.FILES_ACCESS_KEY, read.FILES_SECRET_KEY].filter((one) => one !== undefined);
  if (filesGiven.length !== 0 && filesGiven.length !== 3) {
    throw new ConfigError('FILES_URL, FILES_ACCESS_KEY and FILES_SECRET_KEY go together.');
  }
  if (production && read.FILES_URL?.startsWith('http://')) {
    throw new ConfigError(
      'NODE_ENV=production needs FILES_URL to be https: what it carries is sealed, its names are not.',
    );
  }
  return {
    port: read.PORT,
    // The passwords of the demo's users stand on its log-in page: nobody else on the network is shown them unasked.
    host: read.HOST ?? (read.DEMO ? '127.0.0.1' : '0.0.0.0'),
    dataDir: path.resolve(read.DATA_DIR),
    journalUrl: read.JOURNAL_URL,
    journalArchive: read.JOURNAL_ARCHIVE === undefined ? undefined : path.resolve(read.JOURNAL_ARCHIVE),
    journalAccept: read.JOURNAL_ACCEPT ? { head: read.JOURNAL_ACCEPT[0], witnessed: read.JOURNAL_ACCEPT[1] } : null,
    journalAppendBytesMax: read.JOURNAL_APPEND_BYTES_MAX,
    journalSkip: read.JOURNAL_SKIP,
    databaseUrl: read.DATABASE_URL,
    role: 'all',
    demo: read.DEMO,
    demoSeed: read.DEMO_SEED ?? DEMO_SEED,
    demoIndexSeed: read.DEMO_SEED,
    demoHistoryMinutes: read.DEMO_HISTORY_MINUTES,
    production,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY === 'off' ? false : read.TRUST_PROXY === 'on' ? 1 : Number(read.TRUST_PROXY),
    publicUrl: read.PUBLIC_URL,
    metricsToken: read.METRICS_TOKEN,
    secretsKey: read.SECRETS_KEY,
    smtp:
      read.SMTP_URL === undefined
        ? undefined
        : { url: read.SMTP_URL, from: read.MAIL_FROM as string, encrypted: read.NODE_ENV === 'production' },
    sms: read.SMS_URL === undefined ? undefined : { url: read.SMS_URL, token: read.SMS_TOKEN },
    ...chainsFrom(read),
    indexSources: read.INDEX_SOURCES,
    simulatedBlockSeconds: read.SIMULATED_BLOCK_SECONDS,
    geoIpFile: read.GEOIP_FILE,
    bucket: read.FILES_URL === undefined ? undefined : bucketFrom(read),
    limits: limitsFrom(read),
  };
}

/** A node without a key would have no addresses, and a key without a node nobody to ask. */
function chainsFrom(read: z.infer<typeof environment>): Pick<Config, 'evm' | 'bitcoin'> {
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
    const { [`${chain}_RPC_URL` as const]: first, [`${chain}_SECOND_RPC_URL` as const]: second } = nodes;
    if (second === undefined) continue;
    if (first === undefined) {
      throw new ConfigError(`${chain}_SECOND_RPC_URL needs ${chain}_RPC_URL: a second node agrees with a first.`);
    }
    if (new URL(first).href === new URL(second).href) {
      throw new ConfigError(
        `${chain}_SECOND_RPC_URL is the same node as ${chain}_RPC_URL: it would agree with itself.`,
      );
    }
  }
  for (const [name, url] of Object.entries(nodes)) {
    if (read.NODE_ENV === 'production' && url !== undefined && isFarOverHttp(url)) {
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
  return {
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
          }
        : undefined,
    bitcoin:
      BITCOIN_RPC_URL !== undefined && BITCOIN_XPUB !== undefined
        ? {
            rpcUrl: BITCOIN_RPC_URL,
            secondRpcUrl: BITCOIN_SECOND_RPC_URL,
            network: BITCOIN_NETWORK,
            xpub: BITCOIN_XPUB,
          }
        : undefined,
  };
}

/** Loopback, names without a dot as containers have them, and the private networks of RFC 1918 and RFC 4193 are near. */
function isFarOverHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:') return false;
  const isNear =
    !/[.:]/.test(hostname) ||
    /^(?:127|10)(?:\.\d+){3}$|^192\.168(?:\.\d+){2}$|^172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}$/.test(hostname) ||
    /^\[(?:::1|f[cd][0-9a-f]{2}:.*)\]$/.test(hostname);
  return !isNear;
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/.test(text) && URL.canParse(text);
}

function bucketFrom(read: z.infer<typeof environment>): Config['bucket'] {
  return {
    url: read.FILES_URL as string,
    region: read.FILES_REGION,
    accessKey: read.FILES_ACCESS_KEY as string,
    secretKey: read.FILES_SECRET_KEY as string,
  };
}

function refuseRole(role: (typeof ROLES)[number], journalUrl: string | undefined): void {
  if (role === 'all') return;
  if (journalUrl === undefined) {
    throw new ConfigError(`ROLE=${role} needs JOURNAL_URL: the embedded journal belongs to one process.`);
  }
  throw new ConfigError(`ROLE=${role} is not available yet; start with ROLE=all.`);
}

function limitsFrom(read: Readonly<Record<string, unknown>>): Limits {
  const limits: Record<string, number> = { ...LIMITS };
  for (const limit of Object.keys(LIMITS)) {
    const given = read[environmentNameOf(limit)];
    if (typeof given === 'number') limits[limit] = given;
  }
  return limits as Limits;
}
