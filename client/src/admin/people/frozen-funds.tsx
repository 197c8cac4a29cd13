import { useState, type ReactNode } from 'react';
import { FROZEN_FUNDS_STATUSES, type FrozenFunds } from '../../../../shared/wire/staff';
import { useFrozenFundsQuery } from '../api/users-api';
import { storedText } from '../../kit/i18n/stored-text';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { column, figure, fixed, timeColumn, type Column } from '../../kit/ui/data-table/columns';
import { Tabs } from '../../kit/ui/controls/tabs';
import { AdminList } from '../parts/admin-list';
import styles from '../parts/admin.module.css';
import { exactAmount } from '../parts/exact-amount';
import { Panel } from '../../kit/ui/page/panel';

const CHOICES = [...FROZEN_FUNDS_STATUSES, 'all'] as const;
type Choice = (typeof CHOICES)[number];
const PAGE_SIZE = 10;

interface FrozenFundsProps {
  userId: number;
  /** Minimum journal position of the list. */
  since?: number | undefined;
  /** Action for funds that are still frozen. */
  actOn?: (funds: FrozenFunds) => ReactNode;
}

/** Funds of a user that staff froze, and their outcome. */
export function FrozenFundsPanel(properties: FrozenFundsProps) {
  const { t } = useTexts();
  const [selectedStatus, setSelectedStatus] = useState<Choice>('frozen');
  return (
    <Panel title={t('staff.funds')} level={2}>
      <Tabs
        label={t('staff.funds')}
        tabs={CHOICES.map((name) => ({ name, title: name === 'all' ? t('staff.all') : t(`staff.funds.${name}`) }))}
        selected={selectedStatus}
        onChoose={setSelectedStatus}
      >
        <List key={selectedStatus} selectedStatus={selectedStatus} {...properties} />
      </Tabs>
    </Panel>
  );
}

function List({ userId, since, actOn, selectedStatus }: FrozenFundsProps & { selectedStatus: Choice }) {
  const texts = useTexts();
  const { t } = texts;
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE });
  const query = useFrozenFundsQuery(
    {
      userId,
      ...(selectedStatus === 'all' ? {} : { status: selectedStatus }),
      ...paging,
      ...(since === undefined ? {} : { minPosition: since }),
    },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <AdminList<FrozenFunds>
      name={`funds.${selectedStatus}`}
      label={t('staff.funds')}
      columns={columnsOf(selectedStatus, texts, actOn)}
      query={query}
      keyOf={({ hold }) => hold}
      empty={t(`staff.funds.none.${selectedStatus}`)}
      paging={paging}
      onPage={setPaging}
    />
  );
}

function columnsOf(
  selectedStatus: Choice,
  { t, numbers }: Texts,
  actOn: FrozenFundsProps['actOn'],
): Column<FrozenFunds>[] {
  const whoOf = (staff: number | null): string => (staff === null ? t('staff.funds.exchange') : `#${staff}`);
  const frozen: Column<FrozenFunds>[] = [
    timeColumn('frozenAt', t('staff.time'), ({ frozenAt }) => frozenAt, { isFixed: true }),
    column('account', t('staff.account'), ({ account }) => t(`staff.account.${account}`)),
    figure('amount', t('staff.amount'), ({ amount, asset }) => exactAmount(numbers, amount, asset), {
      isFixed: true,
    }),
    column('reason', t('staff.reason'), ({ reason }) => <span className={styles.long}>{storedText(t, reason)}</span>),
    column('frozenBy', t('staff.funds.frozen_by'), ({ frozenBy }) => whoOf(frozenBy)),
  ];
  const released: Column<FrozenFunds>[] = [
    timeColumn('releasedAt', t('staff.funds.released_at'), ({ releasedAt }) => releasedAt),
    column('releasedBy', t('staff.funds.released_by'), ({ releasedAt, releasedBy }) =>
      releasedAt === null ? '—' : whoOf(releasedBy),
    ),
    column('releaseReason', t('staff.funds.release_reason'), ({ releaseReason }) => (
      <span className={styles.long}>{storedText(t, releaseReason ?? '—')}</span>
    )),
  ];
  const acts: Column<FrozenFunds>[] = [fixed('acts', '', (funds) => funds.releasedAt === null && actOn?.(funds))];
  return [
    ...frozen,
    ...(selectedStatus === 'frozen' ? [] : released),
    ...(selectedStatus === 'released' || actOn === undefined ? [] : acts),
  ];
}
