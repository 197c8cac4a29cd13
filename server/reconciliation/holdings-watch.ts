/**
 * Checks the holdings in a chain's wallets on its own schedule, outside the rounds: a scan takes minutes and must not delay other checks.
 * A missing amount is checked again. Failed checks are retried with growing back-off.
 */
import type { NewChainAlarm } from '../platform/chains/chain-alarms';
import type { ChainPort } from '../platform/chains/chain-port';
import type { CustodyFigure } from './custody';
import { isFault, type Difference, type ComparisonResult, type UnknownReason } from './differences';
import { holdingsDifferences, type HoldingsResult } from './holdings';
import { Rounds } from './rounds';
import { stopWithdrawals, newDifferences, type StopWithdrawalsDependencies } from './stop-withdrawals';

export interface HoldingsDependencies extends StopWithdrawalsDependencies {
  /** The ledger's current position. */
  position: () => number;
  raise: (alarm: NewChainAlarm) => Promise<void>;
  clock: () => number;
  times: {
    /** Delay in ms before the first check. */
    roundMs: number;
    /** Interval of checks in ms. */
    holdingsMs: number;
    /** Delay in ms before a missing amount is checked again. */
    againMs: number;
  };
}

/** Initial delay in ms after a failed check; it grows up to the normal interval. */
const PAUSE_MS = 60_000;
/** Maximum number of consecutive checks of a missing amount. */
const CHECKS_MAX = 3;
const DAY_DIGITS = 10;

type HoldingsState = Pick<ComparisonResult, 'state' | 'why' | 'at' | 'position'>;

export class HoldingsWatch {
  private readonly rounds: Rounds;
  private figures: readonly CustodyFigure[] = [];
  private latestState: HoldingsState = { state: 'unknown', why: 'behind', at: null, position: null };
  /** Subjects missing at the last successful check and not yet reported. */
  private suspected = new Set<string>();
  /** Consecutive checks without a result. */
  private failures = 0;

  constructor(
    private readonly dependencies: HoldingsDependencies,
    private readonly chain: ChainPort['chain'],
    /** Never rejects. */
    private readonly checkOnce: () => Promise<HoldingsResult>,
  ) {
    this.rounds = new Rounds({ log: dependencies.log, pauseMs: () => this.pauseMs }, () =>
      this.checkAndCountFailures(),
    );
  }

  start(): void {
    this.rounds.start(this.dependencies.times.roundMs);
  }

  result(): HoldingsState {
    return this.latestState;
  }

  custody(): readonly CustodyFigure[] {
    return this.figures;
  }

  /** Milliseconds until the next check. */
  get pauseMs(): number {
    const { holdingsMs } = this.dependencies.times;
    if (this.failures === 0 && this.suspected.size === 0) return holdingsMs;
    return Math.min(holdingsMs, PAUSE_MS * 2 ** Math.max(0, this.failures - 1));
  }

  /** Joins a running check. Never rejects. */
  check(): Promise<void> {
    return this.rounds.run();
  }

  close(): Promise<void> {
    return this.rounds.close();
  }

  private async checkAndCountFailures(): Promise<void> {
    try {
      await this.checkUntilCertain();
    } catch (error) {
      this.failures++;
      throw error;
    }
  }

  /** Repeats the check until no new amount is missing. */
  private async checkUntilCertain(): Promise<void> {
    const { delay } = this.rounds;
    for (let checkCount = 1; ; checkCount++) {
      const result = await delay.nullIfAborted(this.checkOnce());
      if (result === null) return;
      await this.raiseDisagreements(result.disagreed);
      const isOver = await this.evaluate(result.figures, checkCount === CHECKS_MAX);
      if (isOver) return;
      await delay.wait(this.dependencies.times.againMs);
      if (this.rounds.isClosed) return;
    }
  }

  /**
   * Returns whether the standing is final. A failed check does not confirm a suspicion: the subject stays suspected until a check
   * succeeds.
   */
  private async evaluate(figures: readonly CustodyFigure[], isLast: boolean): Promise<boolean> {
    const missing = holdingsDifferences(figures);
    const newlyMissing = newDifferences(this.dependencies, missing);
    const lasting = newlyMissing.filter(({ subject }) => this.suspected.has(subject));
    const unknown = new Set(figures.filter(({ why }) => why !== null).map(subjectOf));
    const unresolvedSubjects = [...this.suspected].filter((subject) => unknown.has(subject));
    this.suspected = new Set([...unresolvedSubjects, ...newlyMissing.map(({ subject }) => subject)]);
    await stopWithdrawals(this.dependencies, lasting);
    for (const { subject } of lasting) this.suspected.delete(subject);

    const isOpen = newlyMissing.length > lasting.length;
    if (isOpen && !isLast) return false;
    this.figures = figures;
    const reason = figures.find((one) => isFault(one.why))?.why ?? figures.find((one) => one.why !== null)?.why ?? null;
    this.setState(missing.length > newlyMissing.length || lasting.length > 0, isOpen ? 'behind' : reason);
    return true;
  }

  private setState(isMissing: boolean, reason: UnknownReason | null): void {
    this.failures = isFault(reason) ? this.failures + 1 : 0;
    const at = this.dependencies.clock();
    if (!isMissing && reason !== null) this.latestState = { state: 'unknown', why: reason, at, position: null };
    else
      this.latestState = {
        state: isMissing ? 'differs' : 'agrees',
        why: null,
        at,
        position: this.dependencies.position(),
      };
  }

  /** Reports a disagreement once a day while it lasts. */
  private async raiseDisagreements(disagreed: readonly string[]): Promise<void> {
    const { chain } = this;
    const day = new Date(this.dependencies.clock()).toISOString().slice(0, DAY_DIGITS);
    for (const asset of disagreed) {
      await this.dependencies.raise({
        chain,
        kind: 'wallets_disagree',
        reference: `${chain}/${asset}/${day}`,
        facts: { asset },
      });
    }
  }
}

function subjectOf({ chain, asset }: Pick<CustodyFigure, 'chain' | 'asset'>): Difference['subject'] {
  return `${chain}/${asset}`;
}

/** Standing over all chains: one missing chain counts as missing, one unknown chain as unknown. */
export function combinedResult(watches: readonly HoldingsWatch[]): ComparisonResult {
  const comparison = 'chain.holdings' as const;
  const results = watches.map((watch) => watch.result());
  if (results.length === 0) return { comparison, state: 'unknown', why: 'none', at: null, position: null };
  const worstResult =
    results.find(({ state }) => state === 'differs') ??
    results.find(({ why }) => isFault(why)) ??
    results.find(({ state }) => state === 'unknown') ??
    results[0];
  const times = results.flatMap(({ at }) => (at === null ? [] : [at]));
  return {
    comparison,
    state: worstResult.state,
    why: worstResult.why,
    at: times.length < results.length ? null : Math.min(...times),
    position: worstResult.position,
  };
}
