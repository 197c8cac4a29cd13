/**
 * Alice's two liquidations: small longs at the maximum leverage, closed at a gain and reopened until one is liquidated.
 * The book takes all of the first one. During the second the maker cancels its quotes before each publication: nobody
 * takes the position over, and another one is deleveraged.
 */
import type { CoreState } from '../../core/state';
import type { Command } from '../../core/command';
import { DEFAULT_SELF_TRADE } from '../../core/market/order';
import { CONTRACT_FUNDS } from './listings';
import { lotsWorth, marketStateOf } from '../at-work/market-state';

/** Alice has no other orders in this market. */
export const LIQUIDATION_MARKET = 'DOGE-USDT-PERP';
const LEVERAGE = 125;
/** USDT. */
const NOTIONAL = 3_000;
/** Fractions of the history at which each begins, and after which none continues. */
const STARTS = [0.2, 0.5] as const;
const END = 0.9;
/** Gain in parts per thousand of the entry at which a long is closed; it is liquidated at an equal loss. */
const GAIN = 4n;

export class LiquidationScript {
  constructor(
    private readonly user: number,
    private readonly from: number,
    private readonly to: number,
  ) {}

  /** Commands of alice at this time, in a market quoted at the index. */
  next(state: CoreState, at: number): Command[] {
    const { user } = this;
    const marketState = marketStateOf(state, LIQUIDATION_MARKET, user);
    if (!marketState) return [];
    const { long, leverage } = positionOf(state, user);
    const close = (): Command => orderOf(user, 'close', long?.lots ?? 0);
    const change = (next: number): Command[] =>
      leverage === next ? [] : [{ type: 'SetLeverage', user, market: LIQUIDATION_MARKET, leverage: next }];
    if (!this.isOn(state, at)) return long ? [close()] : change(CONTRACT_FUNDS.visitor.leverage);
    if (long) return hasGained(state, long) ? [close()] : [];
    return [...change(LEVERAGE), orderOf(user, 'open', lotsWorth(marketState, NOTIONAL, marketState.ask))];
  }

  /** Whether the next publication's liquidation must find no buyers. */
  isAlone(state: CoreState): boolean {
    return liquidated(state) === STARTS.length - 1 && positionOf(state, this.user).long !== null;
  }

  private isOn(state: CoreState, at: number): boolean {
    const elapsedFraction = (at - this.from) / (this.to - this.from);
    return elapsedFraction >= (STARTS[liquidated(state)] ?? END) && elapsedFraction < END;
  }
}

type Long = { readonly lots: number; readonly cost: bigint };

function positionOf(state: CoreState, user: number): { long: Long | null; leverage: number } {
  const { long = null, leverage = 0 } = state.perpetual.holdings.get(user)?.get(LIQUIDATION_MARKET) ?? {};
  return { long, leverage };
}

/** Only alice has positions with such leverage, so all liquidations of the history are hers. */
function liquidated({ liquidations }: CoreState): number {
  return liquidations.next - 1;
}

function hasGained(state: CoreState, { lots, cost }: Long): boolean {
  const mark = state.perpetual.contracts.get(LIQUIDATION_MARKET)?.mark.mark ?? 0;
  const perLot = state.markets.get(LIQUIDATION_MARKET)?.quotePerTickLot ?? 0n;
  return BigInt(mark) * BigInt(lots) * perLot * 1_000n >= cost * (1_000n + GAIN);
}

function orderOf(user: number, act: 'open' | 'close', quantity: number): Command {
  const terms = { position: 'long', kind: 'market', timeInForce: 'ioc', ...DEFAULT_SELF_TRADE } as const;
  return { type: 'PlacePerpetualOrder', user, market: LIQUIDATION_MARKET, act, ...terms, quantity };
}
