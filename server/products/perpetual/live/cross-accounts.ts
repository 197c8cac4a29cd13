/** Current state of cross-margin accounts, which no single position shows. */
import {
  crossLiquidationPrices,
  crossProfit,
  crossMaintenanceMargin,
  type PricesAround,
  type CrossMarket,
} from '../../../../shared/products/perpetual/rules/cross';
import { valueAt, type Position } from '../../../../shared/products/perpetual/rules/position';
import type { BalancesView } from '../../../views/live/balances';
import type { MarketsView } from '../../../views/live/markets';
import type { ContractMarksView } from './contract-marks';
import type { LivePosition, PositionsView } from './positions';

type PositionKey = Readonly<Pick<LivePosition, 'id' | 'user' | 'market'>>;

/** Shared wallet of a user's cross positions in a quote asset, and the positions by market. */
export interface CrossAccount {
  /** Units. */
  wallet: bigint;
  markets: readonly (CrossMarket & { name: string })[];
}

/** Units, in floating-point numbers: for indicators and rankings only. */
export interface CrossAccountValue {
  equity: number;
  requirement: number;
  /** Value of all positions at their marks. */
  value: number;
}

export class CrossAccounts {
  constructor(
    private readonly positions: Pick<PositionsView, 'of' | 'isCross' | 'orders'>,
    private readonly balances: Pick<BalancesView, 'availableIn'>,
    private readonly marks: Pick<ContractMarksView, 'markOf'>,
    private readonly markets: Pick<MarketsView, 'get'>,
  ) {}

  /** Marks nearest to a market's current one at which the account is liquidated while all other marks stay; null without a mark. */
  pricesOf({ user, market }: PositionKey): PricesAround | null {
    const account = this.accountOf(user, this.markets.get(market).terms.quote);
    const place = account?.markets.findIndex(({ name }) => name === market) ?? -1;
    return account && place >= 0 ? crossLiquidationPrices(account.wallet, account.markets, place) : null;
  }

  /** Null for an isolated position, and without a mark. */
  accountValueOf(position: PositionKey): CrossAccountValue | null {
    if (!this.positions.isCross(position)) return null;
    const account = this.accountOf(position.user, this.markets.get(position.market).terms.quote);
    if (!account) return null;
    const { wallet, markets } = account;
    const value = markets.reduce(
      (sum, { legs, mark }) => legs.reduce((total, leg) => total + valueAt(leg, mark), sum),
      0n,
    );
    return {
      equity: Number(wallet + crossProfit(markets)),
      requirement: Number(crossMaintenanceMargin(markets)),
      value: Number(value),
    };
  }

  /** Account in a quote asset; null without cross positions, and if one of their markets has no mark. */
  accountOf(user: number, quote: string): CrossAccount | null {
    const markets = new Map<string, CrossAccount['markets'][number] & { legs: Position[] }>();
    let margins = 0n;
    for (const position of this.positions.of(user)) {
      const { market: name, side, lots, cost, margin } = position;
      const { terms, contract, units } = this.markets.get(name);
      if (!contract || terms.quote !== quote || lots === 0 || !this.positions.isCross(position)) continue;
      margins += margin;
      const crossMarket = markets.get(name) ?? { name, terms: contract.terms, mark: this.marks.markOf(name), legs: [] };
      crossMarket.legs.push({ side, perTick: BigInt(lots) * units.quotePerTickLot, cost });
      markets.set(name, crossMarket);
    }
    if (markets.size === 0 || [...markets.values()].some(({ mark }) => mark === 0)) return null;
    const heldAmount = this.positions.orders.crossHeldBy(user, quote);
    const wallet = this.balances.availableIn(user, 'contract', quote) + heldAmount + margins;
    return { wallet, markets: [...markets.values()] };
  }
}
