/** Alice's past orders, so that her lists have content: filled, cancelled, waiting for a trigger, and open. */
import type { CommandOf } from '../../core/command';
import { DEFAULT_SELF_TRADE, type OrderSide } from '../../core/market/order';
import type { CoreState } from '../../core/state';
import type { CommandEnvelope } from '../../engine/port';
import { lotsWorth, marketStateOf, ticksNear, type IndexPrices, type MarketState } from '../at-work/market-state';

/** Action at a fraction of the history: 0 is its beginning, 1 is now. */
interface PlannedOrder {
  fraction: number;
  market: string;
  side: OrderSide;
  /** In quote coins. */
  notional: number;
  /** Distance of the limit or trigger from the index in thousandths; absent for a market order. */
  away?: number;
  does: 'buys or sells at once' | 'rests' | 'rests for a while' | 'waits for a trigger';
}

export interface AliceAct {
  at: number;
  /** Markets whose quotes are brought to the index just before: that of an order that trades at once. */
  takesFrom: readonly string[];
  /** Null when the market takes no orders, or the order to cancel has gone. */
  make: (state: CoreState, prices: IndexPrices, user: number) => CommandEnvelope | null;
}

/** Fraction of the history after which temporarily resting orders are cancelled. */
const RESTING_FRACTION = 0.05;

const PLANNED_ORDERS: readonly PlannedOrder[] = [
  { fraction: 0.04, market: 'BTC-USDT', side: 'buy', notional: 13_000, does: 'buys or sells at once' },
  { fraction: 0.11, market: 'ETH-USDT', side: 'buy', notional: 6_800, does: 'buys or sells at once' },
  { fraction: 0.18, market: 'SOL-USDT', side: 'sell', notional: 4_500, away: 12, does: 'rests for a while' },
  { fraction: 0.24, market: 'BTC-USDT', side: 'sell', notional: 9_000, away: 1, does: 'rests' },
  { fraction: 0.31, market: 'XRP-USDT', side: 'buy', notional: 5_200, away: -1, does: 'rests' },
  { fraction: 0.4, market: 'DOGE-USDT', side: 'sell', notional: 3_600, does: 'buys or sells at once' },
  { fraction: 0.48, market: 'LINK-USDT', side: 'buy', notional: 2_800, away: -15, does: 'rests for a while' },
  { fraction: 0.57, market: 'ETH-USDT', side: 'sell', notional: 5_100, away: 1, does: 'rests' },
  { fraction: 0.66, market: 'BNB-USDT', side: 'buy', notional: 7_700, does: 'buys or sells at once' },
  { fraction: 0.74, market: 'BTC-USDT', side: 'buy', notional: 4_000, does: 'buys or sells at once' },
  { fraction: 0.82, market: 'BTC-USDT', side: 'buy', notional: 20_000, away: -35, does: 'rests' },
  { fraction: 0.86, market: 'ETH-USDT', side: 'sell', notional: 17_000, away: 48, does: 'rests' },
  { fraction: 0.9, market: 'SOL-USDT', side: 'buy', notional: 6_000, away: -52, does: 'rests' },
  { fraction: 0.94, market: 'BTC-USDT', side: 'sell', notional: 26_000, away: -60, does: 'waits for a trigger' },
];

/** In order of time. Each has its own client id, so that a later start repeats nothing. */
export function aliceActs(from: number, to: number): AliceAct[] {
  const momentOf = (fraction: number): number => from + Math.floor((to - from) * fraction);
  return PLANNED_ORDERS.flatMap((planned, number): AliceAct[] => {
    const clientId = `demo-alice-${number + 1}`;
    const placing: AliceAct = {
      at: momentOf(planned.fraction),
      takesFrom: planned.does === 'buys or sells at once' ? [planned.market] : [],
      make: (...parameters) => placingOf(planned, clientId, ...parameters),
    };
    if (planned.does !== 'rests for a while') return [placing];
    const at = momentOf(planned.fraction + RESTING_FRACTION);
    return [placing, { at, takesFrom: [], make: (state, _, user) => cancellingOf(state, user, clientId) }];
  }).sort((one, other) => one.at - other.at);
}

function placingOf(
  planned: PlannedOrder,
  clientId: string,
  state: CoreState,
  prices: IndexPrices,
  user: number,
): CommandEnvelope | null {
  const { market, side, notional } = planned;
  const marketState = marketStateOf(state, market, user);
  const price = prices.latest(market);
  if (!marketState || !price) return null;
  const index = ticksNear(marketState, price.price);
  const order = { type: 'PlaceOrder', user, market, side, ...DEFAULT_SELF_TRADE } as const;
  const command = {
    ...order,
    ...termsOf(planned, marketState, index),
    quantity: lotsWorth(marketState, notional, index),
  };
  return { actor: `user/${user}`, clientId, command };
}

function termsOf(
  { does, side, away: offset = 0 }: PlannedOrder,
  marketState: MarketState,
  index: number,
): Pick<CommandOf<'PlaceOrder'>, 'kind' | 'timeInForce' | 'price' | 'trigger'> {
  const ticks = clampPrice(marketState, index + Math.round((index * offset) / 1_000));
  switch (does) {
    case 'buys or sells at once':
      return { kind: 'market', timeInForce: 'ioc' };
    case 'rests':
    case 'rests for a while':
      return { kind: 'limit', timeInForce: 'gtc', price: ticks };
    case 'waits for a trigger': {
      const price = clampPrice(marketState, Math.round(ticks * (side === 'sell' ? 0.995 : 1.005)));
      return { kind: 'stop_limit', timeInForce: 'gtc', trigger: ticks, price };
    }
  }
}

function cancellingOf(state: CoreState, user: number, clientId: string): CommandEnvelope | null {
  for (const order of state.orders.values()) {
    if (order.user !== user || order.clientId !== clientId) continue;
    return { actor: `user/${user}`, command: { type: 'CancelOrder', user, order: order.id } };
  }
  return null;
}

function clampPrice({ priceLowest, priceHighest }: MarketState, ticks: number): number {
  return Math.min(Math.max(ticks, priceLowest), priceHighest);
}
