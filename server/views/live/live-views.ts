/** All live views behind one subscription: each gets every durable batch once, in order, from its own position on. */
import { positionOf, type Batch } from '../../core/event';
import { broken } from '../../core/rejection';
import type { CoreState } from '../../core/state';
import { BalancesView } from './balances';
import { CandlesView } from './candles';
import { DepthView } from './depth';
import { DriftView } from './drift';
import { EarnView } from '../../products/earn/live/earn';
import { FeeTiersView } from './fee-tiers';
import type { HistoryReader } from './history-port';
import { IndexPricesView } from './index-prices';
import type { LiveView } from './live-view';
import { MarketsView } from './markets';
import { MembersView } from './members';
import { OpenOrdersView } from './open-orders';
import { OptionsView } from '../../products/option/live/options';
import { AdlLights } from '../../products/perpetual/live/adl-lights';
import { ContractMarksView } from '../../products/perpetual/live/contract-marks';
import { CrossAccounts } from '../../products/perpetual/live/cross-accounts';
import { PositionLocksView } from '../../products/perpetual/live/position-locks';
import { PositionsView } from '../../products/perpetual/live/positions';
import { NearestLiquidations } from '../../products/perpetual/live/nearest-liquidations';
import { ProvisionalView } from './provisional';
import { ReferralView } from '../../products/referral/live/referral';
import { RobotsView } from '../../products/robot/live/robots';
import { StaffView } from './staff';
import { TickerView, WINDOW_MINUTES } from './ticker';
import { TradedView } from './traded';
import { TRADES_MAX, TradesView } from './trades';
import { WithdrawalsView } from '../../products/wallet/live/withdrawals';

interface SeededView extends LiveView {
  seed(state: CoreState): void;
}

/** Called after a whole group, with the position all views have reached. */
export type GroupListener = (position: number) => void;

export class LiveViews {
  readonly markets = new MarketsView();
  readonly depth = new DepthView(this.markets);
  readonly ticker = new TickerView(this.markets);
  readonly trades = new TradesView(this.markets);
  readonly candles = new CandlesView(this.markets);
  readonly orders = new OpenOrdersView(this.markets);
  readonly balances = new BalancesView(this.markets);
  readonly feeTiers = new FeeTiersView(this.markets);
  readonly traded = new TradedView();
  readonly members = new MembersView();
  readonly withdrawals = new WithdrawalsView();
  readonly provisional = new ProvisionalView();
  readonly index = new IndexPricesView();
  readonly marks = new ContractMarksView(this.markets);
  readonly positions: PositionsView = new PositionsView(this.markets, undefined, (position) =>
    this.cross.pricesOf(position),
  );
  readonly cross = new CrossAccounts(this.positions, this.balances, this.marks, this.markets);
  readonly locks = new PositionLocksView(this.positions);
  readonly nearest = new NearestLiquidations(this.positions, this.marks, this.markets, this.cross);
  readonly adl = new AdlLights(this.positions, this.marks, this.markets, this.cross);
  readonly options = new OptionsView(this.markets, this.index);
  readonly referral = new ReferralView();
  readonly earn = new EarnView(this.markets);
  readonly robots = new RobotsView(this.markets, this.index);
  readonly staff = new StaffView();
  readonly drift = new DriftView();
  /** Markets first: the others ask it for units. */
  private readonly views: readonly SeededView[] = [
    this.markets,
    this.depth,
    this.ticker,
    this.trades,
    this.candles,
    this.orders,
    this.balances,
    this.feeTiers,
    this.traded,
    this.members,
    this.withdrawals,
    this.provisional,
    this.index,
    this.marks,
    this.positions,
    this.locks,
    this.options,
    this.referral,
    this.earn,
    this.robots,
    this.staff,
    this.drift,
  ];
  private readonly listeners = new Set<GroupListener>();

  /** How far the slowest view has come: subscribe to the journal after this. */
  get position(): number {
    return Math.min(...this.views.map((view) => view.position));
  }

  /** Starts from a snapshot's state in place of the journal's beginning. Once, before the first fold. */
  seed(state: CoreState): void {
    for (const view of this.views) view.seed(state);
  }

  /** Adds the past that a snapshot lacks, up to the positions of the stored read models. After `seed`, before the first fold. */
  async seedHistory(history: HistoryReader, now: number): Promise<void> {
    const [newest, marks, minutes, trades] = await Promise.all([
      history.newestCandles(),
      history.newestMarkCandles(),
      history.minuteCandles(now - WINDOW_MINUTES * 60_000),
      history.newestTrades(TRADES_MAX),
    ]);
    this.candles.seedHistory(newest);
    this.candles.seedMarks(marks);
    this.ticker.seedHistory(minutes);
    this.trades.seedHistory(trades);
  }

  /** Folds durable batches, then tells the listeners once. */
  fold(batches: readonly Batch[]): void {
    for (const batch of batches) {
      const position = positionOf(batch);
      for (const view of this.views) {
        if (position <= view.position) continue;
        if (batch.first > view.position + 1) broken(`batch at ${batch.first} follows ${view.position} in a live view`);
        view.fold(batch);
      }
    }
    const { position } = this;
    for (const listener of this.listeners) listener(position);
  }

  /** True as soon as the views include `position`, false when they do not after `msMax` milliseconds. */
  waitFor(position: number, msMax: number): Promise<boolean> {
    if (this.position >= position) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (isReached: boolean): void => {
        clearTimeout(patience);
        stop();
        resolve(isReached);
      };
      const patience = setTimeout(() => end(false), msMax);
      const stop = this.onGroup((reached) => reached >= position && end(true));
    });
  }

  /** Returns how to stop listening. */
  onGroup(listener: GroupListener): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}
