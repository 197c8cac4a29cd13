/** Incomes and principals that are due: in slices, each by its own time, each once. */
import { rebateOf } from '../../../shared/rules/earn/income';
import type { Context, Decision } from '../decision';
import { known } from '../folding';
import { houseAccount, userAccount, type Entry } from '../ledger/entry';
import { bucketsOf } from '../ledger/ledger';
import type { Debt } from '../product';
import { firstRanked, rankedThrough } from '../ranked';
import { broken } from '../rejection';
import type { CoreView } from '../state';
import { rebateEntries } from './buy';
import type { PayMining } from './commands';
import type { MiningEnded, MiningPaid } from './events';
import { inviterOf } from './inviter';
import { nextIncomeAt, type MiningPurchase } from './state';

/** Purchases of one batch: with an income and a rebate of each, their events and entries fill less than half of it. */
export const MINING_SLICE = 200;

type PurchaseView = Readonly<MiningPurchase>;

/** One payment of each purchase at most: what is due of it for a longer time comes with the next slice. */
export function decidePayMining(view: CoreView, _: PayMining, { at }: Context): Decision {
  const { purchases, due } = view.mining;
  const events = rankedThrough(due, at, MINING_SLICE).map(({ id, rank: dueAt }) => {
    const purchase = known(purchases, id);
    const isDaily = purchase.payout === 'daily' && nextIncomeAt(purchase) !== null;
    return isDaily ? paying(view, purchase, dueAt) : ending(view, purchase, dueAt);
  });
  return events.length > 0 ? events : broken('nothing of mining is due');
}

function paying(view: CoreView, purchase: PurchaseView, dueAt: number): MiningPaid {
  const { id, user, product, paid, income } = purchase;
  const { entries, ...rebated } = incomeOf(view, purchase, income);
  return { type: 'MiningPaid', purchase: id, user, product, payment: paid + 1, dueAt, income, ...rebated, entries };
}

function ending(view: CoreView, purchase: PurchaseView, dueAt: number): MiningEnded {
  const { id, user, product, asset, amount, termDays, payout, hold } = purchase;
  const { available, locked } = bucketsOf(view.ledger, 'financial', user, asset);
  const income = payout === 'end' ? purchase.income * BigInt(termDays) : 0n;
  const { entries, ...rebated } = incomeOf(view, purchase, income);
  const back: Entry = { kind: 'mining_return', debit: locked, credit: available, amount, hold };
  return { type: 'MiningEnded', purchase: id, user, product, dueAt, income, ...rebated, entries: [back, ...entries] };
}

/** A rebate goes to who invited the buyer, unless they turned out to be one person since. */
function incomeOf(
  view: CoreView,
  { user, incomeAsset, inviter: named, rebatePpb }: PurchaseView,
  income: bigint,
): Pick<MiningPaid, 'inviter' | 'rebate' | 'entries'> {
  if (income === 0n) return { entries: [] };
  const debit = houseAccount('financial', incomeAsset);
  const credit = userAccount(user, 'financial', incomeAsset, 'available');
  const entries: Entry[] = [{ kind: 'mining_income', debit, credit, amount: income }];
  const inviter = named === null ? null : inviterOf(view, user);
  const rebate = rebateOf(income, rebatePpb);
  if (inviter === null || rebate === 0n) return { entries };
  return { inviter, rebate, entries: [...entries, ...rebateEntries(inviter, incomeAsset, rebate)] };
}

/** At 01:00 and 00:00 GMT+8, between commands. What was missed is made up for by the same rule, a day after the other. */
export const miningDebts: readonly Debt[] = [
  {
    kind: 'mining_payments',
    urgency: 'scheduled',
    next({ mining }) {
      const first = firstRanked(mining.due);
      return first && { dueAt: first.rank, id: first.id, command: { type: 'PayMining' } };
    },
  },
];
