import { useState, type ReactNode } from 'react';
import { FROZEN_FUNDS_STATUSES, type FrozenFunds } from '../../../../shared/wire/staff';
import { useFrozenFundsQuery } from '../../entities/staff/users-api';
import { keptText } from '../../shared/i18n/kept-text';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import type { Column } from '../../shared/ui/data-table/columns';
import { Tabs } from '../../shared/ui/tabs';
import { DeskList } from './desk-list';
import styles from './desk.module.css';
import { exactAmount } from './exact-amount';
import { Panel } from '../../shared/ui/panel';

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
    { key: 'frozenAt', title: say('staff.time'), isFixed: true, render: ({ frozenAt }) => dateAndTime(frozenAt) },
    { key: 'account', title: say('staff.account'), render: ({ account }) => say(`staff.account.${account}`) },
    {
      key: 'amount',
      title: say('staff.amount'),
      isEnd: true,
      isFixed: true,
      render: ({ amount, asset }) => exactAmount(numbers, amount, asset),
    },
    {
      key: 'reason',
      title: say('staff.reason'),
      render: ({ reason }) => <span className={styles.long}>{keptText(say, reason)}</span>,
    },
    { key: 'frozenBy', title: say('staff.funds.frozen_by'), render: ({ frozenBy }) => whoOf(frozenBy) },
  ];
  const released: Column<FrozenFunds>[] = [
    {
      key: 'releasedAt',
      title: say('staff.funds.released_at'),
      render: ({ releasedAt }) => (releasedAt === null ? '—' : dateAndTime(releasedAt)),
    },
    {
      key: 'releasedBy',
      title: say('staff.funds.released_by'),
      render: ({ releasedAt, releasedBy }) => (releasedAt === null ? '—' : whoOf(releasedBy)),
    },
    {
      key: 'releaseReason',
      title: say('staff.funds.release_reason'),
      render: ({ releaseReason }) => <span className={styles.long}>{keptText(say, releaseReason ?? '—')}</span>,
    },
  ];
  const acts: Column<FrozenFunds>[] = [
    { key: 'acts', title: '', isFixed: true, render: (funds) => funds.releasedAt === null && actOn?.(funds) },
  ];
  return [
    ...frozen,
    ...(chosen === 'frozen' ? [] : released),
    ...(chosen === 'released' || actOn === undefined ? [] : acts),
  ];
}
