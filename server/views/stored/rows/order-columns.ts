/** Order terms as columns, for every product. */
import type { OrderTerms } from '../../../core/market/order';
import { textOf } from './table';

export const ORDER_TERM_COLUMNS = {
  kind: textOf<OrderTerms['kind']>(),
  timeInForce: textOf<OrderTerms['timeInForce']>(),
  selfTrade: textOf<OrderTerms['selfTrade']>(),
};
export const ORDER_TERMS = ['kind', 'timeInForce', 'selfTrade'] as const;
