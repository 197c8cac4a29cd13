/** Acts of alice in the history, each at its time. Those that the history leaves no time for are done at its end. */
import type { CoreState } from '../../core/state';
import type { CommandEnvelope } from '../../engine/port';
import { PRODUCT_DEMOS } from '../../products/api';
import { ALL_TRADING_PROFILES, pastProfileOf } from '../at-work/trading-profiles';
import type { DemoClock } from '../demo-clock';
import type { PastMoment, ProductDemo } from '../product-demo';
import { aliceActs, type AliceAct } from './alice';
import { aliceContractActs, type ContractAct } from './alice-contracts';
import type { TradingDesk, TradingContext } from './trading-desk';

const MINUTE_MS = 60_000;

export interface AlicePastParts {
  stage: TradingContext;
  clock: DemoClock;
  desk: TradingDesk;
  /** Her user id. */
  alice: number;
  /** Begin of the history. */
  from: number;
  /** Publishes the index. */
  publishIndex: () => Promise<void>;
  /** Resolves when no command waits: the next act is made of what the acts before it have changed. */
  decided: () => Promise<void>;
}

interface LateAct {
  at: number;
  make: NonNullable<ProductDemo['late']>['make'];
}

export class AlicePast {
  private readonly acts: AliceAct[];
  private readonly contractActs: ContractAct[];
  private readonly moments: PastMoment[];
  private readonly lateActs: LateAct[];

  constructor(private readonly dependencies: AlicePastParts) {
    const { from, clock } = dependencies;
    const to = clock.real();
    this.acts = aliceActs(from, to);
    this.contractActs = aliceContractActs(from, to);
    this.moments = PRODUCT_DEMOS.flatMap(({ moments }) => moments?.(from, to) ?? []).sort(byTime);
    this.lateActs = PRODUCT_DEMOS.flatMap(({ late }) => {
      if (!late) return [];
      const at = Math.ceil(Math.max(from, to - late.spanMs) / MINUTE_MS) * MINUTE_MS;
      return [{ at, make: late.make }];
    }).sort(byTime);
  }

  /** Spot orders due by a time that the clock has reached. */
  act(at: number): void {
    for (const { takesFrom, make } of dueOf(this.acts, at)) {
      this.quote(takesFrom);
      this.send(make(this.state(), this.dependencies.stage.prices, this.dependencies.alice));
    }
  }

  /** Soon after a publication: an older mark says nothing of positions. */
  actInContracts(at: number): void {
    for (const { market, make } of dueOf(this.contractActs, at)) {
      this.quote([market]);
      this.send(make(this.state(), this.dependencies.stage.prices, this.dependencies.alice));
    }
  }

  /** In a minute whose index was published just now. */
  actLate(minute: number): void {
    for (const { make } of dueOf(this.lateActs, minute)) {
      this.send(make(this.state(), this.dependencies.stage.prices, this.dependencies.alice));
    }
  }

  /** At their own times, before the next moment of trade. */
  async actInMoments(until: number): Promise<void> {
    const { clock, alice, publishIndex, decided } = this.dependencies;
    for (const { at, takesFrom = [], make } of dueOf(this.moments, until)) {
      await decided();
      clock.setTime(at);
      if (!make) {
        await publishIndex();
        continue;
      }
      this.quote(takesFrom);
      this.send(make(alice, this.state(), clock.now()));
    }
  }

  /** All that is left, with the clock at the end of the history and the index published. */
  async actInTheEnd(): Promise<void> {
    this.act(Infinity);
    this.actInContracts(Infinity);
    this.actLate(Infinity);
    await this.actInMoments(Infinity);
  }

  private state(): CoreState {
    return this.dependencies.stage.engine.state();
  }

  private send(envelope: CommandEnvelope | null): void {
    if (envelope) this.dependencies.desk.sender.send(envelope);
  }

  private quote(markets: readonly string[]): void {
    const { desk, clock } = this.dependencies;
    for (const profile of ALL_TRADING_PROFILES) {
      if (markets.includes(profile.market)) desk.quote(profile.market, pastProfileOf(profile), Infinity, clock.now());
    }
  }
}

/** Takes out what is due, in order of time. */
function dueOf<Act extends { at: number }>(acts: Act[], until: number): Act[] {
  const first = acts.findIndex(({ at }) => at > until);
  return acts.splice(0, first < 0 ? acts.length : first);
}

function byTime(one: { at: number }, other: { at: number }): number {
  return one.at - other.at;
}
