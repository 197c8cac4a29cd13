import { useState } from 'react';
import { bankNumberOf } from '../../../../shared/rules/bank-reference';
import { RECHARGE_STATUSES, type RechargeStatus } from '../../../../shared/wire/wallet';
import type { AuditedRecharge } from '../../../../shared/wire/staff';
import { useAuditedRechargesQuery } from '../../entities/staff/money-api';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import type { Column } from '../../shared/ui/data-table/columns';
import { PAGE_SIZE_DEFAULT } from '../../shared/ui/pages';
import { Tabs } from '../../shared/ui/tabs';
import { DeskList } from './desk-list';
import styles from './desk.module.css';
import { Mark } from '../../shared/ui/mark';

const CHOICES = ['all', ...RECHARGE_STATUSES] as const;
const KINDS = { recharging: 'warning', success: 'good', failure: 'bad' } as const;

/** Recharges of everybody. `since`: the position that the list must know of. */
export function RechargeTabs({ since }: { since?: number }) {
  const { say } = useTexts();
  const [chosen, choose] = useState<(typeof CHOICES)[number]>('all');
  return (
    <Tabs
      label={say('staff.section.recharges')}
      tabs={CHOICES.map((name) => ({
        name,
        title: name === 'all' ? say('staff.all') : say(`staff.recharge_status.${name}`),
      }))}
      chosen={chosen}
      onChoose={choose}
    >
      <List key={chosen} status={chosen === 'all' ? null : chosen} since={since} />
    </Tabs>
  );
}

function List({ status, since }: { status: RechargeStatus | null; since: number | undefined }) {
  const { say } = useTexts();
  const words = useServerWords();
  const [paging, setPaging] = useState({ pageIndex: 1, pageSize: PAGE_SIZE_DEFAULT });
  const asked = useAuditedRechargesQuery(
    { ...(status === null ? {} : { status }), ...paging, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <DeskList<AuditedRecharge>
      name="recharges"
      label={say('staff.section.recharges')}
      columns={columnsOf(say, (code) => words('code', code))}
      asked={asked}
      keyOf={({ reference }) => reference}
      empty={say('staff.recharges.none')}
      paging={paging}
      onPage={setPaging}
    />
  );
}

function columnsOf(say: Texts['say'], reasonOf: (code: string) => string): Column<AuditedRecharge>[] {
  return [
    { key: 'at', title: say('staff.time'), isFixed: true, render: ({ at }) => dateAndTime(at) },
    { key: 'recharge', title: say('staff.number'), isFixed: true, render: ({ recharge }) => recharge ?? '—' },
    { key: 'userId', title: say('staff.user.id'), render: ({ userId }) => userId },
    {
      key: 'amount',
      title: say('staff.amount'),
      isEnd: true,
      isFixed: true,
      render: ({ amount, asset }) => (
        <>
          <Amount of={amount} asset={asset} /> {asset}
        </>
      ),
    },
    {
      key: 'chain',
      title: say('staff.chain'),
      render: ({ chain, reference }) => chain ?? (bankNumberOf(reference) === null ? '—' : say('wallet.bank.transfer')),
    },
    {
      key: 'status',
      title: say('staff.state'),
      render: ({ status }) => <Mark kind={KINDS[status]} text={say(`staff.recharge_status.${status}`)} />,
    },
    {
      key: 'confirmations',
      title: say('staff.confirmations'),
      isEnd: true,
      render: ({ confirmations, needed }) =>
        confirmations === null || needed === null ? '—' : `${Math.min(confirmations, needed)} / ${needed}`,
    },
    {
      key: 'reason',
      title: say('staff.reason'),
      render: ({ reason }) => <span className={styles.long}>{reason === null ? '—' : reasonOf(reason)}</span>,
    },
    {
      key: 'reference',
      title: say('staff.reference'),
      render: ({ reference }) => <span className={styles.long}>{reference}</span>,
    },
    {
      key: 'endedAt',
      title: say('staff.ended_at'),
      render: ({ endedAt }) => (endedAt === null ? '—' : dateAndTime(endedAt)),
    },
  ];
}
