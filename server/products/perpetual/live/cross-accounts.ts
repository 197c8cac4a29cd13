/** Accounts whose positions stand for one another, as they are now: what no single position of them says. */
import {
  crossLiquidationPrices,
  crossProfit,
  crossRequirement,
  type Around,
  type CrossMarket,
} from '../../../../shared/products/perpetual/rules/cross';
import { valueAt, type Position } from '../../../../shared/products/perpetual/rules/position';
import type { BalancesView } from '../../../views/live/balances';
import type { MarketsView } from '../../../views/live/markets';
import type { ContractMarksView } from './contract-marks';
import type { LivePosition, PositionsView } from './positions';

type Whose = Readonly<Pick<LivePosition, 'id' | 'user' | 'market'>>;

/** What all cross positions of a user in a quote asset share, and those by market. */
export interface CrossAccount {
  /** Units. */
  wallet: bigint;
  markets: readonly (CrossMarket & { name: string })[];
}

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
  pricesOf({ user, market }: Whose): Around | null {
    const account = this.accountOf(user, this.markets.get(market).terms.quote);
    const place = account?.markets.findIndex(({ name }) => name === market) ?? -1;
    return account && place >= 0 ? crossLiquidationPrices(account.wallet, account.markets, place) : null;
  }

  /** Null of a position that stands by itself, and without a mark. */
  worthOf(position: Whose): CrossWorth | null {
    if (!this.positions.isCross(position)) return null;
    const account = this.accountOf(position.user, this.markets.get(position.market).terms.quote);
    if (!account) return null;
    const { wallet, markets } = account;
    const value = markets.reduce((sum, { legs, mark }) => legs.reduce((all, leg) => all + valueAt(leg, mark), sum), 0n);
    return {
      equity: Number(wallet + crossProfit(markets)),
      requirement: Number(crossRequirement(markets)),
      value: Number(value),
    };
  }

  /** In a quote asset; null without cross positions, and where one of their markets has no mark. */
  accountOf(user: number, quote: string): CrossAccount | null {
    const markets = new Map<string, CrossAccount['markets'][number] & { legs: Position[] }>();
    let margins = 0n;
    for (const position of this.positions.of(user)) {
      const { market: name, side, lots, cost, margin } = position;
      const { terms, contract, units } = this.markets.get(name);
      if (!contract || terms.quote !== quote || lots === 0 || !this.positions.isCross(position)) continue;
      margins += margin;
      const its = markets.get(name) ?? { name, terms: contract.terms, mark: this.marks.markOf(name), legs: [] };
      its.legs.push({ side, perTick: BigInt(lots) * units.quotePerTickLot, cost });
      markets.set(name, its);
    }
    if (markets.size === 0 || [...markets.values()].some(({ mark }) => mark === 0)) return null;
    const held = this.positions.orders.crossHeldBy(user, quote);
    const wallet = this.balances.availableIn(user, 'contract', quote) + held + margins;
    return { wallet, markets: [...markets.values()] };
  }
}
