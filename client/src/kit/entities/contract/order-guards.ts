/** Take-profit and stop-loss of the position that an order opened, by the same rule as the list of ended orders. */
import type { ContractOrderState, StopState } from '../../../../../shared/products/perpetual/stream';
import { firstTriggered, type StopTriggerKind } from '../../../../../shared/products/perpetual/rules/stop-triggers';
import { compare } from '../../lib/numbers/exact';

type Guarded = Pick<ContractOrderState, 'market' | 'position' | 'filledQuantity' | 'takeProfit' | 'stopLoss'>;
type Guarding = Pick<StopState, 'market' | 'position' | 'kind' | 'trigger'>;

/** Before the first fill, or without stops of the position: those attached to the order. */
export function orderGuards(order: Guarded, stops: readonly Guarding[]): Pick<Guarded, 'takeProfit' | 'stopLoss'> {
  const { takeProfit, stopLoss } = order;
  if (compare(order.filledQuantity, '0') === 0) return { takeProfit, stopLoss };
  return {
    takeProfit: guardOf(order, 'take_profit', stops) ?? takeProfit,
    stopLoss: guardOf(order, 'stop_loss', stops) ?? stopLoss,
  };
}

function guardOf({ market, position }: Guarded, kind: StopTriggerKind, stops: readonly Guarding[]): string | null {
  const triggers = stops.flatMap((stop) =>
    stop.market === market && stop.position === position && stop.kind === kind ? (stop.trigger ?? []) : [],
  );
  const first = firstTriggered(position, kind, triggers.map(Number));
  return triggers.find((trigger) => Number(trigger) === first) ?? null;
}
