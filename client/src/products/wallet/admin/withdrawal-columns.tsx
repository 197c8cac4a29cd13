import type { ReactNode } from 'react';
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';
import type { AuditedWithdrawal } from '../../../../../shared/wire/staff';
import { OPEN_WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../../../shared/products/wallet/wire';
import { storedText } from '../../../kit/i18n/stored-text';
import type { Texts } from '../../../kit/i18n/use-texts';
import { VALUE_ASSET } from '../../../../../shared/rules/valuation';
import { Amount } from '../../../kit/ui/figures/amount';
import { column, figure, fixed, timeColumn, type Column } from '../../../kit/ui/data-table/columns';
import styles from '../../../admin/parts/admin.module.css';
import { Mark } from '../../../kit/ui/figures/mark';
import { enteredAt } from '../../../admin/parts/entered';
import { Waiting } from '../../../admin/parts/waiting';

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

/**
 * Destination: address and network, or bank card, masked until revealed; auditors see the exchange's id of the card.
 */
export function destinationOf(t: Texts['t'], record: AuditedWithdrawal | StaffWithdrawalRecord): string | null {
  if (record.address !== null) return `${storedText(t, record.address)} (${record.chain ?? '—'})`;
  if ('payTo' in record && record.payTo) {
    const { bankName, cardNumber, realName } = record.payTo;
    return `${bankName} · ${inGroups(cardNumber)} · ${realName}`;
  }
  if ('cardNumber' in record && record.cardNumber !== null) return `${record.bankName ?? ''} ${record.cardNumber}`;
  return record.card === null ? null : `#${record.card}`;
}

/** Declared owner of the address, and whether its wallet signed the declaration. Not shown to auditors. */
export function beneficiaryOf(record: AuditedWithdrawal | StaffWithdrawalRecord, t: Texts['t']): string | null {
  if (!('beneficiary' in record) || record.beneficiary === null) return null;
  const { owner, name, exchange, provenAt } = record.beneficiary;
  if (owner !== 'own') return [name, exchange].filter((text) => text !== null).join(' · ');
  const ownText = t('staff.beneficiary.own');
  return provenAt === null ? ownText : `${ownText}, ${t('staff.beneficiary.proven')}`;
}

/** Groups of four, as on the card, to be read digit by digit. A mask stays unchanged. */
function inGroups(cardNumber: string): string {
  return cardNumber.replace(/\d{4}(?=\d)/g, '$& ');
}

/** People who approved, and the required number while approvals are missing; null if there is nothing to show. */
export function approvalsOf(
  { approvals, approvalsNeeded }: AuditedWithdrawal | StaffWithdrawalRecord,
  t: Texts['t'],
): string | null {
  const approvers = approvals.map((id) => `#${id}`).join(', ');
  if (approvalsNeeded === null) return approvers || null;
  const textValues = { given: String(approvals.length), needed: String(approvalsNeeded) };
  const count = t('staff.approved_by.count', textValues);
  return approvers ? `${count} (${approvers})` : count;
}

/** Wraps a long text over several lines. */
function long(text: string | null): ReactNode {
  return text === null ? '—' : <span className={styles.long}>{text}</span>;
}

/** Columns for a status; null for all statuses. `now` is when the list was fetched. */
export function withdrawalColumns<Row extends AuditedWithdrawal | StaffWithdrawalRecord>(
  t: Texts['t'],
  reasonWords: (reason: string) => string,
  now: number,
  isOverdue: (row: Row) => boolean,
  /** Replaces masks with revealed values. */
  clear: (row: Row) => Row = (row) => row,
): (status: WithdrawalStatus | null) => Column<Row>[] {
  return (status) => {
    const isOpen = (row: Row) => row.endedAt === null;
    const hasEnded = status !== null && !OPEN_WITHDRAWAL_STATUSES.some((one) => one === status);
    const columns: (Column<Row> | false)[] = [
      timeColumn('appliedAt', t('staff.applied_at'), ({ appliedAt }) => appliedAt, { isFixed: true }),
      fixed('withdrawal', t('staff.number'), ({ withdrawal }) => withdrawal),
      column('userId', t('staff.user.id'), ({ userId }) => userId),
      status === null &&
        column('status', t('staff.state'), (row) => (
          <Mark kind={KINDS[row.status]} text={t(`staff.withdrawal_status.${row.status}`)} />
        )),
      figure(
        'amount',
        t('staff.amount'),
        ({ amount, asset }) => (
          <>
            <Amount amount={amount} asset={asset} /> {asset}
          </>
        ),
        { isFixed: true },
      ),
      figure('fee', t('staff.fee'), ({ fee, asset }) => <Amount amount={fee} asset={asset} />),
      figure('value', t('staff.value'), ({ value }) =>
        value === null ? '—' : <Amount amount={value} asset={VALUE_ASSET} />,
      ),
      (status === null || status === 'rejected') &&
        column('reason', t('staff.reason'), ({ reason }) => long(reason === null ? null : reasonWords(reason))),
      column('destination', t('staff.destination'), (row) => long(destinationOf(t, clear(row)))),
      column('beneficiary', t('staff.beneficiary'), (row) => long(beneficiaryOf(clear(row), t))),
      !hasEnded &&
        column('age', t('staff.waiting'), (row) =>
          isOpen(row) ? <Waiting since={enteredAt(row)} now={now} isOverdue={isOverdue(row)} /> : '—',
        ),
      hasEnded && timeColumn('endedAt', t('staff.ended_at'), ({ endedAt }) => endedAt),
      column('approvals', t('staff.approved_by'), (row) => approvalsOf(row, t) ?? '—'),
      !hasEnded &&
        column('proposed', t('staff.rejection.proposed_by'), ({ proposedBy, proposedReason }) =>
          long(proposedBy === null ? null : `#${proposedBy}: ${reasonWords(proposedReason ?? '')}`),
        ),
      (status === null || status === 'withdrawn') &&
        column('reference', t('staff.reference'), (row) => long(clear(row).reference)),
    ];
    return columns.filter((column) => column !== false);
  };
}
