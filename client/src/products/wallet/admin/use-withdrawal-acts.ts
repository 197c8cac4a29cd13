import { isTextHash } from '../../../../../shared/products/content/rules/text-hashes';
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';
import {
  useApproveWithdrawalMutation,
  usePayWithdrawalMutation,
  useRejectWithdrawalMutation,
  useStartPayoutMutation,
} from '../../../admin/api/money-api';
import type { Act, Outcome } from '../../../admin/act/act-dialog';
import type { ActField } from '../../../admin/act/fields';
import { useReasonFields } from '../../../admin/act/reasons';
import type { ApprovalRule } from '../../../admin/act/approval-rule';
import { useReasonWords } from '../../../kit/i18n/reason-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { exactAmount } from '../../../admin/parts/exact-amount';
import { approvalsOf, destinationOf } from './withdrawal-columns';
import type { WithdrawalAct } from './withdrawal-acts';

const REFERENCE_LENGTH_MAX = 128;

/** Returns an act on this withdrawal, ready to confirm. */
export function useWithdrawalActs(
  record: StaffWithdrawalRecord,
  onDone: (position: number | undefined) => void,
): (act: WithdrawalAct) => Act {
  const { t, numbers } = useTexts();
  const [approve] = useApproveWithdrawalMutation();
  const [startPayout] = useStartPayoutMutation();
  const [pay] = usePayWithdrawalMutation();
  const [reject] = useRejectWithdrawalMutation();
  const { withdrawal, asset, proposedReason } = record;
  const reasonFields = useReasonFields('withdrawal');
  const reasonWords = useReasonWords();
  const hint = t('staff.reason.read_by_user');
  const reference: ActField = {
    name: 'reference',
    label: t(record.card === null ? 'staff.pay.transaction' : 'staff.pay.transfer'),
    kind: 'line',
    lengthMax: REFERENCE_LENGTH_MAX,
    hint: t('staff.pay.once'),
  };
  const rejecting = (initial: string | null): Pick<Act, 'send' | 'fields' | 'kind'> => {
    const { fields, reasonFrom } = reasonFields({ hint, initial });
    return {
      fields,
      kind: 'bad',
      send: (input, clientId): Promise<Outcome> => reject({ clientId, withdrawal, reason: reasonFrom(input) }),
    };
  };
  const actForms: Readonly<Record<WithdrawalAct, Pick<Act, 'send' | 'fields' | 'kind'>>> = {
    approve: { send: (_, clientId) => approve({ clientId, withdrawal }) },
    startPayout: { send: (_, clientId) => startPayout({ clientId, withdrawal }) },
    pay: {
      fields: [reference],
      send: ({ reference: paymentReference }, clientId) => pay({ clientId, withdrawal, reference: paymentReference }),
    },
    reject: rejecting(null),
    proposeRejection: rejecting(null),
    // Prefills the first person's reason, unless only its hash is kept; the second person may improve it.
    confirmRejection: rejecting(isTextHash(proposedReason ?? '') ? null : proposedReason),
  };
  const approvals = approvalsOf(record, t);
  return (act) => ({
    title: `${t(`staff.withdrawal_act.${act}`)} – ${t('staff.withdrawal.title', { id: withdrawal })}`,
    consequence: t(`staff.withdrawal_consequence.${act}`),
    details: [
      [t('staff.user.id'), `#${record.userId}`],
      ...(record.frozen ? [[t('staff.user.standing'), t('staff.frozen')] as const] : []),
      [t('staff.amount'), exactAmount(numbers, record.amount, asset)],
      [t('staff.fee'), exactAmount(numbers, record.fee, asset)],
      [t('staff.destination'), destinationOf(t, record) ?? '—'],
      ...(approvals === null ? [] : [[t('staff.approved_by'), approvals] as const]),
      ...(record.proposedBy === null
        ? []
        : [[t('staff.rejection.proposed_by'), `#${record.proposedBy}: ${reasonWords(proposedReason ?? '')}`] as const]),
    ],
    approvalRule: takesOf(act, record),
    confirm: t(`staff.withdrawal_act.${act}`),
    successText: t(`staff.withdrawal_done.${act}`),
    onDone,
    ...actForms[act],
  });
}

export function takesOf(act: WithdrawalAct, { approvals, approvalsNeeded, card }: StaffWithdrawalRecord): ApprovalRule {
  switch (act) {
    case 'approve':
      return (approvalsNeeded ?? 1) - approvals.length > 1 ? 'second' : 'ApproveWithdrawal';
    case 'startPayout':
      return 'StartPayout';
    case 'pay':
      // Two people must state a bank payout, or a coin payout above the review amount, which two approved.
      return ['PayWithdrawal', card === null && approvals.length < 2 ? 'case' : 'money'];
    case 'proposeRejection':
      return 'second';
    case 'reject':
    case 'confirmRejection':
      return 'RejectWithdrawal';
  }
}
