/** Prometheus metrics. Created once per process and injected. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { VitalName } from '../../../shared/wire/client-reports';

const LATENCY_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const GROUP_BUCKETS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500];

/** Buckets at and between the thresholds of good and poor. */
const VITAL_BUCKETS_SECONDS = [0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 4, 8, 15];
const SHIFT_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1];
const CLIENT_FAULT_KINDS: ReadonlySet<string> = new Set([
  'Error',
  'EvalError',
  'NotLoadedError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
]);

/** Read on scrape, so that the hot path has no cost. */
export interface Gauges {
  commandsPending: () => number;
  durablePosition: () => number;
  projectionPosition: () => number;
  projectionLagSeconds: () => number;
}

/** Index prices: the age of each symbol, and the sources that deliver. */
export interface IndexGauges {
  ages: () => ReadonlyMap<string, number>;
  alive: () => ReadonlyMap<string, boolean>;
}

/** The holdings of an asset, and the liabilities in it. */
interface AssetCover {
  asset: string;
  held: number;
  promised: number;
}

interface CoverOfProduct {
  metric: string;
  /** Help texts of the two gauges. */
  held: string;
  promised: string;
  cover: () => Iterable<AssetCover>;
}

export class Metrics {
  readonly registry = new Registry();

  private readonly answers = this.histogram(
    'exchange_command_answer_seconds',
    'From submitting a command to its durable answer',
  );
  private readonly appends = this.histogram('exchange_journal_append_seconds', 'One durable append');
  private readonly groups = new Histogram({
    name: 'exchange_journal_group_batches',
    help: 'Batches in one append',
    buckets: GROUP_BUCKETS,
    registers: [this.registry],
  });
  private readonly requests = new Histogram({
    name: 'exchange_http_request_seconds',
    help: 'HTTP requests by route and status',
    labelNames: ['route', 'status'],
    buckets: LATENCY_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly notices = new Counter({
    name: 'exchange_engine_notices_total',
    help: 'Recoveries, rebuilds and stops of the engine',
    labelNames: ['notice'],
    registers: [this.registry],
  });
  private readonly alarms = new Counter({
    name: 'exchange_chain_alarms_total',
    help: 'What a chain did that staff have to look at',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  private readonly chainWorkFailures = new Gauge({
    name: 'exchange_chain_work_faults',
    help: 'Chains and payouts whose last turn failed',
    registers: [this.registry],
  });
  private readonly segments = new Counter({
    name: 'exchange_journal_segments_checked_total',
    help: 'Closed segments of the journal that were sealed, found sound or found damaged',
    labelNames: ['finding'],
    registers: [this.registry],
  });
  private readonly overdue = new Gauge({
    name: 'exchange_withdrawals_overdue',
    help: 'Withdrawals that wait in a status for longer than they should',
    labelNames: ['status'],
    registers: [this.registry],
  });
  private readonly snapshotsFailed = new Counter({
    name: 'exchange_snapshots_failed_total',
    help: 'How often the thread that writes snapshots has failed and was started again',
    registers: [this.registry],
  });
  private readonly headsFailed = new Counter({
    name: 'exchange_heads_failed_total',
    help: 'How often a head of the journal could not be signed',
    registers: [this.registry],
  });
  private readonly headPosition = new Gauge({
    name: 'exchange_head_signed_position',
    help: 'Position up to which the journal is signed',
    registers: [this.registry],
  });
  private readonly memberless = new Gauge({
    name: 'exchange_members_without_user',
    help: 'Members of the journal whom nobody can log in as: their users are missing since this start',
    registers: [this.registry],
  });
  private readonly clockAlarms = new Counter({
    name: 'exchange_clock_alarms_total',
    help: 'What the machine’s clock did that people have to look at',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  private readonly clientFaults = new Counter({
    name: 'exchange_client_faults_total',
    help: 'Faults that pages have told of, by kind',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  private readonly clientVitals = new Histogram({
    name: 'exchange_client_vital_seconds',
    help: 'How quick pages were for whoever looked at them, by web vital',
    labelNames: ['vital'],
    buckets: VITAL_BUCKETS_SECONDS,
    registers: [this.registry],
  });
  private readonly clientShifts = new Histogram({
    name: 'exchange_client_layout_shift',
    help: 'By how much pages moved about under whoever looked at them',
    buckets: SHIFT_BUCKETS,
    registers: [this.registry],
  });
  /** Duration of the last append; null before the first. */
  lastAppendSeconds: number | null = null;
  private gauges: Gauges | null = null;
  /** Looking up a child by two labels costs more than observing, so each pair is cached. */
  private readonly requestsByPair = new Map<string, { observe(seconds: number): void }>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Fits the engine's `SequencerObserver`. */
  answered(seconds: number): void {
    this.answers.observe(seconds);
  }

  appended(seconds: number, batches: number): void {
    this.lastAppendSeconds = seconds;
    this.appends.observe(seconds);
    this.groups.observe(batches);
  }

  engineNotice(notice: string): void {
    this.notices.inc({ notice });
  }

  chainAlarm(kind: string): void {
    this.alarms.inc({ kind });
  }

  /** Anyone may report any kind: kinds that JavaScript does not throw itself count as one. */
  clientFault(kind: string): void {
    this.clientFaults.inc({ kind: CLIENT_FAULT_KINDS.has(kind) ? kind : 'other' });
  }

  clientVital(vital: VitalName, value: number): void {
    if (vital === 'CLS') this.clientShifts.observe(value);
    else this.clientVitals.observe({ vital }, value);
  }

  chainFaults(count: number): void {
    this.chainWorkFailures.set(count);
  }

  withdrawalsOverdue(status: string, count: number): void {
    this.overdue.set({ status }, count);
  }

  headFailed(): void {
    this.headsFailed.inc();
  }

  headSigned(position: number): void {
    this.headPosition.set(position);
  }

  snapshotFailed(): void {
    this.snapshotsFailed.inc();
  }

  segmentChecked(finding: string): void {
    this.segments.inc({ finding });
  }

  clockAlarm(kind: string): void {
    this.clockAlarms.inc({ kind });
  }

  /** `offsetMs`: rejected offset of the wall clock. */
  watchClock(offsetMs: () => number): void {
    const help = 'The wall clock minus the time in use, while a jump is not believed';
    this.gauge('exchange_clock_offset_seconds', help, () => offsetMs() / 1000);
  }

  membersWithoutUser(count: number): void {
    this.memberless.set(count);
  }

  requested(route: string, status: number, seconds: number): void {
    const pair = `${status} ${route}`;
    let child = this.requestsByPair.get(pair);
    if (!child) {
      child = this.requests.labels({ route, status: String(status) });
      this.requestsByPair.set(pair, child);
    }
    child.observe(seconds);
  }

  /** Call when all sources of the gauges exist. */
  registerGauges(gauges: Gauges): void {
    this.gauges = gauges;
    this.gauge('exchange_commands_pending', 'Commands taken and not yet answered', gauges.commandsPending);
    this.gauge('exchange_journal_position', 'Position of the last durable event', gauges.durablePosition);
    this.gauge('exchange_projection_lag_events', 'Durable events that the read models do not include yet', () =>
      Math.max(0, gauges.durablePosition() - gauges.projectionPosition()),
    );
    this.gauge(
      'exchange_projection_lag_seconds',
      'For how long the oldest batch that the read models lack has been durable',
      gauges.projectionLagSeconds,
    );
  }

  /** The same value for screens. */
  projectionLagSeconds(): number {
    return this.gauges?.projectionLagSeconds() ?? 0;
  }

  /** `seedsLost`: committed seeds of the simulated index that are lost. */
  watchIndex(index: IndexGauges, seedsLost: () => number): void {
    const registers = [this.registry];
    const ages: Gauge = new Gauge({
      name: 'exchange_index_age_seconds',
      help: 'Since the last publication of each index price',
      labelNames: ['symbol'],
      registers,
      collect: () => index.ages().forEach((seconds, symbol) => ages.set({ symbol }, seconds)),
    });
    const alive: Gauge = new Gauge({
      name: 'exchange_index_source_alive',
      help: 'Whether a source of index prices told anything in the last ten seconds',
      labelNames: ['source'],
      registers,
      collect: () => index.alive().forEach((isAlive, source) => alive.set({ source }, isAlive ? 1 : 0)),
    });
    const help = 'Seeds of the simulated index that were promised and are lost: nobody can compute those prices again';
    this.gauge('exchange_index_seeds_lost', help, seedsLost);
  }

  /** Sentinel: differences that stop withdrawals, comparisons that cannot be made, and the time of the last complete round. */
  watchDrift(drift: { differences: () => number; unknown: () => number; lastRoundAt: () => number | null }): void {
    this.gauge(
      'exchange_drift_differences',
      'Differences between the ledger and what should agree with it: withdrawals are stopped',
      drift.differences,
    );
    this.gauge('exchange_drift_unknown', 'Comparisons that cannot be made now', drift.unknown);
    this.gauge('exchange_drift_round_seconds', 'When everything was last compared, in seconds since the epoch', () => {
      return (drift.lastRoundAt() ?? 0) / 1000;
    });
  }

  /** By asset, in its units: cover of second contracts and earn products, and their maximum liabilities. */
  watchCover(rows: readonly CoverOfProduct[]): void {
    const gauge = (name: string, help: string, cover: () => Iterable<AssetCover>, field: 'held' | 'promised'): void => {
      const figures: Gauge = new Gauge({
        ...{ name, help, labelNames: ['asset'], registers: [this.registry] },
        collect: () => [...cover()].forEach((one) => figures.set({ asset: one.asset }, one[field])),
      });
    };
    for (const { metric, held, promised, cover } of rows) {
      gauge(`${metric}_held`, held, cover, 'held');
      gauge(`${metric}_promised`, promised, cover, 'promised');
    }
  }

  private histogram(name: string, help: string): Histogram {
    return new Histogram({ name, help, buckets: LATENCY_BUCKETS_SECONDS, registers: [this.registry] });
  }

  private gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect: () => gauge.set(read()) });
  }
}
