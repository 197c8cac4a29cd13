import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { VALUED_IN } from '../../../../../shared/rules/values';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../../../shared/products/wallet/wire';
import type { AuditedWithdrawal } from '../../../../../shared/wire/staff';
import { useAuditedReviewQuery, useAuditedWithdrawalsQuery } from '../../../entities/staff/money-api';
import { useReasonWords } from '../../../shared/i18n/reason-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import { PAGE_SIZE_DEFAULT } from '../../../shared/ui/lists/pages';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { WAITING_MS_MAX } from '../parts/age';
import { DeskList } from '../parts/desk-list';
import { exactAmount } from '../parts/exact-amount';
import { enteredAt } from '../overview/oldest';
import { Panel } from '../../../shared/ui/page/panel';
import { withdrawalColumns } from './withdrawal-columns';

const CHOICES = ['all', ...WITHDRAWAL_STATUSES] as const;

/** All withdrawals, to be read. */
export function AuditedWithdrawalsPage() {
  const { say, numbers } = useTexts();
  const { data: review } = useAuditedReviewQuery(undefined, { refetchOnMountOrArgChange: true });
  const [query, setQuery] = useSearchParams();
  const chosen = CHOICES.find((one) => one === query.get('status')) ?? 'all';
  const title = say('staff.section.withdrawals');
  return (
    <Panel
      title={title}
      level={1}
      {...(review ? { lead: `${say('staff.review.threshold')} ${exactAmount(numbers, review, VALUED_IN)}` } : {})}
    >
      <Tabs
        label={title}
        tabs={CHOICES.map((name) => ({
          name,
          title: name === 'all' ? say('staff.all') : say(`staff.withdrawal_status.${name}`),
        }))}
        chosen={chosen}
        onChoose={(name) => setQuery({ status: name }, { replace: true })}
      >
        <List key={chosen} status={chosen === 'all' ? null : chosen} />
      </Tabs>
    </Panel>
  );
}

function List({ status }: { status: WithdrawalStatus | null }) {
  const { say } = useTexts();
  const reasonWords = useReasonWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useAuditedWithdrawalsQuery(
    { ...(status === null ? {} : { status }), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  const now = asked.fulfilledTimeStamp ?? 0;
  const columns = withdrawalColumns<AuditedWithdrawal>(
    say,
    reasonWords,
    now,
    (row) => now - enteredAt(row) > WAITING_MS_MAX,
  );
  return (
    <DeskList<AuditedWithdrawal>
      name="audited-withdrawals"
      label={say('staff.section.withdrawals')}
      columns={columns(status)}
      asked={asked}
      keyOf={({ withdrawal }) => withdrawal}
      empty={say('staff.withdrawals.none')}
      paging={paging}
      onPage={setPaging}
    />
  );
}
