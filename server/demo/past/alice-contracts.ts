/**
 * Alice's past in perpetuals: an open long and an open short, a closed position, stops for them, and a waiting order.
 */
import type { Command } from '../../core/command';
import { DEFAULT_SELF_TRADE, type PositionSide } from '../../core/market/order';
import type { CoreState } from '../../core/state';
import type { CommandEnvelope } from '../../engine/port';
import {
  indexOf,
  lotsWorth,
  marketStateOf,
  ticksNear,
  type IndexPrices,
  type MarketState,
} from '../at-work/market-state';

type PlannedContractOrder = { fraction: number; market: string; side: PositionSide } & (
  | {
      does: 'opens';
      /** In quote coins. */
      notional: number;
      /** Distance of a resting order from the index in thousandths; absent: at the market. */
      away?: number;
    }
  | { does: 'closes' }
  | { does: 'stops'; kind: 'take_profit' | 'stop_loss'; away: number }
);

export interface ContractAct {
  at: number;
  market: string;
  /** Null if the market accepts no orders, or there is no position to close. */
  make: (state: CoreState, prices: IndexPrices, user: number) => CommandEnvelope | null;
}

const PLANNED_CONTRACT_ORDERS: readonly PlannedContractOrder[] = [
  { fraction: 0.03, market: 'BTC-USDT-PERP', side: 'long', does: 'opens', notional: 32_000 },
  { fraction: 0.08, market: 'SOL-USDT-PERP', side: 'short', does: 'opens', notional: 9_000 },
  { fraction: 0.15, market: 'ETH-USDT-PERP', side: 'short', does: 'opens', notional: 14_000 },
  { fraction: 0.36, market: 'BTC-USDT-PERP', side: 'long', does: 'stops', kind: 'take_profit', away: 60 },
  { fraction: 0.37, market: 'BTC-USDT-PERP', side: 'long', does: 'stops', kind: 'stop_loss', away: -70 },
  { fraction: 0.58, market: 'SOL-USDT-PERP', side: 'short', does: 'closes' },
  { fraction: 0.72, market: 'ETH-USDT-PERP', side: 'long', does: 'opens', notional: 6_000 },
  { fraction: 0.88, market: 'XRP-USDT-PERP', side: 'long', does: 'opens', notional: 5_000, away: -40 },
  { fraction: 0.92, market: 'BTC-USDT-PERP', side: 'short', does: 'opens', notional: 11_000, away: 45 },
];

/** In order of time. Each has its own client id, so that a later start repeats nothing. */
export function aliceContractActs(from: number, to: number): ContractAct[] {
  return PLANNED_CONTRACT_ORDERS.map((planned, number) => ({
    at: from + Math.floor((to - from) * planned.fraction),
    market: planned.market,
    make: (state, prices, user) => {
      const marketState = marketStateOf(state, planned.market, user);
      const price = prices.latest(indexOf(state, planned.market));
      const command =
        marketState && price && commandOf(planned, state, marketState, ticksNear(marketState, price.price), user);
      return command && { actor: `user/${user}`, clientId: `demo-alice-contract-${number + 1}`, command };
    },
  }));
}

function commandOf(
  planned: PlannedContractOrder,
  state: CoreState,
  marketState: MarketState,
  index: number,
  user: number,
): Command | null {
  const { market, side: position } = planned;
  const offset = 'away' in planned ? (planned.away ?? 0) : 0;
  const ticks = Math.max(index + Math.round((index * offset) / 1_000), marketState.priceLowest);
  const order = { type: 'PlacePerpetualOrder', user, market, position, ...DEFAULT_SELF_TRADE } as const;
  const lots = state.perpetual.holdings.get(user)?.get(market)?.[position]?.lots ?? 0;
  switch (planned.does) {
    case 'opens': {
      const terms =
        offset === 0
          ? ({ kind: 'market', timeInForce: 'ioc' } as const)
          : ({ kind: 'limit', timeInForce: 'gtc', price: ticks } as const);
      return { ...order, act: 'open', ...terms, quantity: lotsWorth(marketState, planned.notional, index) };
    }
    case 'closes':
      return lots > 0 ? { ...order, act: 'close', kind: 'market', timeInForce: 'ioc', quantity: lots } : null;
    case 'stops':
      return lots > 0
        ? { type: 'PlaceStop', user, market, position, kind: planned.kind, trigger: ticks, triggerBy: 'mark' }
        : null;
  }
}
