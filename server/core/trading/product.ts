/** Shared by orders of all products: their end, and the core's due items about them. */
import type { CommandOf } from '../command';
import { nextReached } from '../market/reached-triggers';
import type { Strategies } from '../market/strategy';
import type { CommandRow, DueWork, Part } from '../product';
import { stopRule } from '../staff/rule';
import { decideCancelAllOrders, decideCancelOrder, decideEndFrozenOrders, fallbackEndFrozenOrders } from './cancel';
import type { TradingCommand } from './commands';
import { CancelAllOrders, CancelOrder, EndFrozenOrders, TriggerOrder } from './commands';
import { decideTriggerOrder, fallbackTriggerOrder } from './trigger';

function commandsWith(strategies: Strategies): {
  [T in TradingCommand['type']]: CommandRow<Extract<TradingCommand, { type: T }>>;
} {
  return {
    CancelOrder: {
      about: 'Cancels one open order of any product.',
      allowedActors: ['user', 'admin'],
      staff: stopRule(
        'users',
        'Ends one order; nothing is traded.',
        ({ order }: CommandOf<'CancelOrder'>) => `order/${order}`,
      ),
      message: CancelOrder,
      idempotencyRetention: null,
      decide: (view, command, context) => decideCancelOrder(strategies, view, command, context),
    },
    CancelAllOrders: {
      about: 'Cancels all open orders of a user, in one market or in all.',
      allowedActors: ['user', 'admin'],
      staff: stopRule(
        'users',
        'Ends orders; nothing is traded.',
        ({ user, market }: CommandOf<'CancelAllOrders'>) => `orders/${user}/${market}`,
      ),
      message: CancelAllOrders,
      idempotencyRetention: null,
      decide: (view, command, context) => decideCancelAllOrders(strategies, view, command, context),
    },
    TriggerOrder: {
      about: 'Triggers a waiting order whose trigger price was reached.',
      allowedActors: ['clock'],
      message: TriggerOrder,
      idempotencyRetention: null,
      decide: (view, command, context) => decideTriggerOrder(strategies, view, command, context),
      fallbackEvents: (view, command) => fallbackTriggerOrder(strategies, view, command),
    },
    EndFrozenOrders: {
      about: 'Ends open orders of a frozen account, oldest first, as many as fit a batch.',
      allowedActors: ['clock'],
      message: EndFrozenOrders,
      idempotencyRetention: null,
      decide: (view, command) => decideEndFrozenOrders(strategies, view, command),
      fallbackEvents: (view, command) => fallbackEndFrozenOrders(strategies, view, command),
    },
  };
}

/** A frozen account's orders end before any trigger or match, so that nobody trades with it after the freeze. */
const frozenOrdersDueWork: readonly DueWork[] = [
  {
    kind: 'frozen_orders',
    urgency: 'urgent',
    place: 10,
    next({ frozenTraders, position, at }) {
      if (frozenTraders.size === 0) return null;
      const user = lowestUserId(frozenTraders);
      // The cause is the freeze or the previous slice: no batch comes between them.
      return { dueAt: at, id: user, command: { type: 'EndFrozenOrders', user }, cause: position };
    },
  },
];

/** Triggers fire after the frozen accounts' orders have ended. */
const triggerDueWork: readonly DueWork[] = [
  {
    kind: 'triggers',
    urgency: 'urgent',
    place: 60,
    next({ reached, orders, at }) {
      const next = nextReached(reached);
      // Other objects that wait for a price share the number sequence.
      if (next === null || !orders.has(next.order)) return null;
      const { order, cause } = next;
      return { dueAt: at, id: order, command: { type: 'TriggerOrder', order }, cause };
    },
  },
];

/** Lowest id, because insertion order is not part of the state. */
function lowestUserId(users: ReadonlySet<number>): number {
  let found = Infinity;
  for (const user of users) if (user < found) found = user;
  return found;
}

export function tradingWith(strategies: Strategies) {
  return {
    commands: commandsWith(strategies),
    events: {},
    dueWork: [...frozenOrdersDueWork, ...triggerDueWork],
  } satisfies Part;
}
