import { HDKey } from '@scure/bip32';
import { LIMITS } from '../limits';
import { ConfigError, loadConfig } from './config';

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://exchange.example',
  DEMO: 'off',
  SECRETS_KEY: Buffer.from('12345678901234567890abcdefghijkl').toString('base64'),
  METRICS_TOKEN: 'a-token-for-metrics',
};

const MASTER = HDKey.fromMasterSeed(new Uint8Array(32).fill(7));
const EVM = {
  EVM_CHAIN_ID: '1',
  EVM_USDT_ADDRESS: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  EVM_XPUB: MASTER.publicExtendedKey,
};

describe('configuration', () => {
  it('needs no variable', () => {
    expect(loadConfig({})).toMatchObject({ port: 3000, role: 'all', demo: true, production: false, limits: LIMITS });
  });

  it('treats an empty variable as absent', () => {
    expect(loadConfig({ PORT: '', JOURNAL_URL: '' })).toMatchObject({ port: 3000, journalUrl: undefined });
  });

  it('reads the two positions of an accepted journal', () => {
    expect(loadConfig({}).journalAccept).toBeNull();
    expect(loadConfig({ JOURNAL_ACCEPT: '12/345' }).journalAccept).toEqual({ head: 12, witnessed: 345 });
    expect(loadConfig({ JOURNAL_ACCEPT: '-1/345' }).journalAccept).toEqual({ head: -1, witnessed: 345 });
  });

  it.each([
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: 'http' }, /PORT/],
    [{ DEMO: 'yes' }, /DEMO/],
    [{ DEMO_SEED: 'lucky' }, /DEMO_SEED/],
    [{ INDEX_SOURCES: 'kraken' }, /INDEX_SOURCES needs DEMO=off/],
    [{ DEMO: 'off', INDEX_SOURCES: 'kraken,nowhere' }, /INDEX_SOURCES.*must be exchanges of these/s],
    [{ DEMO: 'off', INDEX_SOURCES: 'kraken,,okx' }, /INDEX_SOURCES/],
    [{ DEMO: 'off', INDEX_SOURCES: 'okx,okx' }, /each exchange once/],
    [{ DEMO_HISTORY_MINUTES: '1441' }, /DEMO_HISTORY_MINUTES/],
    [{ DEMO_HISTORY_MINUTES: '-1' }, /DEMO_HISTORY_MINUTES/],
    [{ JOURNAL_URL: 'http://somewhere' }, /JOURNAL_URL/],
    [{ JOURNAL_SKIP: '12', JOURNAL_URL: 'esdb://store' }, /JOURNAL_SKIP is no longer supported: .*journal:import/],
    [{ JOURNAL_ACCEPT: 'yes' }, /JOURNAL_ACCEPT/],
    [{ JOURNAL_ACCEPT: '12' }, /JOURNAL_ACCEPT/],
    [{ JOURNAL_ACCEPT: '12/-1' }, /JOURNAL_ACCEPT/],
    [{ DATABASE_URL: 'mysql://somewhere' }, /DATABASE_URL/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
    [{ LIMIT_ORDERS_PER_SECOND_MAX: '0' }, /LIMIT_ORDERS_PER_SECOND_MAX/],
    [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN/],
    [{ PUBLIC_URL: 'exchange.example' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://exchange.example/app' }, /PUBLIC_URL/],
    [{ ROLE: 'core' }, /needs JOURNAL_URL/],
    [{ ROLE: 'gateway', JOURNAL_URL: 'esdb://localhost:2113' }, /not available yet/],
    [{ ROLE: 'king' }, /ROLE/],
    [{ NODE_ENV: 'production' }, /DEMO=off/],
    [{ NODE_ENV: 'production', DEMO: 'off' }, /needs SECRETS_KEY/],
    [{ ...PRODUCTION, STAFF_WAIT_MINUTES: '59' }, /STAFF_WAIT_MINUTES/],
    [{ ...PRODUCTION, METRICS_TOKEN: undefined }, /needs METRICS_TOKEN/],
    [{ ...PRODUCTION, PUBLIC_URL: undefined }, /needs PUBLIC_URL/],
    [{ ...PRODUCTION, PUBLIC_URL: 'http://exchange.example' }, /needs PUBLIC_URL, with https/],
    [{ FILES_URL: 's3.example/bucket' }, /FILES_URL/],
    [{ FILES_URL: 'https://s3.example/bucket' }, /go together/],
    [{ FILES_ACCESS_KEY: 'key', FILES_SECRET_KEY: 'secret' }, /go together/],
    [{ SMTP_URL: 'mail.example' }, /SMTP_URL/],
    [{ SMTP_URL: 'smtp://mail.example' }, /go together/],
    [{ MAIL_FROM: 'no-reply@exchange.example' }, /go together/],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, /MAIL_FROM/],
    [{ SMS_URL: 'gateway.example' }, /SMS_URL/],
    [{ ...PRODUCTION, SMS_URL: 'http://gateway.example' }, /https/],
    [
      { ...PRODUCTION, FILES_URL: 'http://s3.example/b', FILES_ACCESS_KEY: 'k', FILES_SECRET_KEY: 's' },
      /FILES_URL to be https/,
    ],
    [{ EVM_RPC_URL: 'ws://node.example', ...EVM }, /EVM_RPC_URL/],
    [{ EVM_RPC_URL: 'https://node.example' }, /EVM_RPC_URL, EVM_CHAIN_ID, EVM_USDT_ADDRESS and EVM_XPUB go together/],
    [EVM, /go together/],
    [{ ...EVM, EVM_RPC_URL: 'https://node.example', EVM_USDT_ADDRESS: '0x1' }, /EVM_USDT_ADDRESS/],
    [{ ...EVM, EVM_RPC_URL: 'https://node.example', EVM_XPUB: MASTER.privateExtendedKey }, /never a private one/],
    [{ BITCOIN_RPC_URL: 'http://user:password@127.0.0.1:8332' }, /BITCOIN_RPC_URL and BITCOIN_XPUB go together/],
    [{ ...EVM, EVM_RPC_URL: 'https://node.example' }, /needs DEMO=off/],
    [{ BITCOIN_RPC_URL: 'http://127.0.0.1:8332', BITCOIN_XPUB: MASTER.publicExtendedKey }, /needs DEMO=off/],
    [
      { DEMO: 'off', ...EVM, EVM_RPC_URL: 'https://node.example', EVM_CHAIN_ID: undefined },
      /EVM_CHAIN_ID, .* go together/,
    ],
    [{ ...EVM, EVM_RPC_URL: 'https://node.example', EVM_CHAIN_ID: 'mainnet' }, /EVM_CHAIN_ID/],
    [{ DEMO: 'off', ...EVM, EVM_RPC_URL: 'https://a.example', EVM_HOT_WALLETS: '0x1' }, /EVM_HOT_WALLETS: 0x1 is/],
    [
      { DEMO: 'off', ...EVM, EVM_RPC_URL: 'https://a.example', EVM_COLD_WALLETS: 'none' },
      /EVM_COLD_WALLETS needs EVM_HOT_WALLETS/,
    ],
    [
      {
        DEMO: 'off',
        BITCOIN_RPC_URL: 'http://127.0.0.1:8332',
        BITCOIN_XPUB: MASTER.publicExtendedKey,
        BITCOIN_COLD_WALLETS: 'none',
      },
      /BITCOIN_COLD_WALLETS needs BITCOIN_HOT_WALLETS/,
    ],
    [{ EVM_SECOND_RPC_URL: 'https://two.example' }, /EVM_SECOND_RPC_URL needs EVM_RPC_URL/],
    [{ ...EVM, EVM_RPC_URL: 'https://a.example', EVM_SECOND_RPC_URL: 'https://A.example/' }, /agree with itself/],
    [{ ...PRODUCTION, ...EVM, EVM_RPC_URL: 'http://node.example' }, /EVM_RPC_URL to be https/],
    [{ ...PRODUCTION, ...EVM, EVM_RPC_URL: 'http://172.32.0.1:8545' }, /EVM_RPC_URL to be https/],
    [{ ...PRODUCTION, ...EVM, EVM_RPC_URL: 'https://a.example', EVM_SECOND_RPC_URL: 'http://b.example' }, /https/],
    [
      { ...PRODUCTION, BITCOIN_RPC_URL: 'http://8.8.8.8:8332', BITCOIN_XPUB: MASTER.publicExtendedKey },
      /BITCOIN_RPC_URL/,
    ],
    [{ BITCOIN_NETWORK: 'moon' }, /BITCOIN_NETWORK/],
    [{ SIMULATED_BLOCK_SECONDS: 'often' }, /SIMULATED_BLOCK_SECONDS/],
    [{ SECRETS_KEY: 'c2hvcnQ=' }, /SECRETS_KEY: must be 32 random bytes/],
    [{ SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }, /SECRETS_KEY: must be random/],
    [{ SECRETS_KEY: `${PRODUCTION.SECRETS_KEY},` }, /SECRETS_KEY: must be 32 random bytes/],
    [{ SECRETS_KEY: Array(5).fill(PRODUCTION.SECRETS_KEY).join() }, /SECRETS_KEY: must be at most 4 keys/],
  ])('ASVS 6.3.2, 11.6.1, 12.2.1, 12.3.1, 13.4.2: rejects %j', (env, message) => {
    expect(() => loadConfig(env)).toThrow(ConfigError);
    expect(() => loadConfig(env)).toThrow(message);
  });

  it('binds the demo to localhost by default, and an exchange to all addresses', () => {
    expect(loadConfig({}).host).toBe('127.0.0.1');
    expect(loadConfig({ DEMO: 'off' }).host).toBe('0.0.0.0');
    expect(loadConfig({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });

  it('starts in production without the demo and with a key', () => {
    const config = loadConfig(PRODUCTION);
    expect(config).toMatchObject({ production: true, demo: false, secretsKeys: [PRODUCTION.SECRETS_KEY] });
  });

  it('knows its public address', () => {
    expect(loadConfig({ PUBLIC_URL: 'https://Exchange.example/' }).publicUrl).toBe('https://exchange.example');
    expect(loadConfig({}).publicUrl).toBeUndefined();
  });

  it('reads its chains; without nodes there are none', () => {
    expect(loadConfig({})).toMatchObject({ evm: undefined, bitcoin: undefined, simulatedBlockSeconds: 10 });
    const xpub = MASTER.publicExtendedKey;
    const nodes = { EVM_RPC_URL: 'https://node.example', BITCOIN_RPC_URL: 'http://127.0.0.1:8332', BITCOIN_XPUB: xpub };
    expect(loadConfig({ DEMO: 'off', ...EVM, ...nodes, BITCOIN_NETWORK: 'test' })).toMatchObject({
      evm: { rpcUrl: 'https://node.example', chainId: 1, usdt: EVM.EVM_USDT_ADDRESS, xpub, hotWallets: [] },
      bitcoin: { rpcUrl: 'http://127.0.0.1:8332', network: 'test', xpub, hotWallets: [] },
    });
  });

  it.each([
    'https://node.example',
    'http://127.0.0.1:8545',
    'http://10.1.2.3:8545',
    'http://geth:8545',
    'http://[::1]:8545',
  ])('accepts a node at %s in production', (url) => {
    expect(loadConfig({ ...PRODUCTION, ...EVM, EVM_RPC_URL: url }).evm).toMatchObject({ rpcUrl: url });
  });

  it('reads the gateways of mail and text messages', () => {
    const config = loadConfig({
      SMTP_URL: 'smtps://user:secret@mail.example',
      MAIL_FROM: 'Open Exchange <no-reply@exchange.example>',
      SMS_URL: 'https://gateway.example/send',
      SMS_TOKEN: 'token',
    });
    expect(config).toMatchObject({
      smtp: { url: 'smtps://user:secret@mail.example', from: 'Open Exchange <no-reply@exchange.example>' },
      sms: { url: 'https://gateway.example/send', token: 'token' },
    });
    expect(loadConfig({})).toMatchObject({ smtp: undefined, sms: undefined });
  });

  it('reads the bucket of files, if any', () => {
    const given = { FILES_URL: 'https://s3.example/bucket', FILES_ACCESS_KEY: 'key', FILES_SECRET_KEY: 'secret' };
    const bucket = { url: 'https://s3.example/bucket', region: 'us-east-1', accessKey: 'key', secretKey: 'secret' };
    expect(loadConfig(given).bucket).toEqual(bucket);
    expect(loadConfig({ ...given, FILES_REGION: 'eu-central-1' }).bucket).toEqual({
      ...bucket,
      region: 'eu-central-1',
    });
    expect(loadConfig({}).bucket).toBeUndefined();
  });

  it('gives the demo a day of history from a fixed seed and a random index by default', () => {
    expect(loadConfig({})).toMatchObject({ demoSeed: 20_260_101, demoIndexSeed: undefined, demoHistoryMinutes: 1_440 });
    const asked = loadConfig({ DEMO_SEED: '7', DEMO_HISTORY_MINUTES: '0' });
    expect(asked).toMatchObject({ demoSeed: 7, demoIndexSeed: 7, demoHistoryMinutes: 0 });
  });

  it('accepts exchanges as index sources, each once and outside the demo', () => {
    expect(loadConfig({}).indexSources).toEqual([]);
    expect(loadConfig({ DEMO: 'off', INDEX_SOURCES: 'kraken, binance,okx' }).indexSources).toEqual([
      'kraken',
      'binance',
      'okx',
    ]);
  });

  it('overrides each limit by name', () => {
    const { limits } = loadConfig({ LIMIT_LOGINS_PER_MINUTE_MAX: '7' });
    expect(limits).toEqual({ ...LIMITS, loginsPerMinuteMax: 7 });
  });
});

describe('rules of approvals by two staff members', () => {
  test('default to one day and three, to a minute in the demo, and can be configured', () => {
    const wait = (env: Record<string, string>) => loadConfig(env).staffRules.waitMs / 60_000;
    expect([wait({ DEMO: 'off' }), wait({}), wait({ STAFF_WAIT_MINUTES: '0' })]).toEqual([1_440, 1, 0]);
    const rules = { STAFF_NEWCOMER_MINUTES: '7', STAFF_PROPOSAL_HOURS: '5', STAFF_CONFIRMATIONS_MIN: '3' };
    const amounts = { STAFF_REVIEW_ABOVE_MAX: '500', STAFF_BY_HAND_DAY_MAX: '0' };
    expect(loadConfig({ ...rules, ...amounts }).staffRules).toMatchObject({
      newcomerMs: 420_000,
      openMs: 18_000_000,
      confirmationsMin: 3,
      reviewAboveMax: 50_000_000_000n,
      byHandDayMax: 0n,
    });
    for (const wrong of [
      { STAFF_WAIT_MINUTES: '-1' },
      { STAFF_PROPOSAL_HOURS: '0' },
      { STAFF_REVIEW_ABOVE_MAX: '1.5' },
    ])
      expect(() => loadConfig(wrong)).toThrow(Object.keys(wrong)[0]);
  });
});
