import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { VALUE_ASSET } from '../../../../../shared/rules/valuation';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../../../../shared/products/wallet/wire';
import type { AuditedWithdrawal } from '../../../../../shared/wire/staff';
import { useAuditedReviewQuery, useAuditedWithdrawalsQuery } from '../../../admin/api/money-api';
import { useReasonWords } from '../../../kit/i18n/reason-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { PAGE_SIZE_DEFAULT } from '../../../kit/ui/lists/pages';
import { Tabs } from '../../../kit/ui/controls/tabs';
import { WAITING_MS_MAX } from '../../../admin/parts/age';
import { AdminList } from '../../../admin/parts/admin-list';
import { exactAmount } from '../../../admin/parts/exact-amount';
import { enteredAt } from '../../../admin/parts/entered';
import { Panel } from '../../../kit/ui/page/panel';
import { withdrawalColumns } from './withdrawal-columns';

const CHOICES = ['all', ...WITHDRAWAL_STATUSES] as const;

/** All withdrawals, read-only for auditors. */
export function AuditedWithdrawalsPage() {
  const { t, numbers } = useTexts();
  const { data: review } = useAuditedReviewQuery(undefined, { refetchOnMountOrArgChange: true });
  const [query, setQuery] = useSearchParams();
  const selectedStatus = CHOICES.find((one) => one === query.get('status')) ?? 'all';
  const title = t('staff.section.withdrawals');
  return (
    <Panel
      title={title}
      level={1}
      {...(review ? { lead: `${t('staff.review.threshold')} ${exactAmount(numbers, review, VALUE_ASSET)}` } : {})}
    >
      <Tabs
        label={title}
        tabs={CHOICES.map((name) => ({
          name,
          title: name === 'all' ? t('staff.all') : t(`staff.withdrawal_status.${name}`),
        }))}
        selected={selectedStatus}
        onChoose={(name) => setQuery({ status: name }, { replace: true })}
      >
        <List key={selectedStatus} status={selectedStatus === 'all' ? null : selectedStatus} />
      </Tabs>
    </Panel>
  );
}

function List({ status }: { status: WithdrawalStatus | null }) {
  const { t } = useTexts();
  const reasonWords = useReasonWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const query = useAuditedWithdrawalsQuery(
    { ...(status === null ? {} : { status }), ...paging },
    { refetchOnMountOrArgChange: true },
  );
  const fetchedAt = query.fulfilledTimeStamp ?? 0;
  const columns = withdrawalColumns<AuditedWithdrawal>(
    t,
    reasonWords,
    fetchedAt,
    (row) => fetchedAt - enteredAt(row) > WAITING_MS_MAX,
  );
  return (
    <AdminList<AuditedWithdrawal>
      name="audited-withdrawals"
      label={t('staff.section.withdrawals')}
      columns={columns(status)}
      query={query}
      keyOf={({ withdrawal }) => withdrawal}
      empty={t('staff.withdrawals.none')}
      paging={paging}
      onPage={setPaging}
    />
  );
}
