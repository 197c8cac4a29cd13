/**
 * Continuously reconciles the ledger with live views, read models and chains, in slices of users with pauses between them. A difference
 * that a second check confirms stops withdrawals.
 */
import type { CommandPort } from '../engine/port';
import type { NewChainAlarm } from '../platform/chains/chain-alarms';
import type { Chains } from '../platform/chains/chains';
import type { DriftHealth } from '../platform/health/drift-health';
import type { LiveViews } from '../views/live/live-views';
import { custodyDifferences, checkCustody, type CustodyFigure, type CustodyDependencies } from './custody';
import { COMPARISONS, type Comparison } from '../../shared/wire/audit/comparisons';
import { isFault, keyOf, type Difference, type ComparisonResult, type UnknownReason } from './differences';
import { canCheckHoldings, checkHoldings } from './holdings';
import { HoldingsWatch, combinedResult } from './holdings-watch';
import {
  checkHouse,
  checkLedger,
  checkUsers,
  type CheckResult,
  type RunningCheckDependencies,
  type CheckDependencies,
} from './checks';
import { Rounds } from './rounds';
import { stopWithdrawals } from './stop-withdrawals';
import { inTimeSlices } from './time-slices';

export interface ReconciliationTimes {
  /** Delay in ms between two rounds. */
  roundMs: number;
  /** Delay in ms between two slices of a round. */
  restMs: number;
  /** Delay in ms before a difference is checked again. */
  againMs: number;
  /** Intervals in ms: of complete comparisons with chains, and of holdings checks on real chains. */
  custodyMs: number;
  holdingsMs: number;
}

export interface ReconciliationDependencies extends CheckDependencies {
  commands: Pick<CommandPort, 'submit'>;
  live: CheckDependencies['live'] & Pick<LiveViews, 'drift' | 'markets'>;
  chains: Pick<Chains, 'all'>;
  /** Raises a chain alarm for staff. */
  raise: (alarm: NewChainAlarm) => Promise<void>;
  custody: Pick<CustodyDependencies, 'database' | 'isStoredUpToDate'>;
  clock: () => number;
  /** Monotonic clock in ms. */
  monotonic: () => number;
  times: ReconciliationTimes;
  log: (message: string, details: Record<string, unknown>) => void;
}

/** Users per slice; one slice takes the matching thread about a millisecond. */
export const SLICE_USERS = 250;
const MEMBERS_AT_ONCE = 1_000;

export class Reconciliation {
  private readonly rounds: Rounds;
  private readonly checkParts: RunningCheckDependencies;
  private readonly resultByComparison = new Map<Comparison, ComparisonResult>();
  private figures: readonly CustodyFigure[] = [];
  private roundEndedAt: number | null = null;
  /** When chains were last compared, by the monotonic clock. */
  private custodyAt: number | null = null;
  /** One watch for each real chain whose wallets are configured. */
  private readonly holdings: readonly HoldingsWatch[];

  constructor(private readonly dependencies: ReconciliationDependencies) {
    this.rounds = new Rounds({ log: dependencies.log, pauseMs: () => dependencies.times.roundMs }, () =>
      this.checkAll(),
    );
    this.checkParts = { ...dependencies, isClosed: () => this.rounds.isClosed, standStill: new Set() };
    for (const comparison of COMPARISONS) {
      const neverChecked = { state: 'unknown', why: 'behind', at: null, position: null } as const;
      this.resultByComparison.set(comparison, { comparison, ...neverChecked });
    }
    const { live } = dependencies;
    const holdingsDependencies = { ...dependencies, position: () => live.position };
    const ports = dependencies.chains.all().filter(canCheckHoldings);
    this.holdings = ports.map((port) => {
      return new HoldingsWatch(holdingsDependencies, port.chain, () => checkHoldings(this.custodyParts(), port));
    });
  }

  start(): void {
    this.rounds.start();
    for (const watch of this.holdings) watch.start();
  }

  /** The last standing of each comparison. */
  results(): readonly ComparisonResult[] {
    const holdingsResult = combinedResult(this.holdings);
    return [...this.resultByComparison.values()].map((one) =>
      one.comparison === 'chain.holdings' ? holdingsResult : one,
    );
  }

  custody(): readonly CustodyFigure[] {
    return [...this.figures, ...this.holdings.flatMap((watch) => watch.custody())];
  }

  /** Time of the last complete round; null before the first. */
  lastRoundAt(): number | null {
    return this.roundEndedAt;
  }

  /** Makes the next round compare simulated chains too, independent of the interval. */
  compareChainsNext(): void {
    this.custodyAt = null;
  }

  /** Checks the holdings of real chains now. Never rejects. */
  async checkHoldings(): Promise<void> {
    await Promise.all(this.holdings.map((watch) => watch.check()));
  }

  /** Runs one round of all other checks, or joins the running one. Never rejects. */
  runRound(): Promise<void> {
    return this.rounds.run();
  }

  async close(): Promise<void> {
    await Promise.all([this.rounds, ...this.holdings].map((watch) => watch.close()));
  }

  private async checkAll(): Promise<void> {
    const newResults = new Map<Comparison, ComparisonResult>();
    this.checkParts.standStill.clear();
    const members = await this.members();
    const checks: (() => Promise<CheckResult>)[] = [
      () => checkLedger(this.checkParts),
      () => checkHouse(this.checkParts),
    ];
    const { monotonic, times } = this.dependencies;
    const isDue = (at: number | null, ms: number): boolean => at === null || monotonic() - at >= ms;
    if (isDue(this.custodyAt, times.custodyMs)) checks.push(() => this.checkChains());
    for (let first = 0; first < members.length; first += SLICE_USERS) {
      const users = [...members.subarray(first, first + SLICE_USERS)];
      // Slices are contiguous, so rows of users unknown to the ledger are found too.
      const from = first === 0 ? 0 : users[0];
      const next = members.at(first + SLICE_USERS);
      const to = next === undefined ? Number.MAX_SAFE_INTEGER : next - 1;
      checks.push(() => checkUsers(this.checkParts, users, { from, to }));
    }
    for (const check of checks) {
      if (this.rounds.isClosed) return;
      await this.checkTwice(check, newResults);
      await this.rounds.delay.wait(this.dependencies.times.restMs);
    }
    for (const [comparison, result] of newResults) this.resultByComparison.set(comparison, result);
    this.roundEndedAt = this.dependencies.clock();
  }

  /** Sorted by id, which is nearly the order of the map. */
  private async members(): Promise<Float64Array> {
    const members: number[] = [];
    await inTimeSlices(this.dependencies.state().members.keys(), (user) => void members.push(user), MEMBERS_AT_ONCE);
    return Float64Array.from(members).sort();
  }

  /** Repeats a check that found a difference: a single check may mix two moments. */
  private async checkTwice(
    check: () => Promise<CheckResult>,
    newResults: Map<Comparison, ComparisonResult>,
  ): Promise<void> {
    const firstResult = await this.rounds.delay.nullIfAborted(check());
    if (firstResult === null) return;
    let lasting: Difference[] = [];
    /** Why a comparison with a difference could not be repeated; then the difference is unconfirmed. */
    const unrepeated = new Map<Comparison, UnknownReason>();
    if (firstResult.found.length > 0) {
      await this.rounds.delay.wait(this.dependencies.times.againMs);
      if (this.rounds.isClosed) return;
      const keys = new Set(firstResult.found.map(keyOf));
      const secondResult = await this.rounds.delay.nullIfAborted(check());
      if (secondResult === null) return;
      lasting = secondResult.found.filter((one) => keys.has(keyOf(one)));
      for (const { comparison } of firstResult.found) {
        const outcome = secondResult.outcomes.get(comparison) ?? ({ why: 'behind' } as const);
        if ('why' in outcome) unrepeated.set(comparison, outcome.why);
      }
    }
    const at = this.dependencies.clock();
    const differing = new Set(lasting.map(({ comparison }) => comparison));
    // Repeated in the next round instead of at its interval.
    if (unrepeated.has('chain.custody')) this.custodyAt = null;
    for (const [comparison, made] of firstResult.outcomes) {
      const before = newResults.get(comparison);
      if (before && before.state !== 'agrees' && !differing.has(comparison)) continue;
      const reason = unrepeated.get(comparison) ?? ('why' in made ? made.why : null);
      const position = 'position' in made && reason === null ? made.position : null;
      const state = differing.has(comparison) ? 'differs' : reason === null ? 'agrees' : 'unknown';
      newResults.set(comparison, { comparison, state, why: reason, at, position });
    }
    await stopWithdrawals(this.dependencies, lasting);
  }

  private custodyParts(): CustodyDependencies {
    const { custody, live, stored } = this.dependencies;
    const feesOf = (asset: string): bigint => {
      for (const [account, units] of live.balances.houseUnits()) if (account === `fees/${asset}`) return units;
      return 0n;
    };
    return { ...custody, stored, scaleOf: (asset) => live.markets.scale(asset), feesOf };
  }

  private async checkChains(): Promise<CheckResult> {
    const { chains, live } = this.dependencies;
    const figures: CustodyFigure[] = [];
    const ports = chains.all().filter((port) => !canCheckHoldings(port));
    for (const port of ports) figures.push(...(await checkCustody(this.custodyParts(), port)));
    this.figures = figures;
    const compared = figures.filter(({ why }) => why === null);
    const missed = figures.find((one) => one.why === 'away' || one.why === 'behind')?.why;
    if (missed === undefined) this.custodyAt = this.dependencies.monotonic();
    const reason = missed ?? figures[0]?.why ?? 'none';
    const isKnown = compared.length > 0 && compared.length === figures.length;
    const outcome = isKnown ? { position: live.position } : { why: reason };
    return { found: custodyDifferences(figures), outcomes: new Map([['chain.custody', outcome]]) };
  }
}

export function driftHealth(reconciliation: Reconciliation, live: Pick<LiveViews, 'drift'>): DriftHealth {
  return {
    state() {
      if (live.drift.isStopped) return 'stopped';
      const isUnknown = reconciliation.results().some(({ why, at }) => at !== null && isFault(why));
      return isUnknown ? 'unknown' : 'none';
    },
  };
}
