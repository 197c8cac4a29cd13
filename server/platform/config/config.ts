/** The configuration from the environment. It is read once at the start and validated as a whole; every fault is named. */
import path from 'node:path';
import { z } from 'zod';
import { chainEnvironment, chainsFrom, type ChainNodes } from './chain-nodes';
import { ConfigError } from './config-error';
import { usdtAmount } from './usdt-amount';
import { networkFrom, type Network } from './network';
import { EXCHANGES, type ExchangeName } from '../prices/exchanges/exchange-names';
import type { StaffRules } from '../../core/staff/commands';
import { refuseShortWaits, staffRulesEnvironment, staffRulesFrom } from './staff-rules';
import { environmentNameOf, LIMITS, type Limits } from '../limits';

export interface Config extends ChainNodes {
  port: number;
  host: string;
  dataDir: string;
  /** `esdb://…`; absent for the embedded journal. */
  journalUrl?: string;
  /** Folder of archived segments of the embedded journal; absent: none. */
  journalArchive?: string | undefined;
  /** Accepts a journal that contradicts its witnesses, by its head and the witnessed position; null: none is accepted. */
  journalAccept: { head: number; witnessed: number } | null;
  /** Size in bytes of one append to EventStoreDB, as its server is configured; absent for its default. */
  journalAppendBytesMax?: number;
  /** `postgres://…`; absent for embedded SQLite. */
  databaseUrl?: string;
  role: 'all';
  /** Demo users, simulated surroundings; must be off in production. */
  demo: boolean;
  /** Seed of the demo's simulation: equal seeds give equal prices at equal times. */
  demoSeed: number;
  /** Set by an operator or a test: the base of the simulated index's seeds. Absent: each seed is random. */
  demoIndexSeed?: number | undefined;
  /** Length in minutes of the history that the demo's first start creates; 0 for none. */
  demoHistoryMinutes: number;
  production: boolean;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Number of proxies that append to X-Forwarded-For; entries before theirs are unverified claims of the client. */
  trustProxy: number | false;
  /** `https://exchange.example`: the address that browsers show. Absent: this machine, and the address it listens on. */
  publicUrl?: string | undefined;
  /** Networks from which staff may work; empty: all. */
  staffNetworks: readonly Network[];
  /** Rules of the approvals by two members of staff. */
  staffRules: StaffRules;
  /** Bearer token that /metrics requires; mandatory in production. */
  metricsToken?: string;
  /**
   * Base64 of 32 bytes each: the first encrypts secrets at rest, all of them decrypt. Absent: a key file in the data
   * directory.
   */
  secretsKeys?: readonly string[] | undefined;
  /** Base64 of the 32 bytes of the Ed25519 key that signs the heads of the journal; absent for a key file in the data directory. */
  signingKey?: string | undefined;
  /** The previous signing key, until its handover is complete. */
  signingKeyBefore?: string | undefined;
  /** `smtp://…` or `smtps://…`, and the sender. Absent: mail is not sent but stays in the outbox. */
  smtp?: { url: string; from: string; encrypted?: boolean } | undefined;
  /** Gateway for text messages and its bearer token. Absent: none are sent, they stay in the outbox. */
  sms?: { url: string; token?: string | undefined } | undefined;
  /** Exchanges whose public prices make the index; empty: nothing is published, except the demo's simulated index. */
  indexSources: readonly ExchangeName[];
  /** Seconds between two blocks of a simulated chain; 0: only on request. */
  simulatedBlockSeconds: number;
  /** A MaxMind database of places; absent: log-ins show no place. */
  geoIpFile?: string | undefined;
  /** File of denied addresses, one per line; absent: none. */
  screeningDenyFile?: string | undefined;
  /** Above this value (USDT units of scale 8) coins are sent only to addresses whose owner is known (travel rule). */
  travelRuleAbove: bigint;
  /** A bucket of an S3-compatible store for files of users; absent: the folder `files` of the data directory. */
  bucket?: { url: string; region: string; accessKey: string; secretKey: string } | undefined;
  limits: Limits;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const ROLES = ['all', 'core', 'gateway', 'projector'] as const;
const SECRET_LENGTH_MIN = 16;
const DEMO_SEED = 20_260_101;
/** A day. More history would delay the first start too long. */
const DEMO_HISTORY_MINUTES_MAX = 1_440;

const SIMULATED_BLOCK_SECONDS = 10;
/** 1,000 USDT, of scale 8. */
const TRAVEL_RULE_ABOVE = 100_000_000_000n;
const onOff = z.enum(['on', 'off']).transform((text) => text === 'on');
/** Base64 of exactly 32 bytes: the last digit before the padding carries four bits. */
const SECRETS_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;
/** 32 random bytes practically never have fewer distinct values; fewer indicate a typed pattern. */
const SECRETS_KEY_DISTINCT_MIN = 16;
/** The key in use and former ones. Values sealed with an older key must be sealed again before the next rotation. */
const SECRETS_KEYS_MAX = 4;
const count = z
  .string()
  .regex(/^[1-9]\d{0,11}$/, 'must be a positive whole number')
  .transform(Number);

const limitsEnvironment = Object.fromEntries(
  Object.keys(LIMITS).map((limit) => [environmentNameOf(limit), count.optional()]),
);

const signingKey = z
  .string()
  .regex(SECRETS_KEY, 'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them')
  .refine((key) => new Set(Buffer.from(key, 'base64')).size >= SECRETS_KEY_DISTINCT_MIN, 'must be random')
  .optional();

/** Each variable with its format (`value`) and its description for docs/reference/configuration.md. */
export const ENVIRONMENT = z.object({
  ...limitsEnvironment,
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number')
    .default(3000)
    .meta({ value: 'port', description: 'Port for HTTP and sockets.' }),
  HOST: z.string().min(1).optional().meta({
    value: 'address',
    description:
      'Address to listen on. Absent: `127.0.0.1` with the demo, whose log-in page shows passwords, else `0.0.0.0`.',
  }),
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .meta({ value: 'path', description: 'Directory of journal, snapshots, SQLite databases and demo users.' }),
  JOURNAL_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/\S+$/, 'must look like esdb://host:2113')
    .optional()
    .meta({
      value: '`esdb://…`, `kurrentdb://…`, also `+discover`',
      description: 'EventStoreDB that stores the journal. Absent: files in `DATA_DIR`.',
    }),
  JOURNAL_ARCHIVE: z.string().min(1).optional().meta({
    value: 'path',
    description:
      'Directory for closed segments of the embedded journal, filled by `npm run journal:archive` and read by the server. Absent: segments stay in `DATA_DIR`.',
  }),
  JOURNAL_ACCEPT: z
    .string()
    .regex(/^(-1|\d{1,15})\/\d{1,15}$/, 'must be the two positions that a refused start has named: 12/345')
    .transform((text) => text.split('/').map(Number))
    .optional()
    .meta({
      value: '`28/34`',
      description:
        'Accepts once a journal that ends at position 28 although position 34 was seen. A refused start names both figures ([recover](../how-to/recover.md)).',
    }),
  JOURNAL_APPEND_BYTES_MAX: count.optional().meta({
    value: 'bytes',
    description:
      'Append limit of the EventStoreDB server. At least 1,004,288, the size of the largest batch. Absent: 1 MiB, its own default.',
  }),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgres://user:password@host/database')
    .optional()
    .meta({
      value: '`postgres://…`',
      description: 'PostgreSQL for read models and users. Absent: SQLite files in `DATA_DIR`.',
    }),
  ROLE: z.enum(ROLES).default('all').meta({
    value: '`all`',
    description: 'Role of this process. Only `all` is available; `core`, `gateway` and `projector` are refused.',
  }),
  DEMO: onOff.default(true).meta({
    value: '`on`, `off`',
    description: 'Demo markets, users, traders and history. Must be `off` in production.',
  }),
  DEMO_SEED: count.optional().meta({
    value: 'number',
    description:
      'Seed of the simulated index, for tests: it makes all prices predictable. Absent: a random seed each day.',
  }),
  DEMO_HISTORY_MINUTES: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of minutes')
    .transform(Number)
    .refine((minutes) => minutes <= DEMO_HISTORY_MINUTES_MAX, `must be at most ${DEMO_HISTORY_MINUTES_MAX}`)
    .default(DEMO_HISTORY_MINUTES_MAX)
    .meta({
      value: 'minutes',
      description: 'History that the first start of the demo creates; at most a day, `0` for none.',
    }),
  NODE_ENV: z.string().optional().meta({
    value: '`production`',
    description:
      'In production a start without `SECRETS_KEY`, `PUBLIC_URL` or `METRICS_TOKEN`, with the demo or with unencrypted connections is refused.',
  }),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info').meta({
    value: '`trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`',
    description: 'Lowest level that is logged.',
  }),
  TRUST_PROXY: z
    .string()
    .regex(/^(off|on|[1-9])$/, 'must be off, on or the number of proxies in front')
    .default('off')
    .meta({
      value: '`off`, `on`, `1` to `9`',
      description:
        'Number of proxies in front; `on` is one. Proxies must set or strip X-Forwarded-For and X-Forwarded-Host.',
    }),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, 'must look like https://exchange.example, without a path')
    .transform((url) => new URL(url).origin)
    .optional()
    .meta({
      value: '`https://exchange.example`',
      description:
        'Address that browsers show; requests for other hosts are refused. Required in production. Absent: `localhost`, `127.0.0.1`, `[::1]` and `HOST` are answered, on any port.',
    }),
  STAFF_NETWORKS: z
    .string()
    .transform((text) => text.split(',').map(networkFrom))
    .refine(
      (networks) => !networks.includes(null),
      'must be networks with commas between them: 203.0.113.0/24,2001:db8::/32',
    )
    .transform((networks) => networks.filter((network) => network !== null))
    .default([])
    .meta({ value: '`203.0.113.0/24,2001:db8::/32`', description: 'Networks from which staff may work. Absent: all.' }),
  ...staffRulesEnvironment,
  METRICS_TOKEN: z
    .string()
    .min(SECRET_LENGTH_MIN, `must have at least ${SECRET_LENGTH_MIN} characters`)
    .optional()
    .meta({
      value: 'at least 16 characters',
      description: 'Bearer token that `/metrics` requires. Required in production. Absent: no token.',
    }),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must look like smtps://user:password@host')
    .optional()
    .meta({
      value: '`smtps://user:password@host`',
      description: 'Mail server. Absent: no mail is sent; the demo keeps mail in its outbox.',
    }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address, as in Open Exchange <no-reply@example.com>')
    .optional()
    .meta({ value: '`Name <address>`', description: 'Sender of mail; set together with `SMTP_URL`.' }),
  SMS_URL: z
    .string()
    .regex(/^https?:\/\/\S+$/, 'must look like https://gateway.example/send')
    .optional()
    .meta({
      value: 'URL',
      description: 'Gateway for text messages; HTTPS in production. Absent: as without `SMTP_URL`.',
    }),
  SMS_TOKEN: z.string().min(1).optional().meta({ value: 'text', description: 'Bearer token for the gateway.' }),
  ...chainEnvironment,
  INDEX_SOURCES: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(EXCHANGES, `must be exchanges of these, with commas between them: ${EXCHANGES.join(', ')}`)))
    .refine((names) => new Set(names).size === names.length, 'must name each exchange once')
    .default([])
    .meta({
      value: '`binance,kraken,okx`',
      description:
        'Exchanges whose public prices make the index; needs `DEMO=off`. Absent: simulated in the demo, else no index.',
    }),
  SIMULATED_BLOCK_SECONDS: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a number of seconds')
    .transform(Number)
    .default(SIMULATED_BLOCK_SECONDS)
    .meta({ value: 'seconds', description: 'Time between two blocks of a simulated chain; `0` makes none.' }),
  GEOIP_FILE: z.string().min(1).optional().meta({
    value: 'path',
    description: 'MaxMind database that gives log-ins a place. Absent: log-ins show no place.',
  }),
  SCREENING_DENY_FILE: z
    .string()
    .min(1)
    .optional()
    .meta({ value: 'path', description: 'Addresses that withdrawals never pay, one a line. Absent: none.' }),
  TRAVEL_RULE_ABOVE: usdtAmount.default(TRAVEL_RULE_ABOVE).meta({
    value: 'USDT',
    description: 'Above this value a day to one address, a coin withdrawal must name the owner of the address.',
  }),
  FILES_URL: z
    .string()
    .regex(/^https?:\/\/[^\s?#@]+$/, 'must look like https://s3.example.com/bucket')
    .optional()
    .meta({
      value: '`https://s3.example.com/bucket`',
      description: 'S3-compatible bucket for photos of documents; HTTPS in production. Absent: `DATA_DIR/files`.',
    }),
  FILES_REGION: z.string().min(1).default('us-east-1').meta({ value: 'text', description: 'Region of the bucket.' }),
  FILES_ACCESS_KEY: z.string().min(1).optional().meta({ value: 'text', description: 'Access key of the bucket.' }),
  FILES_SECRET_KEY: z.string().min(1).optional().meta({ value: 'text', description: 'Secret key of the bucket.' }),
  SECRETS_KEY: z
    .string()
    .transform((text) => text.split(','))
    .refine(
      (keys) => keys.every((key) => SECRETS_KEY.test(key)),
      'must be 32 random bytes in base64, as `openssl rand -base64 32` prints them; of several, with commas between, the newest first',
    )
    .refine((keys) => keys.every(isRandom), 'must be random')
    .refine((keys) => keys.length <= SECRETS_KEYS_MAX, `must be at most ${SECRETS_KEYS_MAX} keys`)
    .optional()
    .meta({
      value: 'base64 of 32 random bytes',
      description:
        'Key that encrypts secrets at rest; `newer,older` while it is rotated. Required in production. Absent: `DATA_DIR/secrets.key`.',
    }),
  SIGNING_KEY: signingKey.meta({
    value: 'base64 of 32 random bytes',
    description: 'Ed25519 key that signs heads of the journal. Absent: `DATA_DIR/signing.key`.',
  }),
  SIGNING_KEY_BEFORE: signingKey.meta({
    value: 'base64 of 32 random bytes',
    description: 'Previous signing key, for the one start in which it hands over.',
  }),
});

function isRandom(key: string): boolean {
  return new Set(Buffer.from(key, 'base64')).size >= SECRETS_KEY_DISTINCT_MIN;
}

/** The environment is invalid; the message names each variable and its fault. */
export { ConfigError };

/**
 * The configuration of this process. An empty variable counts as absent, because compose files write absent ones that
 * way.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const definedVariables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  if (definedVariables.JOURNAL_SKIP !== undefined) {
    throw new ConfigError(
      'JOURNAL_SKIP is no longer supported: with the release that took it, run journal:export, import that file with ' +
        'journal:import into an empty store, and remove the variable (docs/how-to/recover.md).',
    );
  }
  const parsed = ENVIRONMENT.safeParse(definedVariables);
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`configuration refused\n  ${issues.join('\n  ')}`);
  }
  const read = parsed.data;
  refuseRole(read.ROLE, read.JOURNAL_URL);
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
  if (production && read.METRICS_TOKEN === undefined) {
    throw new ConfigError(
      'NODE_ENV=production needs METRICS_TOKEN: figures are for nobody who happens to reach the port.',
    );
  }
  const shortWaits = production ? refuseShortWaits(read) : null;
  if (shortWaits) throw new ConfigError(shortWaits);
  if (read.SIGNING_KEY_BEFORE !== undefined && read.SIGNING_KEY === undefined) {
    throw new ConfigError('SIGNING_KEY_BEFORE needs SIGNING_KEY: it hands over to it.');
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
    // The demo's log-in page shows the users' passwords, so by default it listens on localhost only.
    host: read.HOST ?? (read.DEMO ? '127.0.0.1' : '0.0.0.0'),
    dataDir: path.resolve(read.DATA_DIR),
    journalUrl: read.JOURNAL_URL,
    journalArchive: read.JOURNAL_ARCHIVE === undefined ? undefined : path.resolve(read.JOURNAL_ARCHIVE),
    journalAccept: read.JOURNAL_ACCEPT ? { head: read.JOURNAL_ACCEPT[0], witnessed: read.JOURNAL_ACCEPT[1] } : null,
    journalAppendBytesMax: read.JOURNAL_APPEND_BYTES_MAX,
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
    staffNetworks: read.STAFF_NETWORKS,
    staffRules: staffRulesFrom(read, read.DEMO),
    metricsToken: read.METRICS_TOKEN,
    secretsKeys: read.SECRETS_KEY,
    signingKey: read.SIGNING_KEY,
    signingKeyBefore: read.SIGNING_KEY_BEFORE,
    smtp:
      read.SMTP_URL === undefined
        ? undefined
        : { url: read.SMTP_URL, from: read.MAIL_FROM as string, encrypted: read.NODE_ENV === 'production' },
    sms: read.SMS_URL === undefined ? undefined : { url: read.SMS_URL, token: read.SMS_TOKEN },
    ...chainsFrom(read),
    indexSources: read.INDEX_SOURCES,
    simulatedBlockSeconds: read.SIMULATED_BLOCK_SECONDS,
    geoIpFile: read.GEOIP_FILE,
    screeningDenyFile: read.SCREENING_DENY_FILE,
    travelRuleAbove: read.TRAVEL_RULE_ABOVE,
    bucket: read.FILES_URL === undefined ? undefined : bucketFrom(read),
    limits: limitsFrom(read),
  };
}

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/.test(text) && URL.canParse(text);
}

function bucketFrom(read: z.infer<typeof ENVIRONMENT>): Config['bucket'] {
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
    const value = read[environmentNameOf(limit)];
    if (typeof value === 'number') limits[limit] = value;
  }
  return limits as Limits;
}
