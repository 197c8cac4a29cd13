/** The rules of perpetuals' orders, as the walk and the core's debts ask for them. */
import type { Strategy } from '../../../../core/market/strategy';
import { endOpen } from './end';
import { giveUpTrigger, trigger } from './trigger';

export const perpetualStrategy: Strategy = {
  end: (view, market, order, reason) => endOpen(view, market, order, reason),
  waiting: { trigger, giveUp: giveUpTrigger },
};
