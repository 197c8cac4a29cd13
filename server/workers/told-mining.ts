/** What users hear of their mining: the purchase, its end, and what an inviter gets of the purchase. Incomes of a day are shown by the list. */
import type { MessageFacts, MessageKey } from '../../shared/wire/messages-center';
import type { CoreEvent, EventOf } from '../core/event';
import { parseAccount } from '../core/ledger/entry';
import type { ToldMoney } from './told-money';

type MiningMessage = Extract<MessageKey, `mining.${string}`>;
export type ToldOfMining = {
  [K in MiningMessage]: { user: number; key: K; facts: MessageFacts<K>; about: string };
}[MiningMessage];

type Amounts = Pick<ToldMoney, 'of'>;

/** None of what is no step of a purchase. */
export function toldOfMining(event: CoreEvent, money: Amounts): ToldOfMining[] {
  if (event.type === 'MiningBought') return toldOfPurchase(event, money);
  return event.type === 'MiningEnded' ? [toldOfEnd(event, money)] : [];
}

/** Numbers of financial purchases are others than these. */
const aboutOf = ({ purchase }: { purchase: number }): string => `mining-${purchase}`;

function toldOfPurchase(event: EventOf<'MiningBought'>, money: Amounts): ToldOfMining[] {
  const { user, purchase, product, asset, amount, startsAt: time, inviter, rebate = 0n } = event;
  const about = aboutOf(event);
  const facts = { purchase: String(purchase), product, ...money.of({ asset, amount }), time };
  const bought: ToldOfMining = { user, key: 'mining.bought', facts, about };
  if (inviter === undefined || rebate === 0n) return [bought];
  const rebated = { product, ...money.of({ asset, amount: rebate }) };
  return [bought, { user: inviter, key: 'mining.rebate', facts: rebated, about }];
}

/** The principal is the first of its entries, the income the second where there is one. */
function toldOfEnd(event: EventOf<'MiningEnded'>, money: Amounts): ToldOfMining {
  const { user, purchase, product, entries } = event;
  const [back, paid] = entries.map(({ credit, amount }) => money.of({ asset: parseAccount(credit).asset, amount }));
  const facts = { purchase: String(purchase), product, ...back };
  const about = aboutOf(event);
  if (!paid) return { user, key: 'mining.ended', facts, about };
  return { user, key: 'mining.ended_paid', facts: { ...facts, total: paid.amount, coin: paid.asset }, about };
}
