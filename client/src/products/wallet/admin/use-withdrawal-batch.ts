import type { BatchAct } from '../../../../../shared/wire/batch';
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';
import { useBatchMutation } from '../../../admin/api/money-api';
import type { Act } from '../../../admin/act/act-dialog';
import { useReasonFields } from '../../../admin/act/reasons';
import { useServerWords } from '../../../kit/i18n/server-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { sumOf } from '../../../kit/lib/numbers/exact';
import { exactAmount } from '../../../admin/parts/exact-amount';
import { takesOf } from './use-withdrawal-acts';
import { possibleActs, type WithdrawalAct } from './withdrawal-acts';

/** Acts for which one second factor covers all selected withdrawals. */
const BATCHED = { approve: 'ApproveWithdrawal', startPayout: 'StartPayout', reject: 'RejectWithdrawal' } as const;
export type BatchedAct = keyof typeof BATCHED;
const CLIENT_ID_LENGTH_MAX = 36;

/** Acts possible for every selected withdrawal. */
export function batchedActs(withdrawals: readonly StaffWithdrawalRecord[], staff: number): BatchedAct[] {
  const acts = Object.keys(BATCHED) as BatchedAct[];
  if (withdrawals.length === 0) return [];
  return acts.filter((act) => withdrawals.every((withdrawal) => isBatched(withdrawal, staff, act)));
}

export function isBatched(withdrawal: StaffWithdrawalRecord, staff: number, act?: BatchedAct): boolean {
  const { acts } = possibleActs(withdrawal, staff);
  return act ? acts.includes(act) : acts.some((one: WithdrawalAct) => one in BATCHED);
}

/** Prepares one act on all selected withdrawals. The server checks each one separately. */
export function useWithdrawalBatch(
  onDone: (position: number | undefined) => void,
  onRefused: (text: string) => void,
): (act: BatchedAct, withdrawals: readonly StaffWithdrawalRecord[]) => Act {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const [send] = useBatchMutation();
  const { fields, reasonFrom } = useReasonFields('withdrawal')({ hint: t('staff.reason.read_by_user') });
  return (act, withdrawals) => {
    const sums = sumsOf(withdrawals);
    const count = String(withdrawals.length);
    const approvalRules = withdrawals.map((withdrawal) => takesOf(act, withdrawal));
    return {
      title: `${t(`staff.withdrawal_act.${act}`)} – ${t('staff.batch.count', { count })}`,
      consequence: t(`staff.withdrawal_consequence.${act}`),
      approvalRule: approvalRules.includes('second') ? 'second' : approvalRules[0],
      details: [
        [t('staff.number'), withdrawals.map(({ withdrawal }) => withdrawal).join(', ')],
        ...Object.entries(sums).map(([asset, sum]) => [t('staff.amount'), exactAmount(numbers, sum, asset)] as const),
        [t('staff.batch.each'), t('staff.batch.each_text')],
      ],
      confirm: t(`staff.withdrawal_act.${act}`),
      successText: t('staff.batch.done', { count }),
      onDone,
      ...(act === 'reject' ? { kind: 'bad' as const, fields } : {}),
      send: async (input, clientId) => {
        const reason = act === 'reject' ? { reason: reasonFrom(input) } : {};
        const requests = withdrawals.map(({ withdrawal }) => {
          return { clientId: idWithin(clientId, withdrawal), withdrawal, ...reason };
        });
        const { error, data } = await send({ clientId, act: BATCHED[act] satisfies BatchAct, requests, sums });
        if (!data) return { error };
        const refusals = data.results.flatMap(({ code }, at) =>
          code === 'success' ? [] : [`#${withdrawals[at].withdrawal}: ${serverText('code', code) ?? code}`],
        );
        if (refusals.length > 0) onRefused(refusals.join(' '));
        const positions = data.results.flatMap(({ position }) => position ?? []);
        return { data: positions.length > 0 ? { position: Math.max(...positions) } : {} };
      },
    };
  };
}

function sumsOf(withdrawals: readonly StaffWithdrawalRecord[]): Record<string, string> {
  const assets = [...new Set(withdrawals.map(({ asset }) => asset))];
  return Object.fromEntries(
    assets.map((asset) => [asset, sumOf(withdrawals.filter((one) => one.asset === asset).map(({ amount }) => amount))]),
  );
}

/** Unique per withdrawal, and the same when the batch is retried. */
function idWithin(clientId: string, withdrawal: string): string {
  const end = `-${withdrawal}`;
  return `${clientId.slice(0, CLIENT_ID_LENGTH_MAX - end.length)}${end}`;
}
