import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router';
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';
import { SHOWN_SECONDS, type ShownWithdrawal } from '../../../../../shared/wire/shown-data';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../../../shared/products/wallet/wire';
import { useWithdrawalsToDoQuery } from '../../../admin/api/money-api';
import { useShowWithdrawalMutation } from '../../../admin/api/shown-api';
import type { Act } from '../../../admin/act/act-dialog';
import { useActDialog } from '../../../admin/act/use-act-dialog';
import { useReasonWords } from '../../../kit/i18n/reason-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { toastShown } from '../../../kit/toasts/toasts-slice';
import { serverNow } from '../../../kit/stream/server-time';
import { Button } from '../../../kit/ui/controls/button';
import { PAGE_SIZE_DEFAULT } from '../../../kit/ui/lists/pages';
import { Tabs } from '../../../kit/ui/controls/tabs';
import { fixed } from '../../../kit/ui/data-table/columns';
import { AdminList } from '../../../admin/parts/admin-list';
import styles from '../../../admin/parts/admin.module.css';
import { Mark } from '../../../kit/ui/figures/mark';
import { Panel } from '../../../kit/ui/page/panel';
import { useWithdrawalActs } from './use-withdrawal-acts';
import { batchedActs, isBatched, useWithdrawalBatch } from './use-withdrawal-batch';
import { possibleActs } from './withdrawal-acts';
import { withdrawalColumns } from './withdrawal-columns';
import { ShowButton } from '../../../admin/parts/show-button';
import { useTemporarilyShown, type Shown } from '../../../admin/parts/use-temporarily-shown';

/** Statuses in which several withdrawals can be selected for the same act. */
const BATCHED_STATUSES: ReadonlySet<WithdrawalStatus> = new Set(['applied', 'approved', 'failed']);

/** Withdrawals by status, with the next step of each. */
export function WithdrawalsPage({ ownStaff }: { ownStaff: OwnStaff }) {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const status = WITHDRAWAL_STATUSES.find((one) => one === query.get('status')) ?? 'applied';
  const title = t('staff.section.withdrawals');
  return (
    <Panel title={title} level={1}>
      <Tabs
        label={title}
        tabs={WITHDRAWAL_STATUSES.map((name) => ({ name, title: t(`staff.withdrawal_status.${name}`) }))}
        selected={status}
        onChoose={(name) => setQuery({ status: name }, { replace: true })}
      >
        <Queue key={status} ownStaff={ownStaff} status={status} />
      </Tabs>
    </Panel>
  );
}

function Queue({ ownStaff, status }: { ownStaff: OwnStaff; status: WithdrawalStatus }) {
  const { t } = useTexts();
  const reasonWords = useReasonWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  /** Journal position of the last act; the list must include it. */
  const [since, setSince] = useState<number>();
  const [ticked, setTicked] = useState<string[]>([]);
  const dispatch = useDispatch();
  const withdrawalsQuery = useWithdrawalsToDoQuery(
    { status, ...paging, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  // Refetches even after a refusal, as another person may have acted first.
  const [dialog, setAct] = useActDialog(withdrawalsQuery.refetch);
  const revealedWithdrawals = useTemporarilyShown<ShownWithdrawal>(SHOWN_SECONDS);
  const clear = (record: StaffWithdrawalRecord): StaffWithdrawalRecord => ({
    ...record,
    ...revealedWithdrawals.dataOf(record.withdrawal),
  });
  const columns = withdrawalColumns<StaffWithdrawalRecord>(
    t,
    reasonWords,
    withdrawalsQuery.fulfilledTimeStamp ?? 0,
    ({ overdue }) => overdue,
    clear,
  );
  const records = withdrawalsQuery.data?.records ?? [];
  const isBarred = (key: string) => !records.some((one) => one.withdrawal === key && isBatched(one, ownStaff.userId));
  const selectedRecords = records.filter(({ withdrawal }) => ticked.includes(withdrawal) && !isBarred(withdrawal));
  const batchFor = useWithdrawalBatch(
    (position) => {
      setTicked([]);
      setSince(position);
    },
    (text) => dispatch(toastShown({ kind: 'error', text })),
  );
  return (
    <>
      <AdminList<StaffWithdrawalRecord>
        name={`withdrawals.${status}`}
        label={t('staff.section.withdrawals')}
        columns={[
          ...columns(status),
          fixed('acts', '', (withdrawal) => (
            <RowActs
              ownStaff={ownStaff}
              withdrawal={clear(withdrawal)}
              revealedWithdrawals={revealedWithdrawals}
              onAct={setAct}
              onDone={setSince}
            />
          )),
        ]}
        query={withdrawalsQuery}
        keyOf={({ withdrawal }) => withdrawal}
        {...(BATCHED_STATUSES.has(status) ? { selection: { keys: ticked, onChange: setTicked, isBarred } } : {})}
        actions={batchedActs(selectedRecords, ownStaff.userId).map((one) => (
          <Button key={one} onClick={() => setAct(batchFor(one, selectedRecords))}>
            {`${t(`staff.withdrawal_act.${one}`)} (${selectedRecords.length})`}
          </Button>
        ))}
        empty={t('staff.withdrawals.none')}
        paging={paging}
        onPage={setPaging}
      />
      {dialog}
    </>
  );
}

interface RowActsProps {
  ownStaff: OwnStaff;
  withdrawal: StaffWithdrawalRecord;
  revealedWithdrawals: Shown<ShownWithdrawal>;
  onAct: (act: Act) => void;
  onDone: (position: number | undefined) => void;
}

function RowActs({ ownStaff, withdrawal, revealedWithdrawals, onAct, onDone }: RowActsProps) {
  const { t } = useTexts();
  const revealMutation = useShowWithdrawalMutation();
  const actFor = useWithdrawalActs(withdrawal, onDone);
  const { acts, waitsForAnother } = possibleActs(withdrawal, ownStaff.userId);
  const { notBefore } = withdrawal;
  const isDelayed = withdrawal.status === 'applied' && notBefore !== null && notBefore > serverNow();
  const isStopped = withdrawal.frozen && withdrawal.endedAt === null;
  return (
    <span className={styles.rowActions}>
      <ShowButton
        record={withdrawal.withdrawal}
        name={withdrawal.withdrawal}
        revealed={revealedWithdrawals}
        seconds={SHOWN_SECONDS}
        revealMutation={revealMutation}
        request={{ withdrawal: withdrawal.withdrawal, userId: withdrawal.userId }}
        onAct={onAct}
      />
      {isStopped && <Mark kind="bad" text={t('staff.withdrawal.owner_frozen')} />}
      {isDelayed && <Mark kind="warning" text={t('staff.withdrawal.not_before', { time: dateAndTime(notBefore) })} />}
      {waitsForAnother && <span className={styles.muted}>{t('staff.waits_for_another')}</span>}
      {acts.map((act) => (
        <Button
          key={act}
          aria-label={`${t(`staff.withdrawal_act.${act}`)}: ${withdrawal.withdrawal}`}
          onClick={() => onAct(actFor(act))}
        >
          {t(`staff.withdrawal_act.${act}`)}
        </Button>
      ))}
    </span>
  );
}
