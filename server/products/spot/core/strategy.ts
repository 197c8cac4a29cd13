/** The rules of spot orders, as the walk and the core's debts ask for them. */
import type { Strategy } from '../../../core/market/strategy';
import { cancelOpen } from './cancel';
import { giveUpTrigger, trigger } from './trigger';

export const spotStrategy: Strategy = {
  end: ({ ledger }, market, order, reason) => cancelOpen(ledger, order, market, reason),
  waiting: { trigger, giveUp: giveUpTrigger },
};
