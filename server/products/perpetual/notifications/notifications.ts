/** Notifications of perpetuals that follow from one event. Those that need followed positions come from the perpetual follower. */
import type { PositionSide } from '../../../core/market/order';
import { notification, type NotificationContext } from '../../../workers/notifications/notification';
import { isCataloguedReason } from '../../wallet/notifications';

interface PositionEvent {
  market: string;
  side: PositionSide;
  lots: number;
}

const sideFacts = ({ market, side }: Omit<PositionEvent, 'lots'>) => ({ market, position: side });

function positionFacts({ market: name, side, lots }: PositionEvent, { markets }: NotificationContext) {
  const market = markets.get(name);
  const { base, quote } = market.terms;
  return { market: name, position: side, amount: market.quantity(lots), base, quote };
}

const oppositeSide = (side: PositionSide) => (side === 'long' ? 'short' : 'long');

export const PERPETUAL_NOTIFICATIONS = [
  notification('LiquidationStarted', {
    key: 'liquidation.started',
    facts: (event, context) => ({
      ...positionFacts(event, context),
      mark: context.markets.get(event.market).price(event.mark),
    }),
  }),
  notification('LiquidationFinished', { key: ({ reason }) => `liquidation.${reason}` as const, facts: sideFacts }),
  notification('CrossLiquidationStarted', {
    key: 'liquidation.account',
    facts: ({ asset, wallet, profit, requirement }, { markets }) => {
      const amount = (units: bigint) => markets.amount(asset, units);
      return { asset, equity: amount(wallet + profit), requirement: amount(requirement) };
    },
  }),
  // If it ends by closing all positions, each of them has its own message.
  notification('CrossLiquidationFinished', {
    key: 'liquidation.healed',
    when: ({ reason }) => reason === 'recovered',
    facts: ({ asset }) => ({ asset }),
  }),
  notification('PositionDeleveraged', {
    to: 'otherUser',
    key: 'position.deleveraged',
    facts: (event, context) => {
      const other = positionFacts({ ...event, side: oppositeSide(event.side) }, context);
      return { ...other, price: context.markets.get(event.market).price(event.price) };
    },
  }),
  notification('PositionSettled', {
    key: 'contract.ended',
    facts: (event, context) => ({
      ...positionFacts(event, context),
      price: context.markets.get(event.market).price(event.price),
    }),
  }),
  notification('PositionLocked', {
    key: 'position.locked.for',
    when: isCataloguedReason,
    facts: async (event, { reasonOf }) => {
      return { ...sideFacts(event), time: event.until, reason: await reasonOf(event.reason) };
    },
  }),
  notification('PositionLocked', {
    key: 'position.locked',
    facts: (event) => ({ ...sideFacts(event), time: event.until }),
  }),
  notification('PositionUnlocked', { key: 'position.unlocked', facts: sideFacts }),
];
