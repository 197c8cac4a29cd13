/** Live views that belong to no product. */
import { BalancesView } from './balances';
import { CandlesView } from './candles';
import { DepthView } from './depth';
import { DriftView } from './drift';
import { FeeTiersView } from './fee-tiers';
import { IndexPricesView } from './index-prices';
import { MarketsView } from './markets';
import { MembersView } from './members';
import { OpenOrdersView } from './open-orders';
import { ProvisionalView } from './provisional';
import { StaffView } from './staff';
import { TickerView } from './ticker';
import { TradedView } from './traded';
import { TradesView } from './trades';

/** Markets come first: the other views use them for units. */
export class CommonViews {
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
  readonly provisional = new ProvisionalView();
  readonly index = new IndexPricesView();
  readonly staff = new StaffView();
  readonly drift = new DriftView();
}
