import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router';
import type { StaffWithdrawalRecord } from '../../../../../shared/wire/admin';
import { SHOWN_SECONDS, type ShownWithdrawal } from '../../../../../shared/wire/shown-data';
import type { OwnStaff } from '../../../../../shared/wire/staff';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../../../shared/products/wallet/wire';
import { useWithdrawalsToDoQuery } from '../../../entities/staff/money-api';
import { useShowWithdrawalMutation } from '../../../entities/staff/shown-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useActDialog } from '../../../features/staff-act/use-act-dialog';
import { useReasonWords } from '../../../shared/i18n/reason-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { toastShown } from '../../../shared/toasts/toasts-slice';
import { serverNow } from '../../../shared/stream/server-time';
import { Button } from '../../../shared/ui/controls/button';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { fixed } from '../../../shared/ui/data-table/columns';
import { DeskList } from '../parts/desk-list';
import styles from '../parts/desk.module.css';
import { Mark } from '../../../shared/ui/figures/mark';
import { Panel } from '../../../shared/ui/page/panel';
import { useWithdrawalActs } from './use-withdrawal-acts';
import { batchedActs, isBatched, useWithdrawalBatch } from './use-withdrawal-batch';
import { possible } from './withdrawal-acts';
import { withdrawalColumns } from './withdrawal-columns';
import { ShowButton } from '../parts/show-button';
import { useShown, type Shown } from '../parts/use-shown';

/** In which more than one may be ticked for the same act. */
const BATCHED_STATUSES: ReadonlySet<WithdrawalStatus> = new Set(['applied', 'approved', 'failed']);

/** Withdrawals by how far they are, and the next step of each. */
export function WithdrawalsPage({ own }: { own: OwnStaff }) {
  const { say } = useTexts();
  const [query, setQuery] = useSearchParams();
  const status = WITHDRAWAL_STATUSES.find((one) => one === query.get('status')) ?? 'applied';
  const title = say('staff.section.withdrawals');
  return (
    <Panel title={title} level={1}>
      <Tabs
        label={title}
        tabs={WITHDRAWAL_STATUSES.map((name) => ({ name, title: say(`staff.withdrawal_status.${name}`) }))}
        chosen={status}
        onChoose={(name) => setQuery({ status: name }, { replace: true })}
      >
        <Queue key={status} own={own} status={status} />
      </Tabs>
    </Panel>
  );
}

function Queue({ own, status }: { own: OwnStaff; status: WithdrawalStatus }) {
  const { say } = useTexts();
  const reasonWords = useReasonWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  /** Where the last act stands: the list must know of it. */
  const [since, setSince] = useState<number>();
  const [ticked, setTicked] = useState<string[]>([]);
  const dispatch = useDispatch();
  const asked = useWithdrawalsToDoQuery(
    { status, ...paging, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  // Refused or not: somebody else may have been faster.
  const [dialog, setAct] = useActDialog(asked.refetch);
  const shown = useShown<ShownWithdrawal>(SHOWN_SECONDS);
  const clear = (record: StaffWithdrawalRecord): StaffWithdrawalRecord => ({
    ...record,
    ...shown.of(record.withdrawal),
  });
  const columns = withdrawalColumns<StaffWithdrawalRecord>(
    say,
    reasonWords,
    asked.fulfilledTimeStamp ?? 0,
    ({ overdue }) => overdue,
    clear,
  );
  const records = asked.data?.records ?? [];
  const isBarred = (key: string) => !records.some((one) => one.withdrawal === key && isBatched(one, own.userId));
  const chosen = records.filter(({ withdrawal }) => ticked.includes(withdrawal) && !isBarred(withdrawal));
  const batchFor = useWithdrawalBatch(
    (position) => {
      setTicked([]);
      setSince(position);
    },
    (text) => dispatch(toastShown({ kind: 'error', text })),
  );
  return (
    <>
      <DeskList<StaffWithdrawalRecord>
        name={`withdrawals.${status}`}
        label={say('staff.section.withdrawals')}
        columns={[
          ...columns(status),
          fixed('acts', '', (withdrawal) => (
            <RowActs own={own} withdrawal={clear(withdrawal)} shown={shown} onAct={setAct} onDone={setSince} />
          )),
        ]}
        asked={asked}
        keyOf={({ withdrawal }) => withdrawal}
        {...(BATCHED_STATUSES.has(status) ? { selection: { keys: ticked, onChange: setTicked, isBarred } } : {})}
        actions={batchedActs(chosen, own.userId).map((one) => (
          <Button key={one} onClick={() => setAct(batchFor(one, chosen))}>
            {`${say(`staff.withdrawal_act.${one}`)} (${chosen.length})`}
          </Button>
        ))}
        empty={say('staff.withdrawals.none')}
        paging={paging}
        onPage={setPaging}
      />
      {dialog}
    </>
  );
}

interface RowActsProps {
  own: OwnStaff;
  withdrawal: StaffWithdrawalRecord;
  shown: Shown<ShownWithdrawal>;
  onAct: (act: Act) => void;
  onDone: (position: number | undefined) => void;
}

function RowActs({ own, withdrawal, shown, onAct, onDone }: RowActsProps) {
  const { say } = useTexts();
  const ask = useShowWithdrawalMutation();
  const actFor = useWithdrawalActs(withdrawal, onDone);
  const { acts, waitsForAnother } = possible(withdrawal, own.userId);
  const { notBefore } = withdrawal;
  const isDelayed = withdrawal.status === 'applied' && notBefore !== null && notBefore > serverNow();
  const isStopped = withdrawal.frozen && withdrawal.endedAt === null;
  return (
    <span className={styles.rowActions}>
      <ShowButton
        record={withdrawal.withdrawal}
        name={withdrawal.withdrawal}
        shown={shown}
        seconds={SHOWN_SECONDS}
        ask={ask}
        request={{ withdrawal: withdrawal.withdrawal, userId: withdrawal.userId }}
        onAct={onAct}
      />
      {isStopped && <Mark kind="bad" text={say('staff.withdrawal.owner_frozen')} />}
      {isDelayed && <Mark kind="warning" text={say('staff.withdrawal.not_before', { time: dateAndTime(notBefore) })} />}
      {waitsForAnother && <span className={styles.muted}>{say('staff.waits_for_another')}</span>}
      {acts.map((act) => (
        <Button
          key={act}
          aria-label={`${say(`staff.withdrawal_act.${act}`)}: ${withdrawal.withdrawal}`}
          onClick={() => onAct(actFor(act))}
        >
          {say(`staff.withdrawal_act.${act}`)}
        </Button>
      ))}
    </span>
  );
}
