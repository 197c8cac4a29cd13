/** Accounts whose positions stand for one another, as they are now: what no single position of them says. */
import {
  crossLiquidationPrices,
  crossProfit,
  crossRequirement,
  type Around,
  type CrossMarket,
} from '../../../../shared/rules/perpetual/cross';
import { valueAt, type Position } from '../../../../shared/rules/perpetual/position';
import type { BalancesView } from '../balances';
import type { MarketsView } from '../markets';
import type { ContractMarksView } from './contract-marks';
import type { LivePosition, PositionsView } from './positions';

type Whose = Readonly<Pick<LivePosition, 'id' | 'user' | 'market'>>;

/** Units, in numbers of the machine: for lights and orders to look at. */
export interface CrossWorth {
  equity: number;
  requirement: number;
  /** Of all positions, at their marks. */
  value: number;
}

export class CrossAccounts {
  constructor(
    private readonly positions: Pick<PositionsView, 'of' | 'isCross' | 'orders'>,
    private readonly balances: Pick<BalancesView, 'availableIn'>,
    private readonly marks: Pick<ContractMarksView, 'markOf'>,
    private readonly markets: Pick<MarketsView, 'get'>,
  ) {}

  /** The marks next to that of a market at which an account is liquidated while all others stand still; null without a mark. */
  pricesOf(position: Whose): Around | null {
    const { wallet, markets } = this.accountOf(position);
    const place = markets.findIndex(({ name }) => name === position.market);
    return place < 0 || markets.some(({ mark }) => mark === 0) ? null : crossLiquidationPrices(wallet, markets, place);
  }

  /** Null of a position that stands by itself. */
  worthOf(position: Whose): CrossWorth | null {
    if (!this.positions.isCross(position)) return null;
    const { wallet, markets } = this.accountOf(position);
    const value = markets.reduce((sum, { legs, mark }) => legs.reduce((all, leg) => all + valueAt(leg, mark), sum), 0n);
    return {
      equity: Number(wallet + crossProfit(markets)),
      requirement: Number(crossRequirement(markets)),
      value: Number(value),
    };
  }

  private accountOf({ user, market: of }: Whose) {
    const { quote } = this.markets.get(of).terms;
    const markets = new Map<string, CrossMarket & { name: string; legs: Position[] }>();
    let wallet = this.balances.availableIn(user, 'contract', quote) + this.positions.orders.crossHeldBy(user, quote);
    for (const position of this.positions.of(user)) {
      const { market: name, side, lots, cost, margin } = position;
      const { terms, contract, units } = this.markets.get(name);
      if (!contract || terms.quote !== quote || lots === 0 || !this.positions.isCross(position)) continue;
      wallet += margin;
      const its = markets.get(name) ?? { name, terms: contract.terms, mark: this.marks.markOf(name), legs: [] };
      its.legs.push({ side, perTick: BigInt(lots) * units.quotePerTickLot, cost });
      markets.set(name, its);
    }
    return { wallet, markets: [...markets.values()] };
  }
}
