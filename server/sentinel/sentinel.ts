/**
 * Compares the ledger, again and again, with everything that should say the same: live views, read models, chains. In slices of
 * users with rests between them; what is found once is looked at again, and what is still there then stops withdrawals.
 */
import type { CommandPort } from '../engine/port';
import type { NewChainAlarm } from '../platform/chains/chain-alarms';
import type { Chains } from '../platform/chains/chains';
import type { DriftHealth } from '../platform/health/drift-health';
import type { LiveViews } from '../views/live/live-views';
import { differencesIn, lookAtCustody, type CustodyFigure, type CustodyParts } from './custody';
import { COMPARISONS, type Comparison } from '../../shared/wire/comparisons';
import { isFault, keyOf, type Found, type Standing, type Unknown } from './found';
import { canBeHeld, lookAtHoldings } from './holdings';
import { HoldingsWatch, standingOf } from './holdings-watch';
import { lookAtHouse, lookAtLedger, lookAtUsers, type Looked, type LookingParts, type LookParts } from './looks';
import { Rounds } from './rounds';
import { stopBy } from './stopping';
import { inTurns } from './turns';

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
  /** What staff have to look at of a chain. */
  raise: (alarm: NewChainAlarm) => Promise<void>;
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

export class Sentinel {
  private readonly rounds: Rounds;
  private readonly looking: LookingParts;
  private readonly standings = new Map<Comparison, Standing>();
  private figures: readonly CustodyFigure[] = [];
  private roundEndedAt: number | null = null;
  /** When chains were last compared, by the monotonic clock. */
  private custodyAt: number | null = null;
  /** Of each real chain of which it was said where coins lie. */
  private readonly holdings: readonly HoldingsWatch[];

  constructor(private readonly parts: SentinelParts) {
    this.rounds = new Rounds({ log: parts.log, pauseMs: () => parts.times.roundMs }, () => this.takeRound());
    this.looking = { ...parts, isClosed: () => this.rounds.isClosed, standStill: new Set() };
    for (const comparison of COMPARISONS) {
      const never = { state: 'unknown', why: 'behind', at: null, position: null } as const;
      this.standings.set(comparison, { comparison, ...never });
    }
    const { live } = parts;
    const ofHoldings = { ...parts, position: () => live.position };
    const ports = parts.chains.all().filter(canBeHeld);
    this.holdings = ports.map((port) => {
      return new HoldingsWatch(ofHoldings, port.chain, () => lookAtHoldings(this.custodyParts(), port));
    });
  }

  start(): void {
    this.rounds.start();
    for (const watch of this.holdings) watch.start();
  }

  /** How each comparison stood when it was last made. */
  standing(): readonly Standing[] {
    const ofHoldings = standingOf(this.holdings);
    return [...this.standings.values()].map((one) => (one.comparison === 'chain.holdings' ? ofHoldings : one));
  }

  custody(): readonly CustodyFigure[] {
    return [...this.figures, ...this.holdings.flatMap((watch) => watch.custody())];
  }

  /** When everything was last looked at; null before the first time. */
  lastRoundAt(): number | null {
    return this.roundEndedAt;
  }

  /** The next round compares simulated chains too, whenever that was done last. */
  compareChainsNext(): void {
    this.custodyAt = null;
  }

  /** At what lies at the wallets of real chains, now. Never rejects. */
  async lookAtHoldings(): Promise<void> {
    await Promise.all(this.holdings.map((watch) => watch.look()));
  }

  /** Looks at everything else once, the one under way included. Never rejects. */
  round(): Promise<void> {
    return this.rounds.run();
  }

  async close(): Promise<void> {
    await Promise.all([this.rounds, ...this.holdings].map((watch) => watch.close()));
  }

  private async takeRound(): Promise<void> {
    const seen = new Map<Comparison, Standing>();
    this.looking.standStill.clear();
    const members = await this.members();
    const looks: (() => Promise<Looked>)[] = [() => lookAtLedger(this.looking), () => lookAtHouse(this.looking)];
    const { monotonic, times } = this.parts;
    const isDue = (at: number | null, ms: number): boolean => at === null || monotonic() - at >= ms;
    if (isDue(this.custodyAt, times.custodyMs)) looks.push(() => this.lookAtChains());
    for (let first = 0; first < members.length; first += SLICE_USERS) {
      const users = [...members.subarray(first, first + SLICE_USERS)];
      // Without holes between them: rows of users whom the ledger does not know are found as well.
      const from = first === 0 ? 0 : users[0];
      const next = members.at(first + SLICE_USERS);
      const to = next === undefined ? Number.MAX_SAFE_INTEGER : next - 1;
      looks.push(() => lookAtUsers(this.looking, users, { from, to }));
    }
    for (const look of looks) {
      if (this.rounds.isClosed) return;
      await this.judge(look, seen);
      await this.rounds.rest.for(this.parts.times.restMs);
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
    const first = await this.rounds.rest.unlessEnded(look());
    if (first === null) return;
    let lasting: Found[] = [];
    /** Of comparisons that found something, why nobody could look again: whether it is still there is not known. */
    const unrepeated = new Map<Comparison, Unknown>();
    if (first.found.length > 0) {
      await this.rounds.rest.for(this.parts.times.againMs);
      if (this.rounds.isClosed) return;
      const keys = new Set(first.found.map(keyOf));
      const second = await this.rounds.rest.unlessEnded(look());
      if (second === null) return;
      lasting = second.found.filter((one) => keys.has(keyOf(one)));
      for (const { comparison } of first.found) {
        const made = second.made.get(comparison) ?? ({ why: 'behind' } as const);
        if ('why' in made) unrepeated.set(comparison, made.why);
      }
    }
    const at = this.parts.clock();
    const differing = new Set(lasting.map(({ comparison }) => comparison));
    // Looked at again in the next round, and not when it is due.
    if (unrepeated.has('chain.custody')) this.custodyAt = null;
    for (const [comparison, made] of first.made) {
      const before = seen.get(comparison);
      if (before && before.state !== 'agrees' && !differing.has(comparison)) continue;
      const why = unrepeated.get(comparison) ?? ('why' in made ? made.why : null);
      const position = 'position' in made && why === null ? made.position : null;
      const state = differing.has(comparison) ? 'differs' : why === null ? 'agrees' : 'unknown';
      seen.set(comparison, { comparison, state, why, at, position });
    }
    await stopBy(this.parts, lasting);
  }

  private custodyParts(): CustodyParts {
    const { custody, live, stored } = this.parts;
    const feesOf = (asset: string): bigint => {
      for (const [account, units] of live.balances.houseUnits()) if (account === `fees/${asset}`) return units;
      return 0n;
    };
    return { ...custody, stored, scaleOf: (asset) => live.markets.scale(asset), feesOf };
  }

  private async lookAtChains(): Promise<Looked> {
    const { chains, live } = this.parts;
    const figures: CustodyFigure[] = [];
    const ports = chains.all().filter((port) => !canBeHeld(port));
    for (const port of ports) figures.push(...(await lookAtCustody(this.custodyParts(), port)));
    this.figures = figures;
    const compared = figures.filter(({ why }) => why === null);
    const missed = figures.find((one) => one.why === 'away' || one.why === 'behind')?.why;
    if (missed === undefined) this.custodyAt = this.parts.monotonic();
    const why = missed ?? figures[0]?.why ?? 'none';
    const isKnown = compared.length > 0 && compared.length === figures.length;
    const made = isKnown ? { position: live.position } : { why };
    return { found: differencesIn(figures), made: new Map([['chain.custody', made]]) };
  }
}

export function driftHealth(sentinel: Sentinel, live: Pick<LiveViews, 'drift'>): DriftHealth {
  return {
    state() {
      if (live.drift.isStopped) return 'stopped';
      const isUnknown = sentinel.standing().some(({ why, at }) => at !== null && isFault(why));
      return isUnknown ? 'unknown' : 'none';
    },
  };
}
