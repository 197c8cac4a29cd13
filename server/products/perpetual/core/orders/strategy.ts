/** Order rules of perpetuals, for the walk and the core's due work. */
import type { Strategy } from '../../../../core/market/strategy';
import { cancelOpenOrder } from './cancel';
import { fallbackTrigger, trigger } from './trigger';

export const perpetualStrategy: Strategy = {
  end: (view, market, order, reason) => cancelOpenOrder(view, market, order, reason),
  waiting: { trigger, fallbackEvents: fallbackTrigger },
};
