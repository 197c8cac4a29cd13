import { useState, type ReactNode } from 'react';
import { FROZEN_FUNDS_STATUSES, type FrozenFunds } from '../../../../../shared/wire/staff';
import { useFrozenFundsQuery } from '../../../entities/staff/users-api';
import { keptText } from '../../../shared/i18n/kept-text';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { column, figure, fixed, timeColumn, type Column } from '../../../shared/ui/data-table/columns';
import { Tabs } from '../../../shared/ui/controls/tabs';
import { DeskList } from '../parts/desk-list';
import styles from '../parts/desk.module.css';
import { exactAmount } from '../parts/exact-amount';
import { Panel } from '../../../shared/ui/page/panel';

const CHOICES = [...FROZEN_FUNDS_STATUSES, 'all'] as const;
type Choice = (typeof CHOICES)[number];
const PAGE_SIZE = 10;

interface FrozenFundsProps {
  userId: number;
  /** The position that the list must know of. */
  since?: number | undefined;
  /** What can be done with what still is frozen. */
  actOn?: (funds: FrozenFunds) => ReactNode;
}

/** What staff froze of a user's funds, and what became of it. */
export function FrozenFundsPanel(properties: FrozenFundsProps) {
  const { say } = useTexts();
  const [chosen, choose] = useState<Choice>('frozen');
  return (
    <Panel title={say('staff.funds')} level={2}>
      <Tabs
        label={say('staff.funds')}
        tabs={CHOICES.map((name) => ({ name, title: name === 'all' ? say('staff.all') : say(`staff.funds.${name}`) }))}
        chosen={chosen}
        onChoose={choose}
      >
        <List key={chosen} chosen={chosen} {...properties} />
      </Tabs>
    </Panel>
  );
}

function List({ userId, since, actOn, chosen }: FrozenFundsProps & { chosen: Choice }) {
  const texts = useTexts();
  const { say } = texts;
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE });
  const asked = useFrozenFundsQuery(
    {
      userId,
      ...(chosen === 'all' ? {} : { status: chosen }),
      ...paging,
      ...(since === undefined ? {} : { minPosition: since }),
    },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <DeskList<FrozenFunds>
      name={`funds.${chosen}`}
      label={say('staff.funds')}
      columns={columnsOf(chosen, texts, actOn)}
      asked={asked}
      keyOf={({ hold }) => hold}
      empty={say(`staff.funds.none.${chosen}`)}
      paging={paging}
      onPage={setPaging}
    />
  );
}

function columnsOf(chosen: Choice, { say, numbers }: Texts, actOn: FrozenFundsProps['actOn']): Column<FrozenFunds>[] {
  const whoOf = (staff: number | null): string => (staff === null ? say('staff.funds.exchange') : `#${staff}`);
  const frozen: Column<FrozenFunds>[] = [
    timeColumn('frozenAt', say('staff.time'), ({ frozenAt }) => frozenAt, { isFixed: true }),
    column('account', say('staff.account'), ({ account }) => say(`staff.account.${account}`)),
    figure('amount', say('staff.amount'), ({ amount, asset }) => exactAmount(numbers, amount, asset), {
      isFixed: true,
    }),
    column('reason', say('staff.reason'), ({ reason }) => <span className={styles.long}>{keptText(say, reason)}</span>),
    column('frozenBy', say('staff.funds.frozen_by'), ({ frozenBy }) => whoOf(frozenBy)),
  ];
  const released: Column<FrozenFunds>[] = [
    timeColumn('releasedAt', say('staff.funds.released_at'), ({ releasedAt }) => releasedAt),
    column('releasedBy', say('staff.funds.released_by'), ({ releasedAt, releasedBy }) =>
      releasedAt === null ? '—' : whoOf(releasedBy),
    ),
    column('releaseReason', say('staff.funds.release_reason'), ({ releaseReason }) => (
      <span className={styles.long}>{keptText(say, releaseReason ?? '—')}</span>
    )),
  ];
  const acts: Column<FrozenFunds>[] = [fixed('acts', '', (funds) => funds.releasedAt === null && actOn?.(funds))];
  return [
    ...frozen,
    ...(chosen === 'frozen' ? [] : released),
    ...(chosen === 'released' || actOn === undefined ? [] : acts),
  ];
}
