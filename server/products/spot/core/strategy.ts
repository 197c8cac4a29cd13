/** Rules of spot orders for the walk and the core's due items. */
import type { Strategy } from '../../../core/market/strategy';
import { cancelOpenOrder } from './cancel';
import { fallbackTrigger, trigger } from './trigger';

export const spotStrategy: Strategy = {
  end: ({ ledger }, market, order, reason) => cancelOpenOrder(ledger, order, market, reason),
  waiting: { trigger, fallbackEvents: fallbackTrigger },
};
