/**
 * Start on a truncated journal whose end position the operator has accepted. The relational database still remembers
 * the lost part. That memory must not pass for the journal's new part, and no message may be sent twice. Records of
 * possible interest to an investigation are not deleted.
 */
import type { Transaction } from 'kysely';
import { parseCommand } from '../core/staff/act';
import type { CoreState } from '../core/state';
import type { CommandPort } from '../engine/port';
import { quarantineSnapshot } from '../engine/snapshot-files';
import type { JournalHead } from '../journal/port';
import type { Database } from '../platform/database/database';
import type { ExchangeTables } from '../platform/database/exchange-tables';
import { NOTIFIER_NAME } from '../workers/notifications/notifier';
import { isOriginRepeatable } from './repeatable-origins';
import { describeContradiction, type Contradiction } from './witnesses';

export interface AcceptedJournalDependencies {
  database: Database<ExchangeTables>;
  /** Directory of the snapshots. */
  snapshots: string;
  head: JournalHead;
  /** State at the end of the journal. */
  state: CoreState;
  commands: Pick<CommandPort, 'submit'>;
  log: (message: string, details: Record<string, unknown>) => void;
}

/** Below a store's maximum number of values in one statement. */
const MESSAGES_AT_ONCE = 5_000;
const PAY_ACTION = 'admin/withdraw/pay';
const CONFIRM_ACTION = 'admin/staff/confirmProposal';
const PAID_AND_OPEN = 'a withdrawal that was paid is open again';
const PAID_AND_UNKNOWN = 'a withdrawal was paid of which the journal does not know';

/**
 * Read models that contradict the journal are cleared by their projector, the last step to see the contradiction. If
 * the start is killed before that, the next start finds the contradiction again and repeats all steps.
 */
export async function resetContradicted(
  dependencies: AcceptedJournalDependencies,
  accepted: readonly Contradiction[],
): Promise<void> {
  if (accepted.length === 0) return;
  const { database, snapshots, head, log } = dependencies;
  log('journal accepted as it is', { position: head.position, contradicted: accepted.map(describeContradiction) });
  const agreed = accepted.some(({ is }) => is === 'other') ? -1 : head.position;
  const retracted = await database.sql.transaction().execute(async (transaction) => {
    await keepPayoutsClaimed(transaction, dependencies, agreed);
    if (accepted.some(({ witness }) => witness.is === 'database')) await notifyFrom(transaction, head);
    await freeNotificationOrigins(transaction, dependencies, agreed);
    return resubmitPayments(transaction, dependencies);
  });
  for (const reference of retracted) {
    const actor = `chain/${reference.split('/')[0]}` as const;
    await dependencies.commands.submit({ actor, command: { type: 'RetractRecharge', reference } });
  }
  for (const { witness } of accepted) {
    if (witness.is !== 'snapshot') continue;
    log('snapshot set aside', { name: quarantineSnapshot(snapshots, witness.name) });
  }
}

/**
 * Open withdrawals that were paid in the lost part of the journal are not rejected, cancelled or paid again: their
 * payouts stay taken. Payouts of withdrawals that the journal does not know are deleted, since new withdrawals get the
 * same ids.
 */
async function keepPayoutsClaimed(
  transaction: Transaction<ExchangeTables>,
  { head, state, log }: AcceptedJournalDependencies,
  agreed: number,
): Promise<void> {
  const next = state.wallet.counters.withdrawal;
  const sayPaid = (withdrawal: number, details: Record<string, unknown>): void => {
    if (state.wallet.withdrawals.has(withdrawal)) log(PAID_AND_OPEN, { withdrawal, ...details });
    else if (withdrawal >= next) log(PAID_AND_UNKNOWN, { withdrawal, ...details });
  };
  const payouts = transaction.selectFrom('payouts').select(['withdrawal', 'at']).where('taken', '=', 'payout');
  for (const { withdrawal, at } of await payouts.execute()) sayPaid(withdrawal, { at });
  for (const { withdrawal, at, entered } of await paidByStaff(transaction, state, agreed)) {
    sayPaid(withdrawal, { at, entered });
    if (state.wallet.withdrawals.has(withdrawal)) await claimForPayout(transaction, withdrawal, at);
  }
  await transaction.deleteFrom('payouts').where('withdrawal', '>=', next).execute();
  await renameSent(transaction, next, `before/${head.position}/${head.hash.slice(0, 8)}`);
}

/**
 * Payments behind the position according to the staff log: proposed ones, which use a line of the bank statement, and
 * confirmed ones.
 */
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
    const details = JSON.parse(facts) as { proposal?: string };
    if (action === PAY_ACTION) return [{ withdrawal: Number(target?.split('/')[1]), at, entered: details }];
    const proposal = staff.proposals.get(Number(details.proposal));
    const command = proposal && parseCommand(proposal.act);
    return command?.type === 'PayWithdrawal' ? [{ withdrawal: command.withdrawal, at, entered: details }] : [];
  });
}

/**
 * Simulated chains find a payment by its withdrawal: rename the payments of unknown withdrawals so that they are not
 * found.
 */
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

async function claimForPayout(transaction: Transaction<ExchangeTables>, withdrawal: number, at: number): Promise<void> {
  const claim = { taken: 'payout', at } as const;
  await transaction
    .insertInto('payouts')
    .values({ withdrawal, ...claim })
    .onConflict((conflict) => conflict.column('withdrawal').doUpdateSet(claim))
    .execute();
}

/** Users are notified about events from this position on. */
async function notifyFrom(transaction: Transaction<ExchangeTables>, { position, hash }: JournalHead): Promise<void> {
  await transaction.updateTable('followers').set({ position, hash }).where('name', '=', NOTIFIER_NAME).execute();
}

/** Frees origins of earlier notifications that may repeat with another meaning. */
async function freeNotificationOrigins(
  transaction: Transaction<ExchangeTables>,
  { state }: AcceptedJournalDependencies,
  agreed: number,
): Promise<void> {
  const notified = transaction.selectFrom('messages').select(['id', 'origin']).where('origin', 'is not', null);
  for (let after = -1; ;) {
    const page = await notified.where('id', '>', after).orderBy('id').limit(MESSAGES_AT_ONCE).execute();
    const repeatableIds = page
      .filter(({ origin }) => isOriginRepeatable(origin ?? '', state, agreed))
      .map(({ id }) => id);
    if (repeatableIds.length > 0)
      await transaction.updateTable('messages').set({ origin: null }).where('id', 'in', repeatableIds).execute();
    const last = page.at(-1);
    if (page.length < MESSAGES_AT_ONCE || last === undefined) return;
    after = last.id;
  }
}

/**
 * Submits payments again that a chain showed and that the journal has not finished; it skips those it knows. Returns
 * the references of payments that left their chain and that the chain still follows.
 */
async function resubmitPayments(
  transaction: Transaction<ExchangeTables>,
  { state, log }: AcceptedJournalDependencies,
): Promise<string[]> {
  const payments = await transaction.selectFrom('chainPayments').select(['reference', 'state']).execute();
  const unfinishedPayments = payments.filter(
    ({ reference, state: was }) => was !== 'left' && !hasEnded(state, reference),
  );
  for (const { reference } of unfinishedPayments) {
    const open = { state: 'open', confirmations: 0 } as const;
    await transaction.updateTable('chainPayments').set(open).where('reference', '=', reference).execute();
  }
  if (unfinishedPayments.length > 0)
    log('payments on chains are handed over again', { payments: unfinishedPayments.length });
  return payments.flatMap(({ reference, state: was }) => {
    return was === 'left' && !hasEnded(state, reference) && state.wallet.rechargeReferences.has(reference)
      ? [reference]
      : [];
  });
}

function hasEnded({ wallet: { rechargeReferences } }: CoreState, reference: string): boolean {
  return rechargeReferences.get(reference) === 0;
}
