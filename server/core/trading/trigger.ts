/** Executes a waiting order after its trigger, by its product's rules. */
import type { Context, Decision } from '../decision';
import type { CoreEvent } from '../event';
import type { Strategies } from '../market/strategy';
import { broken } from '../rejection';
import type { CoreView } from '../state';
import type { TriggerOrder } from './commands';

export function decideTriggerOrder(
  strategies: Strategies,
  view: CoreView,
  { order: id }: TriggerOrder,
  context: Context,
): Decision {
  const { order, market, waiting } = reachedOrder(strategies, view, id);
  return waiting.trigger(view, market, order, context);
}

/** The walk's own bound should prevent this. */
export function fallbackTriggerOrder(strategies: Strategies, view: CoreView, { order: id }: TriggerOrder): CoreEvent[] {
  const { order, market, waiting } = reachedOrder(strategies, view, id);
  return waiting.fallbackEvents(view, market, order);
}

function reachedOrder(strategies: Strategies, view: CoreView, id: number) {
  const order = view.orders.get(id);
  if (order?.phase !== 'waiting') broken(`order ${id} does not wait for a trigger`);
  const market = view.markets.get(order.market) ?? broken(`market of order ${id} is not listed`);
  const waiting = strategies[market.product].waiting ?? broken(`order ${id} is of a product whose orders do not wait`);
  return { order, market, waiting };
}
