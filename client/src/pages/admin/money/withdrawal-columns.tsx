import type { ReactNode } from 'react';
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';
import type { AuditedWithdrawal } from '../../../../../shared/wire/staff';
import { OPEN_WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../../../shared/products/wallet/wire';
import { keptText } from '../../../shared/i18n/kept-text';
import type { Texts } from '../../../shared/i18n/use-texts';
import { VALUED_IN } from '../../../../../shared/rules/values';
import { Amount } from '../../../shared/ui/figures/amount';
import { column, figure, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import styles from '../parts/desk.module.css';
import { Mark } from '../../../shared/ui/figures/mark';
import { enteredAt } from '../overview/oldest';
import { Waiting } from '../parts/waiting';

const KINDS = {
  applied: 'warning',
  approved: 'warning',
  paying: 'warning',
  submitted: 'warning',
  failed: 'bad',
  withdrawn: 'good',
  rejected: 'bad',
  cancelled: 'level',
} as const satisfies Record<WithdrawalStatus, string>;

/** Where it goes: address and network, or the bank card, masked until they are shown; for auditors the card's number in the exchange. */
export function destinationOf(say: Texts['say'], record: AuditedWithdrawal | StaffWithdrawalRecord): string | null {
  if (record.address !== null) return `${keptText(say, record.address)} (${record.chain ?? '—'})`;
  if ('payTo' in record && record.payTo) {
    const { bankName, cardNumber, realName } = record.payTo;
    return `${bankName} · ${inGroups(cardNumber)} · ${realName}`;
  }
  if ('cardNumber' in record && record.cardNumber !== null) return `${record.bankName ?? ''} ${record.cardNumber}`;
  return record.card === null ? null : `#${record.card}`;
}

/** Whose address it is, as its owner said, and whether its wallet signed that. Auditors are not told. */
export function beneficiaryOf(record: AuditedWithdrawal | StaffWithdrawalRecord, say: Texts['say']): string | null {
  if (!('beneficiary' in record) || record.beneficiary === null) return null;
  const { owner, name, exchange, provenAt } = record.beneficiary;
  if (owner !== 'own') return [name, exchange].filter((part) => part !== null).join(' · ');
  const own = say('staff.beneficiary.own');
  return provenAt === null ? own : `${own}, ${say('staff.beneficiary.proven')}`;
}

/** As it is printed on the card: whoever pays reads it digit by digit. A mask stays as it is. */
function inGroups(cardNumber: string): string {
  return cardNumber.replace(/\d{4}(?=\d)/g, '$& ');
}

/** Who has approved it and, while it waits for that, how many have to. Null where there is nothing to say. */
export function approvalsOf(
  { approvals, approvalsNeeded }: AuditedWithdrawal | StaffWithdrawalRecord,
  say: Texts['say'],
): string | null {
  const who = approvals.map((id) => `#${id}`).join(', ');
  if (approvalsNeeded === null) return who || null;
  const facts = { given: String(approvals.length), needed: String(approvalsNeeded) };
  const count = say('staff.approved_by.count', facts);
  return who ? `${count} (${who})` : count;
}

/** A text that takes several lines. */
function long(text: string | null): ReactNode {
  return text === null ? '—' : <span className={styles.long}>{text}</span>;
}

/** Those of a status; of every status when none is named. `now` is when the list was made. */
export function withdrawalColumns<Row extends AuditedWithdrawal | StaffWithdrawalRecord>(
  say: Texts['say'],
  reasonWords: (reason: string) => string,
  now: number,
  isOverdue: (row: Row) => boolean,
  /** With what is shown of it in place of its masks. */
  clear: (row: Row) => Row = (row) => row,
): (status: WithdrawalStatus | null) => Column<Row>[] {
  return (status) => {
    const isOpen = (row: Row) => row.endedAt === null;
    const hasEnded = status !== null && !OPEN_WITHDRAWAL_STATUSES.some((one) => one === status);
    const columns: (Column<Row> | false)[] = [
      timeColumn('appliedAt', say('staff.applied_at'), ({ appliedAt }) => appliedAt, { isFixed: true }),
      fixed('withdrawal', say('staff.number'), ({ withdrawal }) => withdrawal),
      column('userId', say('staff.user.id'), ({ userId }) => userId),
      status === null &&
        column('status', say('staff.state'), (row) => (
          <Mark kind={KINDS[row.status]} text={say(`staff.withdrawal_status.${row.status}`)} />
        )),
      figure(
        'amount',
        say('staff.amount'),
        ({ amount, asset }) => (
          <>
            <Amount of={amount} asset={asset} /> {asset}
          </>
        ),
        { isFixed: true },
      ),
      figure('fee', say('staff.fee'), ({ fee, asset }) => <Amount of={fee} asset={asset} />),
      figure('value', say('staff.value'), ({ value }) =>
        value === null ? '—' : <Amount of={value} asset={VALUED_IN} />,
      ),
      (status === null || status === 'rejected') &&
        column('reason', say('staff.reason'), ({ reason }) => long(reason === null ? null : reasonWords(reason))),
      column('destination', say('staff.destination'), (row) => long(destinationOf(say, clear(row)))),
      column('beneficiary', say('staff.beneficiary'), (row) => long(beneficiaryOf(clear(row), say))),
      !hasEnded &&
        column('age', say('staff.waiting'), (row) =>
          isOpen(row) ? <Waiting since={enteredAt(row)} now={now} isOverdue={isOverdue(row)} /> : '—',
        ),
      hasEnded && timeColumn('endedAt', say('staff.ended_at'), ({ endedAt }) => endedAt),
      column('approvals', say('staff.approved_by'), (row) => approvalsOf(row, say) ?? '—'),
      !hasEnded &&
        column('proposed', say('staff.rejection.proposed_by'), ({ proposedBy, proposedReason }) =>
          long(proposedBy === null ? null : `#${proposedBy}: ${reasonWords(proposedReason ?? '')}`),
        ),
      (status === null || status === 'withdrawn') &&
        column('reference', say('staff.reference'), (row) => long(clear(row).reference)),
    ];
    return columns.filter((column) => column !== false);
  };
}
