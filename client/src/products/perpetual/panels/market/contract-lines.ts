/**
 * Chart lines of the user's own positions, stops and orders in a market: entry, liquidation, trigger and limit prices.
 */
import { scaleOf } from '../../../../../../shared/rules/units';
import type { ContractOrderState, PositionState, StopState } from '../../../../../../shared/products/perpetual/stream';
import { orderLinesOf, type ChartLine } from '../../../../kit/entities/candle/chart-line';
import type { ContractAccount } from '../../../../kit/entities/contract/positions';
import { quotientOf } from '../../../../kit/lib/numbers/exact';
import type { Texts } from '../../../../kit/i18n/use-texts';

type Words = Pick<Texts, 't' | 'numbers'>;

/** `amends`: whether orders of that act accept a new price now. */
export function linesOf(
  account: ContractAccount,
  market: string,
  tick: string,
  texts: Words,
  amends: (act: 'open' | 'close') => boolean,
): ChartLine[] {
  const inMarket = <T extends { market: string }>(items: readonly T[]) => items.filter((one) => one.market === market);
  return [
    ...inMarket(account.positions).flatMap((position) => positionLines(position, tick, texts)),
    ...inMarket(account.stops).flatMap((stop) => stopLines(stop, texts)),
    ...inMarket(account.orders).flatMap((order) => orderLines(order, texts, amends(order.act))),
  ];
}

/** Order or stop behind a dragged line; undefined once it is gone. */
export type Draggable = { kind: 'order'; order: ContractOrderState } | { kind: 'stop'; stop: StopState };

export function draggedIn(account: ContractAccount, line: string): Draggable | undefined {
  const stop = account.stops.find(({ id }) => line === `stop:${id}`);
  if (stop) return { kind: 'stop', stop };
  const order = account.orders.find(({ id }) => line === `order:${id}`);
  return order && { kind: 'order', order };
}

function positionLines(position: PositionState, tick: string, { t, numbers }: Words): ChartLine[] {
  const { id, side, quantity, cost, liquidationPrice } = position;
  const entry = quotientOf(cost, quantity, scaleOf(tick));
  const openingSide = side === 'long' ? 'buy' : 'sell';
  const closingSide = side === 'long' ? 'sell' : 'buy';
  const fixedLine = { isDraggable: false, stroke: 'solid' } as const;
  const title = `${t(`perp.${side}`)} ${numbers.exact(quantity)}`;
  return [
    { ...fixedLine, id: `position:${id}`, side: openingSide, price: entry, title },
    ...(liquidationPrice === null
      ? []
      : [
          {
            ...fixedLine,
            id: `liquidation:${id}`,
            side: closingSide,
            price: liquidationPrice,
            title: `${t('perp.line.liquidation')} · ${t(`perp.${side}`)}`,
          } as const,
        ]),
  ];
}

/** A trailing stop has no line while it trails, as its trigger moves with each price. */
function stopLines({ id, position, kind, trigger, quantity }: StopState, { t, numbers }: Words): ChartLine[] {
  if (trigger === null) return [];
  const quantityText = quantity === null ? '' : ` ${numbers.exact(quantity)}`;
  const line = {
    id: `stop:${id}`,
    side: position === 'long' ? 'sell' : 'buy',
    stroke: 'dotted',
    isDraggable: kind !== 'trailing',
    price: trigger,
    title: `${t(`perp.line.${kind}`)} · ${t(`perp.${position}`)}${quantityText}`,
  } as const;
  return [line];
}

function orderLines(order: ContractOrderState, { t, numbers }: Words, isMovable: boolean): ChartLine[] {
  const { side, position, act, quantity, price, trigger, phase } = order;
  const id = `order:${order.id}`;
  const does = act === 'open' ? t(`perp.open_${position}`) : `${t('perp.line.close')} · ${t(`perp.${position}`)}`;
  const title = `${does} ${numbers.exact(quantity)}`;
  return orderLinesOf({ id, side, phase, price, trigger, isMovable }, title, `${t('place.trigger')} · ${title}`);
}
