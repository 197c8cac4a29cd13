/** Notifications of perpetuals that follow from one event. Those that need followed positions come from the perpetual follower. */
import type { PositionSide } from '../../../core/market/order';
import { notification, type Scene } from '../../../workers/notifications/notification';
import { isCatalogued } from '../../wallet/notifications';

interface Sized {
  market: string;
  side: PositionSide;
  lots: number;
}

const positionIn = ({ market, side }: Omit<Sized, 'lots'>) => ({ market, position: side });

function sized({ market: name, side, lots }: Sized, { markets }: Scene) {
  const market = markets.get(name);
  const { base, quote } = market.terms;
  return { market: name, position: side, amount: market.quantity(lots), base, quote };
}

const opposite = (side: PositionSide) => (side === 'long' ? 'short' : 'long');

export const PERPETUAL_NOTIFICATIONS = [
  notification('LiquidationStarted', {
    key: 'liquidation.started',
    facts: (event, scene) => ({ ...sized(event, scene), mark: scene.markets.get(event.market).price(event.mark) }),
  }),
  notification('LiquidationFinished', { key: ({ reason }) => `liquidation.${reason}` as const, facts: positionIn }),
  notification('CrossLiquidationStarted', {
    key: 'liquidation.account',
    facts: ({ asset, wallet, profit, requirement }, { markets }) => {
      const amount = (units: bigint) => markets.amount(asset, units);
      return { asset, equity: amount(wallet + profit), requirement: amount(requirement) };
    },
  }),
  // If it ends with all positions closed, each of them has its message.
  notification('CrossLiquidationFinished', {
    key: 'liquidation.healed',
    when: ({ reason }) => reason === 'recovered',
    facts: ({ asset }) => ({ asset }),
  }),
  notification('PositionDeleveraged', {
    to: 'otherUser',
    key: 'position.deleveraged',
    facts: (event, scene) => {
      const other = sized({ ...event, side: opposite(event.side) }, scene);
      return { ...other, price: scene.markets.get(event.market).price(event.price) };
    },
  }),
  notification('PositionSettled', {
    key: 'contract.ended',
    facts: (event, scene) => ({ ...sized(event, scene), price: scene.markets.get(event.market).price(event.price) }),
  }),
  notification('PositionLocked', {
    key: 'position.locked.for',
    when: isCatalogued,
    facts: async (event, { reasonOf }) => {
      return { ...positionIn(event), time: event.until, reason: await reasonOf(event.reason) };
    },
  }),
  notification('PositionLocked', {
    key: 'position.locked',
    facts: (event) => ({ ...positionIn(event), time: event.until }),
  }),
  notification('PositionUnlocked', { key: 'position.unlocked', facts: positionIn }),
];
