/**
 * Continuously reconciles the ledger with live views, read models and chains, in slices of users with pauses between them. A difference
 * that a second check confirms stops withdrawals.
 */
import type { CommandPort } from '../engine/port';
import type { NewChainAlarm } from '../platform/chains/chain-alarms';
import type { Chains } from '../platform/chains/chains';
import type { DriftHealth } from '../platform/health/drift-health';
import type { LiveViews } from '../views/live/live-views';
import { custodyDifferences, checkCustody, type CustodyFigure, type CustodyParts } from './custody';
import { COMPARISONS, type Comparison } from '../../shared/wire/audit/comparisons';
import { isFault, keyOf, type Difference, type ComparisonResult, type UnknownReason } from './differences';
import { canCheckHoldings, checkHoldings } from './holdings';
import { HoldingsWatch, combinedResult } from './holdings-watch';
import {
  checkHouse,
  checkLedger,
  checkUsers,
  type CheckResult,
  type RunningCheckParts,
  type CheckParts,
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

export interface ReconciliationParts extends CheckParts {
  commands: Pick<CommandPort, 'submit'>;
  live: CheckParts['live'] & Pick<LiveViews, 'drift' | 'markets'>;
  chains: Pick<Chains, 'all'>;
  /** Raises a chain alarm for staff. */
  raise: (alarm: NewChainAlarm) => Promise<void>;
  custody: Pick<CustodyParts, 'database' | 'isStoredUpToDate'>;
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
  private readonly checkParts: RunningCheckParts;
  private readonly resultByComparison = new Map<Comparison, ComparisonResult>();
  private figures: readonly CustodyFigure[] = [];
  private roundEndedAt: number | null = null;
  /** When chains were last compared, by the monotonic clock. */
  private custodyAt: number | null = null;
  /** One watch for each real chain whose wallets are configured. */
  private readonly holdings: readonly HoldingsWatch[];

  constructor(private readonly parts: ReconciliationParts) {
    this.rounds = new Rounds({ log: parts.log, pauseMs: () => parts.times.roundMs }, () => this.checkAll());
    this.checkParts = { ...parts, isClosed: () => this.rounds.isClosed, standStill: new Set() };
    for (const comparison of COMPARISONS) {
      const never = { state: 'unknown', why: 'behind', at: null, position: null } as const;
      this.resultByComparison.set(comparison, { comparison, ...never });
    }
    const { live } = parts;
    const ofHoldings = { ...parts, position: () => live.position };
    const ports = parts.chains.all().filter(canCheckHoldings);
    this.holdings = ports.map((port) => {
      return new HoldingsWatch(ofHoldings, port.chain, () => checkHoldings(this.custodyParts(), port));
    });
  }

  start(): void {
    this.rounds.start();
    for (const watch of this.holdings) watch.start();
  }

  /** The last standing of each comparison. */
  results(): readonly ComparisonResult[] {
    const ofHoldings = combinedResult(this.holdings);
    return [...this.resultByComparison.values()].map((one) => (one.comparison === 'chain.holdings' ? ofHoldings : one));
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
    const { monotonic, times } = this.parts;
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
      await this.rounds.delay.wait(this.parts.times.restMs);
    }
    for (const [comparison, result] of newResults) this.resultByComparison.set(comparison, result);
    this.roundEndedAt = this.parts.clock();
  }

  /** Sorted by id, which is nearly the order of the map. */
  private async members(): Promise<Float64Array> {
    const members: number[] = [];
    await inTimeSlices(this.parts.state().members.keys(), (user) => void members.push(user), MEMBERS_AT_ONCE);
    return Float64Array.from(members).sort();
  }

  /** Repeats a check that found a difference: a single check may mix two moments. */
  private async checkTwice(
    check: () => Promise<CheckResult>,
    newResults: Map<Comparison, ComparisonResult>,
  ): Promise<void> {
    const first = await this.rounds.delay.nullIfAborted(check());
    if (first === null) return;
    let lasting: Difference[] = [];
    /** Why a comparison with a difference could not be repeated; then the difference is unconfirmed. */
    const unrepeated = new Map<Comparison, UnknownReason>();
    if (first.found.length > 0) {
      await this.rounds.delay.wait(this.parts.times.againMs);
      if (this.rounds.isClosed) return;
      const keys = new Set(first.found.map(keyOf));
      const second = await this.rounds.delay.nullIfAborted(check());
      if (second === null) return;
      lasting = second.found.filter((one) => keys.has(keyOf(one)));
      for (const { comparison } of first.found) {
        const outcome = second.made.get(comparison) ?? ({ why: 'behind' } as const);
        if ('why' in outcome) unrepeated.set(comparison, outcome.why);
      }
    }
    const at = this.parts.clock();
    const differing = new Set(lasting.map(({ comparison }) => comparison));
    // Repeated in the next round instead of at its interval.
    if (unrepeated.has('chain.custody')) this.custodyAt = null;
    for (const [comparison, made] of first.made) {
      const before = newResults.get(comparison);
      if (before && before.state !== 'agrees' && !differing.has(comparison)) continue;
      const reason = unrepeated.get(comparison) ?? ('why' in made ? made.why : null);
      const position = 'position' in made && reason === null ? made.position : null;
      const state = differing.has(comparison) ? 'differs' : reason === null ? 'agrees' : 'unknown';
      newResults.set(comparison, { comparison, state, why: reason, at, position });
    }
    await stopWithdrawals(this.parts, lasting);
  }

  private custodyParts(): CustodyParts {
    const { custody, live, stored } = this.parts;
    const feesOf = (asset: string): bigint => {
      for (const [account, units] of live.balances.houseUnits()) if (account === `fees/${asset}`) return units;
      return 0n;
    };
    return { ...custody, stored, scaleOf: (asset) => live.markets.scale(asset), feesOf };
  }

  private async checkChains(): Promise<CheckResult> {
    const { chains, live } = this.parts;
    const figures: CustodyFigure[] = [];
    const ports = chains.all().filter((port) => !canCheckHoldings(port));
    for (const port of ports) figures.push(...(await checkCustody(this.custodyParts(), port)));
    this.figures = figures;
    const compared = figures.filter(({ why }) => why === null);
    const missed = figures.find((one) => one.why === 'away' || one.why === 'behind')?.why;
    if (missed === undefined) this.custodyAt = this.parts.monotonic();
    const reason = missed ?? figures[0]?.why ?? 'none';
    const isKnown = compared.length > 0 && compared.length === figures.length;
    const outcome = isKnown ? { position: live.position } : { why: reason };
    return { found: custodyDifferences(figures), made: new Map([['chain.custody', outcome]]) };
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
