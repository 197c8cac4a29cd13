/**
 * Looks at what lies at the wallets of one chain, beside the rounds and on times of its own: a scan takes minutes, and nothing else waits
 * for it. What is missing once is looked for again; what could not be looked at is asked again with pauses that grow.
 */
import type { NewChainAlarm } from '../platform/chains/chain-alarms';
import type { ChainPort } from '../platform/chains/chain-port';
import type { CustodyFigure } from './custody';
import { isFault, type Found, type Standing, type Unknown } from './found';
import { missingIn, type HoldingsLooked } from './holdings';
import { Rounds } from './rounds';
import { stopBy, untold, type StoppingParts } from './stopping';

export interface HoldingsParts extends StoppingParts {
  /** Of the ledger, as of now. */
  position: () => number;
  raise: (alarm: NewChainAlarm) => Promise<void>;
  clock: () => number;
  times: {
    /** Until it is looked at the first time. */
    roundMs: number;
    /** Between two looks. */
    holdingsMs: number;
    /** From what is missing to the second look. */
    againMs: number;
  };
}

/** From a look that could not be made to the next, longer each time until it is as long as between two others. */
const PAUSE_MS = 60_000;
/** Looks one after the other at what is missing. */
const LOOKS_MAX = 3;
const DAY_DIGITS = 10;

type Stand = Pick<Standing, 'state' | 'why' | 'at' | 'position'>;

export class HoldingsWatch {
  private readonly rounds: Rounds;
  private figures: readonly CustodyFigure[] = [];
  private stands: Stand = { state: 'unknown', why: 'behind', at: null, position: null };
  /** What was missing at the last look that could be made, and of which nobody has been told. */
  private suspected = new Set<string>();
  /** Looks in a row that found nothing out. */
  private misses = 0;

  constructor(
    private readonly parts: HoldingsParts,
    private readonly chain: ChainPort['chain'],
    /** Never rejects. */
    private readonly lookOnce: () => Promise<HoldingsLooked>,
  ) {
    this.rounds = new Rounds({ log: parts.log, pauseMs: () => this.pauseMs }, () => this.lookAgain());
  }

  start(): void {
    this.rounds.start(this.parts.times.roundMs);
  }

  standing(): Stand {
    return this.stands;
  }

  custody(): readonly CustodyFigure[] {
    return this.figures;
  }

  /** Until the next look is due. */
  get pauseMs(): number {
    const { holdingsMs } = this.parts.times;
    if (this.misses === 0 && this.suspected.size === 0) return holdingsMs;
    return Math.min(holdingsMs, PAUSE_MS * 2 ** Math.max(0, this.misses - 1));
  }

  /** The one under way included. Never rejects. */
  look(): Promise<void> {
    return this.rounds.run();
  }

  close(): Promise<void> {
    return this.rounds.close();
  }

  private async lookAgain(): Promise<void> {
    try {
      await this.lookUntilSure();
    } catch (error) {
      this.misses++;
      throw error;
    }
  }

  /** Until nothing is missing that was not missing before. */
  private async lookUntilSure(): Promise<void> {
    const { rest } = this.rounds;
    for (let looks = 1; ; looks++) {
      const looked = await rest.unlessEnded(this.lookOnce());
      if (looked === null) return;
      await this.tell(looked.disagreed);
      const isOver = await this.judge(looked.figures, looks === LOOKS_MAX);
      if (isOver) return;
      await rest.for(this.parts.times.againMs);
      if (this.rounds.isClosed) return;
    }
  }

  /** Whether it stands now as it will be shown. What could not be looked at is no second look: it stays suspected until there is one. */
  private async judge(figures: readonly CustodyFigure[], isLast: boolean): Promise<boolean> {
    const missing = missingIn(figures);
    const fresh = untold(this.parts, missing);
    const lasting = fresh.filter(({ subject }) => this.suspected.has(subject));
    const unknown = new Set(figures.filter(({ why }) => why !== null).map(subjectOf));
    const kept = [...this.suspected].filter((subject) => unknown.has(subject));
    this.suspected = new Set([...kept, ...fresh.map(({ subject }) => subject)]);
    await stopBy(this.parts, lasting);
    for (const { subject } of lasting) this.suspected.delete(subject);

    const isOpen = fresh.length > lasting.length;
    if (isOpen && !isLast) return false;
    this.figures = figures;
    const why = figures.find((one) => isFault(one.why))?.why ?? figures.find((one) => one.why !== null)?.why ?? null;
    this.stand(missing.length > fresh.length || lasting.length > 0, isOpen ? 'behind' : why);
    return true;
  }

  private stand(isMissing: boolean, why: Unknown | null): void {
    this.misses = isFault(why) ? this.misses + 1 : 0;
    const at = this.parts.clock();
    if (!isMissing && why !== null) this.stands = { state: 'unknown', why, at, position: null };
    else this.stands = { state: isMissing ? 'differs' : 'agrees', why: null, at, position: this.parts.position() };
  }

  /** Once a day while it lasts. */
  private async tell(disagreed: readonly string[]): Promise<void> {
    const { chain } = this;
    const day = new Date(this.parts.clock()).toISOString().slice(0, DAY_DIGITS);
    for (const asset of disagreed) {
      await this.parts.raise({
        chain,
        kind: 'wallets_disagree',
        reference: `${chain}/${asset}/${day}`,
        facts: { asset },
      });
    }
  }
}

function subjectOf({ chain, asset }: Pick<CustodyFigure, 'chain' | 'asset'>): Found['subject'] {
  return `${chain}/${asset}`;
}

/** Of all chains: what is missing on one is missing, and what is not known of one is not known. */
export function standingOf(watches: readonly HoldingsWatch[]): Standing {
  const comparison = 'chain.holdings' as const;
  const all = watches.map((watch) => watch.standing());
  if (all.length === 0) return { comparison, state: 'unknown', why: 'none', at: null, position: null };
  const told =
    all.find(({ state }) => state === 'differs') ??
    all.find(({ why }) => isFault(why)) ??
    all.find(({ state }) => state === 'unknown') ??
    all[0];
  const times = all.flatMap(({ at }) => (at === null ? [] : [at]));
  return {
    comparison,
    state: told.state,
    why: told.why,
    at: times.length < all.length ? null : Math.min(...times),
    position: told.position,
  };
}
