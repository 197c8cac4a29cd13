/** Stops attached to a contract order. */
import { hasLimit } from '../../../kit/entities/order/order-terms';
import { decimalOfTyped } from '../../../kit/lib/numbers/typed';
import {
  STOP_NAMES,
  isBeyondLiquidation,
  triggerOf,
  type StopName,
  type StopTerms,
  type StopsBy,
} from './attached-stops';
import { quantityOf, type ContractDraft } from './contract-draft';
import { nearest, type ContractContext, type TriggerBy } from './contract-context';
import { estimateOf, estimatedOpening, priceOf, sizeTermsOf } from './contract-foresight';

export const STOP_LABELS = { takeProfit: 'ticket.take_profit', stopLoss: 'ticket.stop_loss' } as const;

/** Stops are checked against the order's limit, else against the current price that they watch. */
function stopTermsOf(
  draft: ContractDraft,
  stopsBy: StopsBy,
  triggerBy: TriggerBy,
  context: ContractContext,
): StopTerms {
  const { market, side, leverage, kind, mark, last } = context;
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  const entry = estimateOf(quantity, context)?.averagePrice ?? priceOf(draft, context);
  const limit = decimalOfTyped(draft.price);
  const from = hasLimit(kind) ? limit : triggerBy === 'mark' ? mark : last;
  return { market, side, leverage, stopsBy, quantity, entry: entry && nearest(entry, market.tick), from };
}

interface WantedStop {
  name: StopName;
  figure: string;
  /** Null if it cannot be computed. */
  trigger: string | null;
  terms: StopTerms;
}

export function stopsOf(draft: ContractDraft, context: ContractContext): WantedStop[] {
  const { stops, act } = context;
  if (!stops || act === 'close') return [];
  const terms = stopTermsOf(draft, stops.by, stops.triggerBy, context);
  return STOP_NAMES.flatMap((name) => {
    const figure = decimalOfTyped(draft[name]);
    return figure === null ? [] : [{ name, figure, trigger: triggerOf(name, figure, terms), terms }];
  });
}

/** Liquidation price of the resulting position if it comes before the stop-loss; else null. */
export function liquidatedBefore(draft: ContractDraft, context: ContractContext): string | null {
  const stop = stopsOf(draft, context).find(({ name }) => name === 'stopLoss')?.trigger ?? null;
  const quantity = quantityOf(draft, sizeTermsOf(draft, context));
  if (stop === null || quantity === null) return null;
  const opening = estimatedOpening(quantity, draft, context);
  const liquidation = opening?.kind === 'opening' ? opening.liquidationPrice : null;
  return isBeyondLiquidation(stop, context.side, liquidation) ? liquidation : null;
}
