/** The user's own in a contract's market as lines of its chart: what it was bought at, where it ends, and what waits. */
import { scaleOf } from '../../../../../../shared/rules/units';
import type { ContractOrderState, PositionState, StopState } from '../../../../../../shared/products/perpetual/stream';
import { orderLinesOf, type ChartLine } from '../../../../entities/candle/chart-line';
import type { ContractAccount } from '../../../../entities/contract/positions';
import { quotientOf } from '../../../../shared/lib/numbers/exact';
import type { Texts } from '../../../../shared/i18n/use-texts';

type Words = Pick<Texts, 'say' | 'numbers'>;

/** `amends` tells of which orders another price would be taken now. */
export function linesOf(
  account: ContractAccount,
  market: string,
  tick: string,
  words: Words,
  amends: (act: 'open' | 'close') => boolean,
): ChartLine[] {
  const here = <T extends { market: string }>(all: readonly T[]) => all.filter((one) => one.market === market);
  return [
    ...here(account.positions).flatMap((position) => positionLines(position, tick, words)),
    ...here(account.stops).flatMap((stop) => stopLines(stop, words)),
    ...here(account.orders).flatMap((order) => orderLines(order, words, amends(order.act))),
  ];
}

/** What a dragged line stands for; undefined when it is no more. */
export type Draggable = { kind: 'order'; order: ContractOrderState } | { kind: 'stop'; stop: StopState };

export function draggedIn(account: ContractAccount, line: string): Draggable | undefined {
  const stop = account.stops.find(({ id }) => line === `stop:${id}`);
  if (stop) return { kind: 'stop', stop };
  const order = account.orders.find(({ id }) => line === `order:${id}`);
  return order && { kind: 'order', order };
}

function positionLines(position: PositionState, tick: string, { say, numbers }: Words): ChartLine[] {
  const { id, side, quantity, cost, liquidationPrice } = position;
  const entry = quotientOf(cost, quantity, scaleOf(tick));
  const opened = side === 'long' ? 'buy' : 'sell';
  const closing = side === 'long' ? 'sell' : 'buy';
  const stands = { isDraggable: false, stroke: 'solid' } as const;
  const title = `${say(`perp.${side}`)} ${numbers.exact(quantity)}`;
  return [
    { ...stands, id: `position:${id}`, side: opened, price: entry, title },
    ...(liquidationPrice === null
      ? []
      : [
          {
            ...stands,
            id: `liquidation:${id}`,
            side: closing,
            price: liquidationPrice,
            title: `${say('perp.line.liquidation')} · ${say(`perp.${side}`)}`,
          } as const,
        ]),
  ];
}

/** One that follows the price has no line as long as it does: where it stands moves with each price. */
function stopLines({ id, position, kind, trigger, quantity }: StopState, { say, numbers }: Words): ChartLine[] {
  if (trigger === null) return [];
  const part = quantity === null ? '' : ` ${numbers.exact(quantity)}`;
  const line = {
    id: `stop:${id}`,
    side: position === 'long' ? 'sell' : 'buy',
    stroke: 'dotted',
    isDraggable: kind !== 'trailing',
    price: trigger,
    title: `${say(`perp.line.${kind}`)} · ${say(`perp.${position}`)}${part}`,
  } as const;
  return [line];
}

function orderLines(order: ContractOrderState, { say, numbers }: Words, isMovable: boolean): ChartLine[] {
  const { side, position, act, quantity, price, trigger, phase } = order;
  const id = `order:${order.id}`;
  const does = act === 'open' ? say(`perp.open_${position}`) : `${say('perp.line.close')} · ${say(`perp.${position}`)}`;
  const title = `${does} ${numbers.exact(quantity)}`;
  return orderLinesOf({ id, side, phase, price, trigger, isMovable }, title, `${say('place.trigger')} · ${title}`);
}
