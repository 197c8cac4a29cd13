/** What is the same for orders of every product: how they end, and what the core owes about them. */
import type { CommandOf } from '../command';
import { nextReached } from '../market/reached';
import type { Strategies } from '../market/strategy';
import type { CommandRow, Debt, Part } from '../product';
import { brakesFor } from '../staff/rule';
import { decideCancelAllOrders, decideCancelOrder, decideEndFrozenOrders, giveUpEndFrozenOrders } from './cancel';
import type { TradingCommand } from './commands';
import { CancelAllOrders, CancelOrder, EndFrozenOrders, TriggerOrder } from './commands';
import { decideTriggerOrder, giveUpTriggerOrder } from './trigger';

function commandsWith(strategies: Strategies): {
  [T in TradingCommand['type']]: CommandRow<Extract<TradingCommand, { type: T }>>;
} {
  return {
    CancelOrder: {
      about: 'Cancels one open order of any product.',
      senders: ['user', 'admin'],
      staff: brakesFor('Ends one order; nothing is traded.', ({ order }: CommandOf<'CancelOrder'>) => `order/${order}`),
      message: CancelOrder,
      lasting: null,
      decide: (view, command, context) => decideCancelOrder(strategies, view, command, context),
    },
    CancelAllOrders: {
      about: 'Cancels all open orders of a user, in one market or in all.',
      senders: ['user', 'admin'],
      staff: brakesFor(
        'Ends orders; nothing is traded.',
        ({ user, market }: CommandOf<'CancelAllOrders'>) => `orders/${user}/${market}`,
      ),
      message: CancelAllOrders,
      lasting: null,
      decide: (view, command, context) => decideCancelAllOrders(strategies, view, command, context),
    },
    TriggerOrder: {
      about: 'Triggers a waiting order whose trigger price was reached.',
      senders: ['clock'],
      message: TriggerOrder,
      lasting: null,
      decide: (view, command, context) => decideTriggerOrder(strategies, view, command, context),
      giveUp: (view, command) => giveUpTriggerOrder(strategies, view, command),
    },
    EndFrozenOrders: {
      about: 'Ends open orders of a frozen account, oldest first, as many as fit a batch.',
      senders: ['clock'],
      message: EndFrozenOrders,
      lasting: null,
      decide: (view, command) => decideEndFrozenOrders(strategies, view, command),
      giveUp: (view, command) => giveUpEndFrozenOrders(strategies, view, command),
    },
  };
}

/** A frozen account's orders end before anything can fire or match: nobody trades with it from the freeze on. */
const endingDebts: readonly Debt[] = [
  {
    kind: 'frozen_orders',
    urgency: 'urgent',
    place: 10,
    next({ frozenTraders, position, at }) {
      if (frozenTraders.size === 0) return null;
      const user = lowest(frozenTraders);
      // What makes the next piece due is the freeze, or the piece before it: nothing comes in between.
      return { dueAt: at, id: user, command: { type: 'EndFrozenOrders', user }, cause: position };
    },
  },
];

/** Then the triggers that were reached fire. */
const tradingDebts: readonly Debt[] = [
  {
    kind: 'triggers',
    urgency: 'urgent',
    place: 60,
    next({ reached, orders, at }) {
      const next = nextReached(reached);
      // Other things that wait for a price have numbers of the same row.
      if (next === null || !orders.has(next.order)) return null;
      const { order, cause } = next;
      return { dueAt: at, id: order, command: { type: 'TriggerOrder', order }, cause };
    },
  },
];

/** The order in which they were put there is no part of the state. */
function lowest(users: ReadonlySet<number>): number {
  let found = Infinity;
  for (const user of users) if (user < found) found = user;
  return found;
}

export function tradingWith(strategies: Strategies) {
  return {
    commands: commandsWith(strategies),
    events: {},
    debts: [...endingDebts, ...tradingDebts],
  } satisfies Part;
}
