/**
 * Compares the ledger, again and again, with everything that should say the same: live views, read models, chains. In slices of
 * users with rests between them; what is found once is looked at again, and what is still there then stops withdrawals.
 */
import { differenceKey } from '../core/drift/state';
import type { CommandPort } from '../engine/port';
import type { Chains } from '../platform/chains/chains';
import type { DriftHealth } from '../platform/health/drift-health';
import type { LiveViews } from '../views/live/live-views';
import { differencesIn, lookAtCustody, type CustodyFigure, type CustodyParts } from './custody';
import { canBeHeld, lookAtHoldings, missingIn } from './holdings';
import { COMPARISONS, keyOf, type Comparison, type Found, type Standing } from './found';
import { inTurns } from './turns';
import { lookAtHouse, lookAtLedger, lookAtUsers, type Looked, type LookingParts, type LookParts } from './looks';

export interface SentinelTimes {
  /** Between two rounds. */
  roundMs: number;
  /** Between two slices of a round. */
  restMs: number;
  /** From a difference to the second look at it. */
  againMs: number;
  /** Between two looks at chains, of which everything is read, and between two at what lies at addresses of real ones. */
  custodyMs: number;
  holdingsMs: number;
}

export interface SentinelParts extends LookParts {
  commands: Pick<CommandPort, 'submit'>;
  live: LookParts['live'] & Pick<LiveViews, 'drift' | 'markets'>;
  chains: Pick<Chains, 'all'>;
  custody: Pick<CustodyParts, 'database' | 'isStoredUpToDate'>;
  clock: () => number;
  /** Milliseconds that never run backwards. */
  monotonic: () => number;
  times: SentinelTimes;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** So many users at a time, which takes the thread that matches orders about a millisecond. */
export const SLICE_USERS = 250;
const MEMBERS_AT_ONCE = 1_000;
/** One look tells of no more. */
const TOLD_MAX = 20;

export class Sentinel {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private isClosed = false;
  private endRest: () => void = () => undefined;
  private endLook: () => void = () => undefined;
  private readonly looking: LookingParts;
  private readonly standings = new Map<Comparison, Standing>();
  private figures: readonly CustodyFigure[] = [];
  private holdings: readonly CustodyFigure[] = [];
  private roundEndedAt: number | null = null;
  /** When chains were last compared, by the monotonic clock. */
  private custodyAt: number | null = null;
  private holdingsAt: number | null = null;
  private fault: string | null = null;

  constructor(private readonly parts: SentinelParts) {
    this.looking = { ...parts, isClosed: () => this.isClosed };
    for (const comparison of COMPARISONS) {
      const never = { state: 'unknown', why: 'behind', at: null, position: null } as const;
      this.standings.set(comparison, { comparison, ...never });
    }
  }

  start(): void {
    const { roundMs } = this.parts.times;
    if (this.isClosed) return;
    this.timer = setTimeout(() => void this.round().finally(() => this.start()), roundMs);
    this.timer.unref();
  }

  /** How each comparison stood when it was last made. */
  standing(): readonly Standing[] {
    return [...this.standings.values()];
  }

  custody(): readonly CustodyFigure[] {
    return [...this.figures, ...this.holdings];
  }

  /** When everything was last looked at; null before the first time. */
  lastRoundAt(): number | null {
    return this.roundEndedAt;
  }

  /** Looks at everything once, the one under way included. Never rejects. */
  round(): Promise<void> {
    this.running ??= this.takeRound()
      .then(() => this.note(null))
      .catch((error: Error) => this.note(error.message))
      .finally(() => (this.running = null));
    return this.running;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearTimeout(this.timer);
    this.endRest();
    this.endLook();
    await this.running;
  }

  private note(fault: string | null): void {
    if (fault !== null && fault !== this.fault && !this.isClosed) this.parts.log('sentinel failed', { fault });
    this.fault = fault;
  }

  private async takeRound(): Promise<void> {
    const seen = new Map<Comparison, Standing>();
    const members = await this.members();
    const looks: (() => Promise<Looked>)[] = [() => lookAtLedger(this.looking), () => lookAtHouse(this.looking)];
    const { monotonic, times } = this.parts;
    const isDue = (at: number | null, ms: number): boolean => at === null || monotonic() - at >= ms;
    if (isDue(this.custodyAt, times.custodyMs)) looks.push(() => this.lookAtChains());
    if (isDue(this.holdingsAt, times.holdingsMs)) looks.push(() => this.lookAtHoldings());
    for (let first = 0; first < members.length; first += SLICE_USERS) {
      const users = [...members.subarray(first, first + SLICE_USERS)];
      // Without holes between them: rows of users whom the ledger does not know are found as well.
      const from = first === 0 ? 0 : users[0];
      const next = members.at(first + SLICE_USERS);
      const to = next === undefined ? Number.MAX_SAFE_INTEGER : next - 1;
      looks.push(() => lookAtUsers(this.looking, users, { from, to }));
    }
    for (const look of looks) {
      if (this.isClosed) return;
      await this.judge(look, seen);
      await this.rest(this.parts.times.restMs);
    }
    for (const [comparison, standing] of seen) this.standings.set(comparison, standing);
    this.roundEndedAt = this.parts.clock();
  }

  /** In the order of their numbers, which is nearly that in which they came. */
  private async members(): Promise<Float64Array> {
    const members: number[] = [];
    await inTurns(this.parts.state().members.keys(), (user) => void members.push(user), MEMBERS_AT_ONCE);
    return Float64Array.from(members).sort();
  }

  /** What is there once is looked at again: what one look alone finds may be of two moments. */
  private async judge(look: () => Promise<Looked>, seen: Map<Comparison, Standing>): Promise<void> {
    const first = await this.unlessEnded(look());
    if (first === null) return;
    let lasting: Found[] = [];
    if (first.found.length > 0) {
      await this.rest(this.parts.times.againMs);
      if (this.isClosed) return;
      const keys = new Set(first.found.map(lastingKey));
      const second = await this.unlessEnded(look());
      if (second === null) return;
      lasting = second.found.filter((one) => keys.has(lastingKey(one)));
    }
    const at = this.parts.clock();
    const differing = new Set(lasting.map(({ comparison }) => comparison));
    for (const [comparison, made] of first.made) {
      const before = seen.get(comparison);
      if (before && before.state !== 'agrees' && !differing.has(comparison)) continue;
      const position = 'position' in made ? made.position : null;
      const why = 'why' in made ? made.why : null;
      const state = differing.has(comparison) ? 'differs' : why === null ? 'agrees' : 'unknown';
      seen.set(comparison, { comparison, state, why, at, position });
    }
    await this.stop(lasting);
  }

  /** Null as soon as the sentinel ends: nobody waits then for who is behind or away. */
  private unlessEnded(looked: Promise<Looked>): Promise<Looked | null> {
    const ended = new Promise<null>((resolve) => {
      this.endLook = () => resolve(null);
    });
    return Promise.race([looked, ended]);
  }

  private async stop(lasting: readonly Found[]): Promise<void> {
    const { commands, log, state } = this.parts;
    const { open, lifted } = state().drift;
    const known = new Set([...lifted, ...[...open.values()].map(differenceKey)]);
    for (const found of lasting.filter((one) => !known.has(keyOf(one))).slice(0, TOLD_MAX)) {
      const { comparison, subject, asset, expected, found: figure } = found;
      const facts = { comparison, subject, asset, expected, found: figure };
      const outcome = await commands.submit({ actor: 'sentinel', command: { type: 'StopWithdrawals', ...facts } });
      if ('rejected' in outcome) continue;
      // Logs go where balances must not: whose and how much is at the desk, under this number.
      log('withdrawals stopped', { comparison, difference: outcome.id, asset });
    }
  }

  private async lookAtChains(): Promise<Looked> {
    const { chains, live, custody, stored } = this.parts;
    const scaleOf = (asset: string): number | undefined => live.markets.scale(asset);
    const figures: CustodyFigure[] = [];
    const ports = chains.all().filter((port) => !canBeHeld(port));
    for (const port of ports) figures.push(...(await lookAtCustody({ ...custody, stored, scaleOf }, port)));
    this.figures = figures;
    const compared = figures.filter(({ why }) => why === null);
    const missed = figures.find((one) => one.why === 'away' || one.why === 'behind')?.why;
    if (missed === undefined) this.custodyAt = this.parts.monotonic();
    const why = missed ?? figures[0]?.why ?? 'none';
    const isKnown = compared.length > 0 && compared.length === figures.length;
    const made = isKnown ? { position: live.position } : { why };
    return { found: differencesIn(figures), made: new Map([['chain.custody', made]]) };
  }

  private async lookAtHoldings(): Promise<Looked> {
    const { chains, live, custody, stored } = this.parts;
    const scaleOf = (asset: string): number | undefined => live.markets.scale(asset);
    const ports = chains.all().filter(canBeHeld);
    const figures: CustodyFigure[] = [];
    for (const port of ports) figures.push(...(await lookAtHoldings({ ...custody, stored, scaleOf }, port)));
    this.holdings = figures;
    const missed = figures.find(({ why }) => why !== null)?.why ?? null;
    if (missed === null) this.holdingsAt = this.parts.monotonic();
    const why = missed ?? (figures.length === 0 ? ('none' as const) : null);
    const made = why === null ? { position: live.position } : { why };
    return { found: missingIn(figures), made: new Map([['chain.holdings', made]]) };
  }

  private async rest(ms: number): Promise<void> {
    if (this.isClosed || ms === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      timer.unref();
      this.endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** What lies at addresses moves by itself: that it is too little is the same, however much. */
function lastingKey(found: Found): string {
  return found.comparison === 'chain.holdings' ? `${found.comparison} ${found.subject}` : keyOf(found);
}

export function driftHealth(sentinel: Sentinel, live: Pick<LiveViews, 'drift'>): DriftHealth {
  return {
    state() {
      if (live.drift.isStopped) return 'stopped';
      const isUnknown = sentinel.standing().some(({ why, at }) => at !== null && (why === 'away' || why === 'behind'));
      return isUnknown ? 'unknown' : 'none';
    },
  };
}
