/**
 * A journal that was cut and is to be gone on with all the same: its operator has named the place. What the relational
 * database remembers of the part that is gone must not be taken for the part that is to come, and nothing that was sent is
 * to be sent again. Nothing is deleted that anybody may want to look at.
 */
import type { Transaction } from 'kysely';
import { commandOf } from '../core/staff/act';
import type { CoreState } from '../core/state';
import type { CommandPort } from '../engine/port';
import { setSnapshotAside } from '../engine/snapshot-files';
import type { JournalHead } from '../journal/port';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { NOTIFIER_NAME } from '../workers/notifications/notifier';
import { canComeAgain } from './repeatable-origins';
import { wordsOf, type Contradiction } from './witnesses';

export interface AcceptedParts {
  database: Database<ExchangeTables>;
  /** Directory of the snapshots. */
  snapshots: string;
  head: JournalHead;
  /** What the journal leads to. */
  state: CoreState;
  commands: Pick<CommandPort, 'submit'>;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/** Fewer than a store takes values in one statement. */
const MESSAGES_AT_ONCE = 5_000;
const PAY_ACTION = 'admin/withdraw/pay';
const CONFIRM_ACTION = 'admin/staff/confirmProposal';
const PAID_AND_OPEN = 'a withdrawal that was paid is open again';
const PAID_AND_UNKNOWN = 'a withdrawal was paid of which the journal does not know';

/**
 * Read models that contradict the journal are emptied by their projector, which is the last to see it: until then a start
 * that was killed on the way is refused again, and done again.
 */
export async function setAsideContradicted(parts: AcceptedParts, accepted: readonly Contradiction[]): Promise<void> {
  if (accepted.length === 0) return;
  const { database, snapshots, head, log } = parts;
  log('journal accepted as it is', { position: head.position, contradicted: accepted.map(wordsOf) });
  const agreed = accepted.some(({ is }) => is === 'other') ? -1 : head.position;
  const retracted = await database.sql.transaction().execute(async (transaction) => {
    await keepPayouts(transaction, parts, agreed);
    if (accepted.some(({ witness }) => witness.is === 'database')) await tellFrom(transaction, head);
    await forgetTold(transaction, parts, agreed);
    return observeAgain(transaction, parts);
  });
  for (const reference of retracted) {
    const actor = `chain/${reference.split('/')[0]}` as const;
    await parts.commands.submit({ actor, command: { type: 'RetractRecharge', reference } });
  }
  for (const { witness } of accepted) {
    if (witness.is !== 'snapshot') continue;
    log('snapshot set aside', { name: setSnapshotAside(snapshots, witness.name) });
  }
}

/**
 * Withdrawals that the journal still has open and that were paid in the part that is gone are not rejected, cancelled or
 * paid again: their turn stays taken. Turns of withdrawals that it does not know are given up: other ones will have their
 * numbers.
 */
async function keepPayouts(
  transaction: Transaction<ExchangeTables>,
  { head, state, log }: AcceptedParts,
  agreed: number,
): Promise<void> {
  const next = state.wallet.counters.withdrawal;
  const sayPaid = (withdrawal: number, facts: Record<string, unknown>): void => {
    if (state.wallet.withdrawals.has(withdrawal)) log(PAID_AND_OPEN, { withdrawal, ...facts });
    else if (withdrawal >= next) log(PAID_AND_UNKNOWN, { withdrawal, ...facts });
  };
  const payouts = transaction.selectFrom('payouts').select(['withdrawal', 'at']).where('taken', '=', 'payout');
  for (const { withdrawal, at } of await payouts.execute()) sayPaid(withdrawal, { at });
  for (const { withdrawal, at, entered } of await paidByStaff(transaction, state, agreed)) {
    sayPaid(withdrawal, { at, entered });
    if (state.wallet.withdrawals.has(withdrawal)) await takeForPayout(transaction, withdrawal, at);
  }
  await transaction.deleteFrom('payouts').where('withdrawal', '>=', next).execute();
  await renameSent(transaction, next, `before/${head.position}/${head.hash.slice(0, 8)}`);
}

/** What staff stated behind the position to be paid, by their log: proposed, which takes a line of the bank, or confirmed. */
async function paidByStaff(transaction: Transaction<ExchangeTables>, { staff }: CoreState, agreed: number) {
  const rows = await transaction
    .selectFrom('staffLog')
    .select(['action', 'target', 'facts', 'at'])
    .where('action', 'in', [PAY_ACTION, CONFIRM_ACTION])
    .where((row) => row.or([row('outcome', '=', 'success'), row('outcome', 'like', 'proposed/%')]))
    .where('position', '>', agreed)
    .orderBy('id')
    .execute();
  return rows.flatMap(({ action, target, facts, at }) => {
    const entered = JSON.parse(facts) as { proposal?: string };
    if (action === PAY_ACTION) return [{ withdrawal: Number(target?.split('/')[1]), at, entered }];
    const proposed = staff.proposals.get(Number(entered.proposal));
    const command = proposed && commandOf(proposed.act);
    return command?.type === 'PayWithdrawal' ? [{ withdrawal: command.withdrawal, at, entered }] : [];
  });
}

/** Payments of simulated chains are found by the withdrawal that they were for: those of unknown ones are not any more. */
async function renameSent(transaction: Transaction<ExchangeTables>, next: number, end: string): Promise<void> {
  const payments = transaction.selectFrom('simulatedPayments').select(['id', 'origin']);
  for (const { id, origin } of await payments.where('origin', 'like', '%/withdrawal/%').execute()) {
    const withdrawal = Number(/\/withdrawal\/(\d+)$/.exec(origin ?? '')?.[1] ?? 0);
    if (withdrawal < next) continue;
    await transaction
      .updateTable('simulatedPayments')
      .set({ origin: `${origin}/${end}` })
      .where('id', '=', id)
      .execute();
  }
}

async function takeForPayout(transaction: Transaction<ExchangeTables>, withdrawal: number, at: number): Promise<void> {
  const taken = { taken: 'payout', at } as const;
  await transaction
    .insertInto('payouts')
    .values({ withdrawal, ...taken })
    .onConflict((conflict) => conflict.column('withdrawal').doUpdateSet(taken))
    .execute();
}

/** Users are told of what happens from here on … */
async function tellFrom(transaction: Transaction<ExchangeTables>, { position, hash }: JournalHead): Promise<void> {
  await transaction.updateTable('followers').set({ position, hash }).where('name', '=', NOTIFIER_NAME).execute();
}

/** … also under origins under which they were told something else. */
async function forgetTold(
  transaction: Transaction<ExchangeTables>,
  { state }: AcceptedParts,
  agreed: number,
): Promise<void> {
  const told = transaction.selectFrom('messages').select(['id', 'origin']).where('origin', 'is not', null);
  for (let after = -1; ;) {
    const page = await told.where('id', '>', after).orderBy('id').limit(MESSAGES_AT_ONCE).execute();
    const again = page.filter(({ origin }) => canComeAgain(origin ?? '', state, agreed)).map(({ id }) => id);
    if (again.length > 0)
      await transaction.updateTable('messages').set({ origin: null }).where('id', 'in', again).execute();
    const last = page.at(-1);
    if (page.length < MESSAGES_AT_ONCE || last === undefined) return;
    after = last.id;
  }
}

/**
 * Payments that a chain showed and that the journal has not ended are handed over again; it knows those it has. Returns the
 * references of those that left their chain and that it still follows.
 */
async function observeAgain(
  transaction: Transaction<ExchangeTables>,
  { state, log }: AcceptedParts,
): Promise<string[]> {
  const seen = await transaction.selectFrom('chainPayments').select(['reference', 'state']).execute();
  const again = seen.filter(({ reference, state: was }) => was !== 'left' && !hasEnded(state, reference));
  for (const { reference } of again) {
    const open = { state: 'open', confirmations: 0 } as const;
    await transaction.updateTable('chainPayments').set(open).where('reference', '=', reference).execute();
  }
  if (again.length > 0) log('payments on chains are handed over again', { payments: again.length });
  return seen.flatMap(({ reference, state: was }) => {
    return was === 'left' && !hasEnded(state, reference) && state.wallet.rechargeReferences.has(reference)
      ? [reference]
      : [];
  });
}

function hasEnded({ wallet: { rechargeReferences } }: CoreState, reference: string): boolean {
  return rechargeReferences.get(reference) === 0;
}
