/** Purchases that have run their terms: in slices, each by its own time, and bought again where that was asked for. */
import type { Context, Decision } from '../decision';
import { known } from '../folding';
import type { Debt } from '../product';
import { firstRanked, rankedThrough } from '../ranked';
import { broken } from '../rejection';
import type { CoreView } from '../state';
import { buying, ending, refusePurchase } from './buy';
import type { SettleFinancial } from './commands';
import type { FinancialBought, FinancialEnded } from './events';
import { uncommitted } from './terms';

/** Purchases of one batch: with one that renews each, their events and entries fill less than half of it. */
export const FINANCIAL_SLICE = 150;

export function decideSettleFinancial(view: CoreView, _: SettleFinancial, { at }: Context): Decision {
  const { purchases, products, expiring } = view.financial;
  const events: (FinancialEnded | FinancialBought)[] = [];
  // What those before it in this batch have taken of quotas and cover, and given back of what users hold.
  const sold = new Map<string, bigint>();
  const held = new Map<string, bigint>();
  const free = new Map<string, bigint>();
  let next = view.financial.next;
  let hold = view.counters.hold;
  for (const { id, rank: dueAt } of rankedThrough(expiring, at, FINANCIAL_SLICE)) {
    const purchase = known(purchases, id);
    const { user, product: name, asset, amount, renew } = purchase;
    const product = known(products, name);
    const own = `${user}/${name}`;
    const room = {
      sold: sold.get(name) ?? product.sold,
      held: (held.get(own) ?? product.held.get(user) ?? 0n) - amount,
      free: free.get(asset) ?? uncommitted(view, asset),
    };
    held.set(own, room.held);
    const refusal = renew === 'on' ? refusePurchase(view, purchase, room) : null;
    events.push(ending(view, purchase, { end: 'settled', dueAt, notRenewed: refusal?.rejected }));
    if (renew === 'off' || refusal) continue;
    const times = { boughtAt: dueAt, startsAt: dueAt };
    const again = buying(view, {
      user,
      product: name,
      amount,
      renew,
      ...times,
      purchase: next++,
      hold: hold++,
      renews: id,
    });
    events.push(again);
    sold.set(name, room.sold + amount);
    held.set(own, room.held + amount);
    free.set(asset, room.free - again.income);
  }
  return events.length > 0 ? events : broken('no purchase has run its term');
}

/** At 00:00 GMT+8, between commands. A midnight that was missed is made up for by the same rule. */
export const financialDebts: readonly Debt[] = [
  {
    kind: 'financial_ends',
    urgency: 'scheduled',
    next({ financial }) {
      const first = firstRanked(financial.expiring);
      return first && { dueAt: first.rank, id: first.id, command: { type: 'SettleFinancial' } };
    },
  },
];
