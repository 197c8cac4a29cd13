/**
 * Balances, and the statement of every account: one record per entry for each owner to whom its kind gives a label.
 * Records are in a separate database with a second copy of the balances; both are folded once.
 */
import { ENTRY_KINDS, type Bucket, type EntryKindRow, type EntryLabel } from '../../../shared/rules/entry-kinds';
import { EVENT_FIELDS } from '../../products/core';
import type { CoreEvent, EventType } from '../../core/event';
import type { Entry } from '../../core/ledger/entry';
import { entries } from '../../core/messages/message';
import { userAccountOf, type UserAccount } from './accounts';
import type { Handlers, Projection, EventContext } from './projection';
import type { BalanceRow } from './tables';

type MoneyEvent = Extract<CoreEvent, { entries: Entry[] }>;

const MONEY_EVENTS = (Object.keys(EVENT_FIELDS) as EventType[]).filter(
  (type) => EVENT_FIELDS[type].entries === entries,
);

export const recordsProjection: Projection = {
  name: 'records',
  tables: ['balances', 'ledgerRecords'],
  reads: forEachMoneyEvent(({ entries }, { rows }) => {
    for (const { debit, credit } of entries) {
      for (const name of [debit, credit]) {
        const account = userAccountOf(name);
        if (account) rows.balances.prefetch(account.balance);
      }
    }
  }),
  writes: forEachMoneyEvent((event, context) => {
    event.entries.forEach((entry, index) => post(event, entry, index, context));
  }),
};

function forEachMoneyEvent(handler: (event: MoneyEvent, context: EventContext) => void): Handlers {
  return Object.fromEntries(MONEY_EVENTS.map((type) => [type, handler]));
}

function post(event: MoneyEvent, entry: Entry, entryIndex: number, context: EventContext): void {
  const kind: EntryKindRow = ENTRY_KINDS[entry.kind];
  const debit = userAccountOf(entry.debit);
  const credit = userAccountOf(entry.credit);
  const debitedBalance = debit && move(debit, -entry.amount, context);
  const creditedBalance = credit && move(credit, entry.amount, context);
  // Both buckets belong to one owner in the same row: one record shows both changes.
  const isWithinAccount = debitedBalance !== null && debitedBalance === creditedBalance;
  if (debit && debitedBalance && kind.debitLabel) {
    record(event, entry, entryIndex, kind.debitLabel, debitedBalance, debit, isWithinAccount ? credit : null, context);
  }
  if (credit && creditedBalance && kind.creditLabel && !(isWithinAccount && kind.debitLabel)) {
    record(
      event,
      entry,
      entryIndex,
      kind.creditLabel,
      creditedBalance,
      isWithinAccount ? debit : null,
      credit,
      context,
    );
  }
}

function move(account: UserAccount, change: bigint, { rows, position }: EventContext): BalanceRow {
  let balance = rows.balances.find(account.balance);
  if (!balance) {
    const { user, kind, asset } = account;
    balance = { userId: user, account: kind, asset, available: 0n, frozen: 0n, locked: 0n, position };
    rows.balances.put(balance);
  }
  balance[account.bucket] += change;
  balance.position = position;
  rows.balances.markChanged(balance);
  return balance;
}

function record(
  event: MoneyEvent,
  entry: Entry,
  entryIndex: number,
  label: string,
  balance: BalanceRow,
  debit: UserAccount | null,
  credit: UserAccount | null,
  { rows, eventPosition, at, position }: EventContext,
): void {
  const { userId, account, asset, available, frozen, locked } = balance;
  const { amount } = entry;
  rows.ledgerRecords.add({
    userId,
    eventPosition,
    entryIndex,
    account,
    asset,
    label: label as EntryLabel,
    availableChange: changeOf('available', amount, debit, credit),
    frozenChange: changeOf('frozen', amount, debit, credit),
    lockedChange: changeOf('locked', amount, debit, credit),
    availableAfter: available,
    frozenAfter: frozen,
    lockedAfter: locked,
    orderId: orderOf(event, userId),
    tradeId: 'trade' in event ? event.trade : null,
    withdrawalId: 'withdrawal' in event ? event.withdrawal : null,
    holdId: entry.hold ?? null,
    at,
    position,
  });
}

function changeOf(bucket: Bucket, amount: bigint, debit: UserAccount | null, credit: UserAccount | null): bigint {
  const credited = credit?.bucket === bucket ? amount : 0n;
  return debit?.bucket === bucket ? credited - amount : credited;
}

/** The order behind the movement from its owner's view; for a trade the owner's own order. */
function orderOf(event: MoneyEvent, user: number): number | null {
  if ('trade' in event) return user === event.maker ? event.makerOrder : event.takerOrder;
  return 'order' in event ? event.order : null;
}
