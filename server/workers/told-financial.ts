/** What users hear of their financial products: each step of a purchase, the ones they took themselves included. */
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import type { CoreEvent, EventOf } from '../core/event';
import { parseAccount } from '../core/ledger/entry';
import type { ToldMoney } from './told-money';

type FinancialMessage = Extract<MessageKey, `financial.${string}`>;
export type ToldOfFinancial = {
  [K in FinancialMessage]: { user: number; key: K; facts: MessageFacts<K>; purchase: number };
}[FinancialMessage];

type Amounts = Pick<ToldMoney, 'of'>;

/** Null of what is no step of a purchase. */
export function toldOfFinancial(event: CoreEvent, money: Amounts): ToldOfFinancial | null {
  if (event.type === 'FinancialBought') return toldOfPurchase(event, money);
  return event.type === 'FinancialEnded' ? toldOfEnd(event, money) : null;
}

function toldOfPurchase(event: EventOf<'FinancialBought'>, money: Amounts): ToldOfFinancial {
  const { user, purchase, product, asset, amount, startsAt: time, renews } = event;
  const facts = { purchase: String(purchase), product, ...money.of({ asset, amount }), time };
  return { user, key: renews === undefined ? 'financial.bought' : 'financial.renewed', facts, purchase };
}

/** The principal is the first of its entries. */
function toldOfEnd(event: EventOf<'FinancialEnded'>, money: Amounts): ToldOfFinancial {
  const { user, purchase, product, end, income, notRenewed, entries } = event;
  const [{ debit, amount }] = entries;
  const { asset } = parseAccount(debit);
  const facts = { purchase: String(purchase), product, ...money.of({ asset, amount }) };
  if (end === 'cancelled') return { user, key: 'financial.cancelled', facts, purchase };
  if (end === 'left') return { user, key: 'financial.left', facts, purchase };
  const paid = { ...facts, total: money.of({ asset, amount: amount + income }).amount };
  if (notRenewed === undefined) return { user, key: 'financial.settled', facts: paid, purchase };
  return { user, key: 'financial.unrenewed', facts: { ...paid, reason: notRenewed }, purchase };
}
