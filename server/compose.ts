/**
 * Assembles the exchange below Nest: journal, engine, live views, stored read models, relational data. It closes
 * everything that it opens, in reverse order.
 */
import { join } from 'node:path';
import { verifierProgramsDirectory } from './audit/verifier-programs';
import type { CoreState } from './core/state';
import { openEngine, type Engine } from './engine/engine';
import type { CommandPort } from './engine/port';
import { newestSnapshot, unreadableSnapshots } from './engine/snapshot-files';
import { headsDirectory } from './signed-heads/head-files';
import { HeadSigner } from './signed-heads/signer';
import { startKeeper, type Keeper } from './journal/embedded/segments/keeper';
import type { JournalPlace } from './journal/embedded/segments/segment';
import { journalDirectory, type FollowerSource, type JournalConfig } from './journal/source';
import type { Journal } from './journal/port';
import { liabilitiesDirectory } from './liabilities/tree-files';
import { restrictFolders } from './platform/files/private-file';
import { ChainAlarms } from './platform/chains/chain-alarms';
import { openChains, type Chains } from './platform/chains/chains';
import { DepositAddresses } from './platform/chains/deposit-addresses';
import { PayoutClaims } from './platform/chains/payout-claims';
import type { Config } from './platform/config/config';
import type { SystemClock } from './platform/clock/system-clock';
import type { Database } from './platform/database/database';
import type { ExchangeTables } from './platform/database/exchange-tables';
import { addressHash, AddressVault } from './platform/address-vault';
import { openSecrets } from './platform/secrets/secrets';
import { UserSecrets } from './platform/secrets/user-secrets';
import { StaffTexts } from './platform/staff-texts';
import type { OnStep } from './platform/health/start-steps';
import type { SnapshotHealth } from './platform/health/snapshot-health';
import type { AwaitedStore } from './platform/health/startup-page';
import { Metrics } from './platform/metrics/metrics';
import { recordingAnswers, ReadYourWrites } from './platform/read-your-writes';
import { commandsOfUsers, ProjectionLag } from './platform/projection-lag';
import type { ProjectionProgress } from './platform/projection-progress';
import type { Clock, Monotonic } from './platform/tokens';
import { resetContradicted } from './start/accepted-journal';
import { awaitStore } from './start/awaited-store';
import { clockGap } from './start/clock-gap';
import { setAsideDamagedViews } from './start/damaged-views';
import { compareKnownIds } from './start/known-ids';
import { submitRelations } from './start/known-relations';
import { submitStaff } from './start/known-staff';
import { openAgreedJournal, witnessesOf } from './start/witnesses';
import { DurableTail } from './reconciliation/durable-tail';
import { isFault } from './reconciliation/differences';
import { Reconciliation } from './reconciliation/reconciliation';
import { LiveViews } from './views/live/live-views';
import type { Projector } from './views/stored/projecting/projectors';
import type { RecordsDatabase, ViewsDatabase } from './views/stored/views-database';
import { PRODUCT_COVERS } from './products/all';
import { ChainWork } from './products/wallet/chain/chain-work';
import { PerpetualFollower } from './products/perpetual/notifications/follower';
import type { IndexFeed } from './workers/index/index-feed';
import { openIndexFeed } from './workers/index/open-index-feed';
import { Audits } from './workers/audits';
import { LiabilitiesMaker } from './workers/liabilities';
import { startSnapshots } from './workers/snapshots';
import { openStores, closeStores } from './start/stores';
import { seedHistory } from './start/seed-history';

/** Name of the core: the first link of its hash chain and its stream in EventStoreDB. */
export const CORE_NAME = 'exchange';

const SNAPSHOT_EVERY_EVENTS = 200_000;
/** Timeout of the last snapshot, in ms: it shortens the next start but must not delay a shutdown past its deadline. */
const LAST_SNAPSHOT_MS_MAX = 4_000;

export interface ComposeOptions {
  /** Writes a log line with its facts. */
  log?: (message: string, details: Record<string, unknown>) => void;
  clock?: Clock;
  /** Monotonic clock for rates and for the lag of the read models. */
  monotonic?: Monotonic;
  /** The system clock below `clock`, if it is one: its alarms are logged and counted. */
  systemClock?: SystemClock | undefined;
  /** Events between two snapshots, if not the default. */
  snapshotEveryEvents?: number;
  /**
   * Another writer took over, the journal accepts no more appends, or the users' views cannot keep up: the process must
   * exit.
   */
  onFatal?: (error: Error) => void;
  /** One of the stores cannot be opened yet: `store` names it, `reason` its fault. */
  onWaiting?: (reason: string, store: AwaitedStore) => void;
  onStep?: OnStep;
}

export interface Exchange {
  config: Config;
  clock: Clock;
  monotonic: Monotonic;
  metrics: Metrics;
  journal: Journal;
  followerSource: FollowerSource;
  /** Commands from inside the server. */
  commands: CommandPort;
  /** Commands from outside: rejected while the read models lag too far behind. */
  externalCommands: CommandPort;
  /** Last answer of `externalCommands` to each user. */
  readYourWrites: ReadYourWrites;
  engine: Engine;
  live: LiveViews;
  /** Notifies users about their contracts. */
  perpetuals: PerpetualFollower;
  stored: ViewsDatabase;
  /** The records behind balances, in a separate database. */
  records: RecordsDatabase;
  /** Progress of the slowest read model. */
  progress: ProjectionProgress;
  viewsProgress: ProjectionProgress;
  recordsProgress: ProjectionProgress;
  snapshots: SnapshotHealth;
  database: Database<ExchangeTables>;
  chains: Chains;
  addresses: DepositAddresses;
  alarms: ChainAlarms;
  claims: PayoutClaims;
  /** Idle until it is started. */
  chainWork: ChainWork;
  /** Signs nothing before it is started. */
  heads: HeadSigner;
  /** Makes nothing before it is started. */
  liabilities: LiabilitiesMaker;
  audits: Audits;
  /** Runs no scheduled comparison before it is started. */
  reconciliation: Reconciliation;
  /** Idle until it is started; null without a source of index prices. */
  indexFeed: IndexFeed | null;
  /** Refuses commands, answers those taken, lets the read models catch up, and closes everything. */
  close(): Promise<void>;
}

export async function composeExchange(config: Config, options: ComposeOptions = {}): Promise<Exchange> {
  try {
    return await compose(config, options);
  } catch (error) {
    if (!(await setAsideDamagedViews(config, error, options.log ?? (() => undefined)))) throw error;
    return compose(config, options);
  }
}

async function compose(config: Config, options: ComposeOptions): Promise<Exchange> {
  const { clock = Date.now, log = () => undefined, onFatal = () => undefined, onWaiting } = options;
  const { onStep = () => undefined } = options;
  const monotonic = options.monotonic ?? (() => performance.now());
  const everyEvents = options.snapshotEveryEvents ?? SNAPSHOT_EVERY_EVENTS;
  const metrics = new Metrics();
  const lag = new ProjectionLag(monotonic);
  watchClock(options.systemClock, metrics, log);
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    onStep('journal');
    restrictFolders(config.dataDir);
    const snapshotDirectory = snapshotDirectoryOf(config);
    await awaitStore(config, (reason, retryMs) => {
      log('the database is waited for', { reason, retryMs });
      onWaiting?.(reason, 'database');
    });
    for (const { name, fault } of unreadableSnapshots(snapshotDirectory)) log('snapshot not readable', { name, fault });
    const witnesses = await witnessesOf(config, snapshotDirectory);
    const readable = journalConfig(config, newestSnapshot(snapshotDirectory));
    const opening = openAgreedJournal(readable, witnesses, config, {
      onLost: onFatal,
      onWaiting: (reason, retryMs) => {
        log('the journal is waited for', { reason, retryMs });
        onWaiting?.(reason, 'journal');
      },
    });
    // Migrations run when no other process can use the tables: the journal has one writer.
    const openingStores = opening.then(() => {
      onStep('stores');
      return openStores(config, (line) => log(line, {}));
    });
    openingStores.catch(() => undefined);
    closers.push(() => openingStores.then(closeStores, () => undefined));
    closers.push(() =>
      opening.then(
        ({ journal }) => journal.close(),
        () => undefined,
      ),
    );

    const live = new LiveViews();
    /** Created when the recovery begins and complete when it ends. */
    let perpetuals: PerpetualFollower | undefined;
    let head = 0;
    const engine = await openEngine({
      journal: opening.then(({ journal }) => journal),
      snapshots: snapshotDirectory,
      clock,
      pendingMax: config.limits.commandsPendingMax,
      observer: metrics,
      follower: {
        seed: async (state) => {
          live.seed(state);
          perpetuals = new PerpetualFollower(state);
          const [{ journal }, { models }] = await Promise.all([opening, openingStores]);
          onStep('state');
          await seedHistory(live, models, journal, state.position, clock());
          head = journal.head().position;
        },
        fold: (stored) => {
          const batches = stored.map(({ batch }) => batch);
          live.fold(batches);
          perpetuals?.recover(batches);
          onStep('state', live.position / Math.max(head, 1));
        },
      },
      onNotice: (message, details) => {
        metrics.engineNotice(message);
        log(message, details);
      },
      onFatal,
    });
    closers.push(() => engine.close());

    reportClockGap(engine.state(), clock(), config.limits.clockJumpMsMax, metrics, log);
    const { journal, followerSource, accepted } = await opening;
    const { database, models } = await openingStores;
    const { stored, records } = models;
    const tail = new DurableTail();
    const subscription = journal.subscribe(
      // Not the head: the engine may have stored follow-ups by now.
      live.position,
      (batches) => {
        lag.durable(batches[batches.length - 1].position);
        tail.append(batches);
        live.fold(batches.map(({ batch }) => batch));
      },
      onFatal,
    );
    closers.push(() => subscription.close());
    const chains = await openChains(config, database);
    const secrets = await openSecrets(config, database);
    const addresses = new DepositAddresses(database, engine, clock, secrets);
    const before = { database, state: engine.state(), head: journal.head(), commands: engine, log };
    if (config.journalAccept && accepted.length === 0) log('JOURNAL_ACCEPT has done its work: take it out', {});
    await resetContradicted({ ...before, snapshots: snapshotDirectory }, accepted);
    const { membersWithoutUser } = await compareKnownIds({ ...before, chains, addresses, clock });
    metrics.membersWithoutUser(membersWithoutUser);
    const texts = new StaffTexts(database, secrets, clock);
    const { demo: isDemo, staffRules: rules } = config;
    await submitStaff({ ...before, state: () => engine.state(), texts, rules, isDemo });
    if (followerSource.kind === 'embedded') {
      const keeper = watchSegments({ dir: followerSource.directory, archive: followerSource.archive }, metrics, log);
      closers.push(() => keeper.close());
    }
    lag.durable(journal.head().position);
    onStep('views');
    const projectors = await models.start(
      followerSource,
      journal.head().position,
      (position) => lag.included(position),
      () => firstBatchTime(journal),
    );
    closers.push(() => projectors.stop());
    const snapshots = startSnapshots(
      { source: followerSource, directory: snapshotDirectory, everyEvents },
      { notice: log, failed: () => metrics.snapshotFailed() },
      followerSource.kind === 'embedded' ? journal : undefined,
    );
    // All readers that follow the journal to its end finish in parallel: in sequence they could exceed the shutdown's
    // time limit.
    closers.push(async () => {
      await Promise.all([snapshots.close(journal.head().position, LAST_SNAPSHOT_MS_MAX), projectors.stop()]);
    });
    // Closes first: no new commands, every accepted one answered.
    closers.push(() => engine.close());

    const viewsProgress = progressOf(projectors.views);
    const alarms = new ChainAlarms(database, clock);
    const payoutClaims = new PayoutClaims(database, clock);
    const outside = { chains, addresses, alarms, claims: payoutClaims };
    // Keys are read each time, because those of erased users no longer exist.
    const keptAddresses = () => new AddressVault(database, secrets, new UserSecrets(database, secrets), clock);
    const chainWork = new ChainWork({
      hashOf: (chainAddress) => addressHash(secrets, chainAddress),
      addressOf: (chainAddress) => keptAddresses().plainAddressOf(chainAddress),
      ...outside,
      config,
      clock,
      monotonic,
      metrics,
      commands: engine,
      database,
      stored,
      progress: viewsProgress,
      live,
      log,
    });
    closers.push(() => chainWork.close());
    const index = (): CoreState['index'] => engine.state().index;
    const indexFeed = openIndexFeed({ config, commands: engine, index, clock, metrics, say: log });
    closers.push(async () => indexFeed?.stop());
    const heads = new HeadSigner({
      config,
      core: CORE_NAME,
      journal,
      database,
      clock,
      signed: (position) => metrics.headSigned(position),
      failed: (error) => {
        metrics.headFailed();
        log('head not signed', { error: error.message });
      },
    });
    const liabilities = new LiabilitiesMaker({
      data: {
        source: followerSource,
        snapshots: snapshotDirectory,
        directory: liabilitiesDirectory(config.dataDir),
        core: CORE_NAME,
        keyOfMacs: secrets.keyOfMacs(),
      },
      head: () => journal.head().position,
      signer: heads,
      clock,
      log,
    });
    closers.push(() => liabilities.close());
    const audits = new Audits({
      data: {
        source: followerSource,
        core: CORE_NAME,
        heads: headsDirectory(config.dataDir),
        programs: verifierProgramsDirectory(),
        dataDir: config.dataDir,
        snapshots: snapshotDirectory,
        databaseUrl: config.databaseUrl,
        keyOfMacs: secrets.keyOfMacs(),
      },
      directory: join(config.dataDir, 'audits'),
      head: () => journal.head().position,
      began: () => firstBatchTime(journal),
      clock,
      log,
    });
    closers.push(() => audits.close());
    const reconciliation = new Reconciliation({
      state: () => engine.state(),
      live,
      stored,
      records,
      tail,
      patienceMs: config.limits.driftPatienceMs,
      commands: engine,
      chains,
      raise: async (alarm) => {
        if (await alarms.raise(alarm)) metrics.chainAlarm(alarm.kind);
      },
      custody: {
        database,
        isStoredUpToDate: () => viewsProgress.waitFor(journal.head().position, config.limits.driftPatienceMs),
      },
      clock,
      monotonic,
      times: {
        roundMs: config.limits.driftRoundSeconds * 1_000,
        restMs: config.limits.driftRestMs,
        againMs: config.limits.driftAgainMs,
        custodyMs: config.limits.driftCustodyMs,
        holdingsMs: config.limits.driftHoldingsMs,
      },
      log,
    });
    closers.push(() => reconciliation.close());
    metrics.watchDrift({
      differences: () => live.drift.differences().length,
      unknown: () => reconciliation.results().filter(({ why }) => isFault(why)).length,
      lastRoundAt: () => reconciliation.lastRoundAt(),
    });
    const relations = submitRelations({ database, state: () => engine.state(), commands: engine, log });
    closers.push(() => relations.close());
    metrics.watchCover(PRODUCT_COVERS.map((row) => ({ ...row, cover: () => coverOf(live, live[row.view]) })));
    metrics.registerGauges({
      commandsPending: () => engine.figures().pending,
      durablePosition: () => journal.head().position,
      projectionPosition: () => projectors.all.checkpoint(),
      projectionLagSeconds: () => lag.seconds(),
    });
    const ownWrites = new ReadYourWrites(journal.head().position, () =>
      lag.isBehind(config.limits.projectionLagSecondsMax),
    );
    return {
      config,
      clock,
      monotonic,
      metrics,
      journal,
      followerSource,
      commands: engine,
      externalCommands: recordingAnswers(
        ownWrites,
        commandsOfUsers(engine, lag, config.limits.projectionLagSecondsMax),
      ),
      readYourWrites: ownWrites,
      engine,
      live,
      perpetuals: perpetuals ?? new PerpetualFollower(engine.state()),
      stored,
      records,
      progress: progressOf(projectors.all),
      viewsProgress,
      recordsProgress: progressOf(projectors.records),
      snapshots,
      database,
      ...outside,
      chainWork,
      heads,
      liabilities,
      audits,
      reconciliation,
      indexFeed,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function progressOf(projector: Projector): ProjectionProgress {
  return {
    position: () => projector.checkpoint(),
    waitFor: async (position, msMax) => (await projector.waitFor(position, msMax)) === 'reached',
  };
}

/** Time of the first batch. */
async function firstBatchTime(journal: Journal): Promise<number | null> {
  for await (const { batch } of journal.read(0)) return batch.at;
  return null;
}

export function snapshotDirectoryOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'snapshots');
}

export function journalConfig(
  config: Pick<Config, 'dataDir' | 'journalUrl' | 'journalArchive' | 'journalAppendBytesMax'>,
  hashesFrom = 0,
): JournalConfig {
  if (config.journalUrl === undefined) {
    const directory = journalDirectory(config.dataDir);
    return { kind: 'embedded', directory, archive: config.journalArchive, core: CORE_NAME, hashesFrom };
  }
  const { journalUrl: url, journalAppendBytesMax: appendBytesMax } = config;
  return { kind: 'eventstore', url, core: CORE_NAME, appendBytesMax };
}

type Log = NonNullable<ComposeOptions['log']>;

function watchClock(clock: SystemClock | undefined, metrics: Metrics, log: Log): void {
  if (!clock) return;
  metrics.watchClock(() => clock.offsetMs());
  clock.watch(({ kind, offsetMs }) => {
    metrics.clockAlarm(kind);
    log('clock alarm', { kind, offsetMs });
  });
}

function reportClockGap(state: CoreState, now: number, jumpMsMax: number, metrics: Metrics, log: Log): void {
  const gap = state.position < 0 ? null : clockGap(state.at, now, jumpMsMax);
  if (gap === null) return;
  metrics.clockAlarm(`start_${gap}`);
  log('clock alarm', { kind: `start_${gap}`, offsetMs: now - state.at });
}

/** Closed segments are sealed and checked at low priority: damage raises an alarm, trading continues. */
function watchSegments(
  place: JournalPlace,
  metrics: Metrics,
  log: (message: string, details: Record<string, unknown>) => void,
): Keeper {
  return startKeeper(
    { ...place, core: CORE_NAME },
    (finding) => {
      metrics.segmentChecked(finding.is);
      if (finding.is === 'damaged') log('journal damaged', { path: finding.path, error: finding.message });
      if (finding.is === 'away') log('journal segment away: it is not checked', { path: finding.path });
    },
    (error) => log('journal keeper ended', { error: error.message }),
  );
}

/** As numbers: a gauge needs no more digits. */
function coverOf({ markets }: LiveViews, product: LiveViews[(typeof PRODUCT_COVERS)[number]['view']]) {
  return product.assets().map((asset) => {
    const { held, promised } = product.coverOf(asset);
    return { asset, held: Number(markets.amount(asset, held)), promised: Number(markets.amount(asset, promised)) };
  });
}
