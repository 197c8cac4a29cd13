/** Balances, and the statement of every account: one record an entry for each owner to whom its kind gives a label. */
import { ENTRY_KINDS, type EntryKindRow, type EntryLabel } from '../../../shared/rules/entry-kinds';
import type { CoreEvent, EventType } from '../../core/event';
import type { Entry } from '../../core/ledger/entry';
import { userAccountOf, type UserAccount } from './accounts';
import type { Handlers, Projection, Scene } from './projection';
import type { BalanceRow, LedgerRecordRow } from './tables';

type MovesMoney = Extract<CoreEvent, { entries: Entry[] }>;
type References = Pick<LedgerRecordRow, 'orderId' | 'tradeId' | 'withdrawalId'>;

/** Exhaustive: an event that moves money and is missing here does not compile. */
const MOVES_MONEY: { readonly [T in MovesMoney['type']]: true } = {
  FundsTransferred: true,
  RechargeCredited: true,
  WithdrawalApplied: true,
  WithdrawalPaid: true,
  WithdrawalRejected: true,
  WithdrawalCancelled: true,
  FundsFrozen: true,
  FundsUnfrozen: true,
  HouseFunded: true,
  OrderPlaced: true,
  TradeExecuted: true,
  OrderAmended: true,
  OrderCancelled: true,
};

export const ledgerProjection: Projection = {
  name: 'ledger',
  tables: ['balances', 'ledgerRecords'],
  reads: forEachMover(({ entries }, { rows }) => {
    for (const { debit, credit } of entries) {
      for (const name of [debit, credit]) {
        const account = userAccountOf(name);
        if (account) rows.balances.want(account.user, account.kind, account.asset);
      }
    }
  }),
  writes: forEachMover((event, scene) => {
    event.entries.forEach((entry, index) => post(event, entry, index, scene));
  }),
};

function forEachMover(handler: (event: MovesMoney, scene: Scene) => void): Handlers {
  return Object.fromEntries((Object.keys(MOVES_MONEY) as EventType[]).map((type) => [type, handler]));
}

function post(event: MovesMoney, entry: Entry, entryIndex: number, scene: Scene): void {
  const kind: EntryKindRow = ENTRY_KINDS[entry.kind];
  const debit = userAccountOf(entry.debit);
  const credit = userAccountOf(entry.credit);
  const taken = debit && move(debit, -entry.amount, scene);
  const given = credit && move(credit, entry.amount, scene);
  // The row is the same when both buckets are one owner's: one record then shows both changes.
  const within = taken !== null && taken === given;
  if (debit && taken && kind.debitLabel) {
    const changes = within ? [debit, credit] : [debit, null];
    record(event, entry, entryIndex, kind.debitLabel, taken, changes, scene);
  }
  if (credit && given && kind.creditLabel && !(within && kind.debitLabel)) {
    const changes = within ? [debit, credit] : [null, credit];
    record(event, entry, entryIndex, kind.creditLabel, given, changes, scene);
  }
}

function move({ user, kind, asset, bucket }: UserAccount, change: bigint, { rows, position }: Scene): BalanceRow {
  const balance = rows.balances.find(user, kind, asset) ?? {
    userId: user,
    account: kind,
    asset,
    available: 0n,
    frozen: 0n,
    locked: 0n,
    position,
  };
  balance[bucket] += change;
  balance.position = position;
  rows.balances.put(balance);
  return balance;
}

function record(
  event: MovesMoney,
  entry: Entry,
  entryIndex: number,
  label: string,
  balance: BalanceRow,
  [debit, credit]: (UserAccount | null)[],
  { rows, eventPosition, at, position }: Scene,
): void {
  const change = { available: 0n, frozen: 0n, locked: 0n };
  if (debit) change[debit.bucket] -= entry.amount;
  if (credit) change[credit.bucket] += entry.amount;
  rows.ledgerRecords.add({
    userId: balance.userId,
    eventPosition,
    entryIndex,
    account: balance.account,
    asset: balance.asset,
    label: label as EntryLabel,
    availableChange: change.available,
    frozenChange: change.frozen,
    availableAfter: balance.available,
    frozenAfter: balance.frozen,
    ...referencesOf(event, balance.userId),
    holdId: entry.hold ?? null,
    at,
    position,
  });
}

/** What the movement was for, as its owner knows it: of a trade one's own order. */
function referencesOf(event: MovesMoney, user: number): References {
  const references: References = { orderId: null, tradeId: null, withdrawalId: null };
  if ('withdrawal' in event) references.withdrawalId = event.withdrawal;
  if ('order' in event) references.orderId = event.order;
  if ('trade' in event) {
    references.tradeId = event.trade;
    references.orderId = user === event.maker ? event.makerOrder : event.takerOrder;
  }
  return references;
}
