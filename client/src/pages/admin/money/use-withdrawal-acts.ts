import { isTextHash } from '../../../../../shared/products/content/rules/kept-texts';
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';
import {
  useApproveWithdrawalMutation,
  usePayWithdrawalMutation,
  useRejectWithdrawalMutation,
  useStartPayoutMutation,
} from '../../../entities/staff/money-api';
import type { Act, Outcome } from '../../../features/staff-act/act-dialog';
import type { ActField } from '../../../features/staff-act/fields';
import { useReasonFields } from '../../../features/staff-act/reasons';
import type { Takes } from '../../../features/staff-act/takes';
import { useReasonWords } from '../../../shared/i18n/reason-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { exactAmount } from '../parts/exact-amount';
import { approvalsOf, destinationOf } from './withdrawal-columns';
import type { WithdrawalAct } from './withdrawal-acts';

const REFERENCE_LENGTH_MAX = 128;

/** Makes an act on this withdrawal ready to be confirmed. */
export function useWithdrawalActs(
  record: StaffWithdrawalRecord,
  onDone: (position: number | undefined) => void,
): (act: WithdrawalAct) => Act {
  const { say, numbers } = useTexts();
  const [approve] = useApproveWithdrawalMutation();
  const [startPayout] = useStartPayoutMutation();
  const [pay] = usePayWithdrawalMutation();
  const [reject] = useRejectWithdrawalMutation();
  const { withdrawal, asset, proposedReason } = record;
  const reasonFields = useReasonFields('withdrawal');
  const reasonWords = useReasonWords();
  const hint = say('staff.reason.read_by_user');
  const reference: ActField = {
    name: 'reference',
    label: say(record.card === null ? 'staff.pay.transaction' : 'staff.pay.transfer'),
    kind: 'line',
    lengthMax: REFERENCE_LENGTH_MAX,
    hint: say('staff.pay.once'),
  };
  const rejecting = (initial: string | null): Pick<Act, 'send' | 'fields' | 'kind'> => {
    const { fields, reasonFrom } = reasonFields({ hint, initial });
    return {
      fields,
      kind: 'bad',
      send: (entered, clientId): Promise<Outcome> => reject({ clientId, withdrawal, reason: reasonFrom(entered) }),
    };
  };
  const ways: Readonly<Record<WithdrawalAct, Pick<Act, 'send' | 'fields' | 'kind'>>> = {
    approve: { send: (_, clientId) => approve({ clientId, withdrawal }) },
    startPayout: { send: (_, clientId) => startPayout({ clientId, withdrawal }) },
    pay: {
      fields: [reference],
      send: ({ reference: paid }, clientId) => pay({ clientId, withdrawal, reference: paid }),
    },
    reject: rejecting(null),
    proposeRejection: rejecting(null),
    // What the first stated is what the second confirms, unless they say it better.
    confirmRejection: rejecting(isTextHash(proposedReason ?? '') ? null : proposedReason),
  };
  const approvals = approvalsOf(record, say);
  return (act) => ({
    title: `${say(`staff.withdrawal_act.${act}`)} – ${say('staff.withdrawal.title', { id: withdrawal })}`,
    consequence: say(`staff.withdrawal_consequence.${act}`),
    facts: [
      [say('staff.user.id'), `#${record.userId}`],
      ...(record.frozen ? [[say('staff.user.standing'), say('staff.frozen')] as const] : []),
      [say('staff.amount'), exactAmount(numbers, record.amount, asset)],
      [say('staff.fee'), exactAmount(numbers, record.fee, asset)],
      [say('staff.destination'), destinationOf(say, record) ?? '—'],
      ...(approvals === null ? [] : [[say('staff.approved_by'), approvals] as const]),
      ...(record.proposedBy === null
        ? []
        : [
            [
              say('staff.rejection.proposed_by'),
              `#${record.proposedBy}: ${reasonWords(proposedReason ?? '')}`,
            ] as const,
          ]),
    ],
    takes: takesOf(act, record),
    confirm: say(`staff.withdrawal_act.${act}`),
    done: say(`staff.withdrawal_done.${act}`),
    onDone,
    ...ways[act],
  });
}

export function takesOf(act: WithdrawalAct, { approvals, approvalsNeeded, card }: StaffWithdrawalRecord): Takes {
  switch (act) {
    case 'approve':
      return (approvalsNeeded ?? 1) - approvals.length > 1 ? 'second' : 'ApproveWithdrawal';
    case 'startPayout':
      return 'StartPayout';
    case 'pay':
      // Two state that legal currency was paid, or a coin above the review value, which two approved before.
      return ['PayWithdrawal', card === null && approvals.length < 2 ? 'case' : 'money'];
    case 'proposeRejection':
      return 'second';
    case 'reject':
    case 'confirmRejection':
      return 'RejectWithdrawal';
  }
}
