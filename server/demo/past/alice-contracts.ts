/** A past for alice in perpetuals: a long and a short that stand, one that was closed, what they are to be closed by, and an order that waits. */
import type { Command } from '../../core/command';
import { YIELDING, type PositionSide } from '../../core/market/order';
import type { CoreState } from '../../core/state';
import type { CommandEnvelope } from '../../engine/port';
import { indexOf, lotsWorth, sightOf, ticksNear, type IndexPrices, type MarketSight } from '../at-work/market-sight';

type Wish = { when: number; market: string; side: PositionSide } & (
  | {
      does: 'opens';
      /** In quote coins. */
      notional: number;
      /** From the index in thousandths of it, of an order that rests; absent at the market. */
      away?: number;
    }
  | { does: 'closes' }
  | { does: 'stops'; kind: 'take_profit' | 'stop_loss'; away: number }
);

export interface ContractAct {
  at: number;
  market: string;
  /** Null when the market takes no orders, or there is no position to close. */
  make: (state: CoreState, prices: IndexPrices, user: number) => CommandEnvelope | null;
}

const WISHES: readonly Wish[] = [
  { when: 0.03, market: 'BTC-USDT-PERP', side: 'long', does: 'opens', notional: 32_000 },
  { when: 0.08, market: 'SOL-USDT-PERP', side: 'short', does: 'opens', notional: 9_000 },
  { when: 0.15, market: 'ETH-USDT-PERP', side: 'short', does: 'opens', notional: 14_000 },
  { when: 0.36, market: 'BTC-USDT-PERP', side: 'long', does: 'stops', kind: 'take_profit', away: 60 },
  { when: 0.37, market: 'BTC-USDT-PERP', side: 'long', does: 'stops', kind: 'stop_loss', away: -70 },
  { when: 0.58, market: 'SOL-USDT-PERP', side: 'short', does: 'closes' },
  { when: 0.72, market: 'ETH-USDT-PERP', side: 'long', does: 'opens', notional: 6_000 },
  { when: 0.88, market: 'XRP-USDT-PERP', side: 'long', does: 'opens', notional: 5_000, away: -40 },
  { when: 0.92, market: 'BTC-USDT-PERP', side: 'short', does: 'opens', notional: 11_000, away: 45 },
];

/** In order of time. Each has a client id of its own: what an earlier start has done is not done again. */
export function aliceContractActs(from: number, to: number): ContractAct[] {
  return WISHES.map((wish, number) => ({
    at: from + Math.floor((to - from) * wish.when),
    market: wish.market,
    make: (state, prices, user) => {
      const sight = sightOf(state, wish.market, user);
      const price = prices.latest(indexOf(state, wish.market));
      const command = sight && price && commandOf(wish, state, sight, ticksNear(sight, price.price), user);
      return command && { actor: `user/${user}`, clientId: `demo-alice-contract-${number + 1}`, command };
    },
  }));
}

function commandOf(wish: Wish, state: CoreState, sight: MarketSight, index: number, user: number): Command | null {
  const { market, side: position } = wish;
  const away = 'away' in wish ? (wish.away ?? 0) : 0;
  const ticks = Math.max(index + Math.round((index * away) / 1_000), sight.priceLowest);
  const order = { type: 'PlacePerpetualOrder', user, market, position, ...YIELDING } as const;
  const lots = state.perpetual.holdings.get(user)?.get(market)?.[position]?.lots ?? 0;
  switch (wish.does) {
    case 'opens': {
      const terms =
        away === 0
          ? ({ kind: 'market', timeInForce: 'ioc' } as const)
          : ({ kind: 'limit', timeInForce: 'gtc', price: ticks } as const);
      return { ...order, act: 'open', ...terms, quantity: lotsWorth(sight, wish.notional, index) };
    }
    case 'closes':
      return lots > 0 ? { ...order, act: 'close', kind: 'market', timeInForce: 'ioc', quantity: lots } : null;
    case 'stops':
      return lots > 0
        ? { type: 'PlaceStop', user, market, position, kind: wish.kind, trigger: ticks, triggerBy: 'mark' }
        : null;
  }
}
