import { useState } from 'react';
import {
  SHOWN_WITHDRAWAL_STATUSES,
  type WithdrawalRecord,
  type WithdrawalsRequest,
} from '../../../../shared/wire/wallet';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import { Button } from '../../shared/ui/button';
import type { Column } from '../../shared/ui/data-table/columns';
import { DataTable } from '../../shared/ui/data-table/data-table';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Themed } from '../../shared/ui/themed';
import { CancelWithdrawal } from './cancel-withdrawal';
import { Filters } from './filters';
import { Hash } from './hash';
import { useReasonWords } from './reason-words';
import { WithdrawalMark } from './status-mark';
import { useFollowedWithdrawals } from './use-followed';
import { useRecordList } from './use-record-list';
import styles from './wallet.module.css';

/** Everything that was to go out, with what became of it. */
export function WithdrawalRecordsPage() {
  const { say } = useTexts();
  const list = useRecordList<Pick<WithdrawalsRequest, 'asset' | 'shown'>>();
  const { data, error, isFetching, refetch } = useFollowedWithdrawals(list.request, list.isKnown);
  const [cancelled, setCancelled] = useState<WithdrawalRecord | null>(null);
  const columns = useColumns(setCancelled);
  return (
    <Themed>
      <section className={styles.panel} aria-labelledby="records-title">
        <header className={styles.head}>
          <h1 id="records-title">{say('wallet.menu.withdrawal_records')}</h1>
        </header>
        <Filters
          asset={list.filters.asset}
          status={list.filters.shown}
          statuses={SHOWN_WITHDRAWAL_STATUSES.map((shown) => ({
            value: shown,
            label: say(`wallet.withdrawal_status.${shown}`),
          }))}
          onChange={({ asset, status }) => list.filter({ asset, shown: status })}
        />
        {error && !data ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <DataTable<WithdrawalRecord>
            name="withdrawals"
            label={say('wallet.menu.withdrawal_records')}
            columns={columns}
            rows={data?.records}
            keyOf={({ withdrawal }) => withdrawal}
            isFetching={isFetching}
            empty={<Note kind="empty" text={say(list.isFiltered ? 'records.none_found' : 'wallet.withdrawal.empty')} />}
            paging={list.paging}
            total={data?.total ?? 0}
            onPage={list.turn}
          />
        )}
      </section>
      {cancelled && <CancelWithdrawal record={cancelled} onClose={() => setCancelled(null)} />}
    </Themed>
  );
}

function useColumns(onCancel: (record: WithdrawalRecord) => void): Column<WithdrawalRecord>[] {
  const { say } = useTexts();
  const reasonOf = useReasonWords();
  const text = (key: keyof WithdrawalRecord, title: string): Column<WithdrawalRecord> => ({
    key,
    title,
    render: ({ [key]: value }) => value ?? '—',
  });
  return [
    {
      key: 'at',
      title: say('records.time'),
      isFixed: true,
      render: ({ appliedAt }) => dateAndTime(appliedAt),
    },
    { key: 'asset', title: say('assets.asset'), isFixed: true, render: ({ asset }) => asset },
    {
      key: 'status',
      title: say('wallet.status'),
      isFixed: true,
      render: ({ shown }) => <WithdrawalMark shown={shown} />,
    },
    {
      key: 'amount',
      title: say('wallet.amount'),
      isEnd: true,
      render: ({ amount, asset }) => <Amount of={amount} asset={asset} />,
    },
    {
      key: 'fee',
      title: say('wallet.fee'),
      isEnd: true,
      render: ({ fee, asset }) => <Amount of={fee} asset={asset} />,
    },
    text('chainName', say('wallet.network')),
    {
      key: 'address',
      title: say('wallet.address'),
      render: ({ address }) => <Hash text={address} label={say('wallet.address')} />,
    },
    text('bankName', say('wallet.bank.bankName')),
    text('cardNumber', say('wallet.card_number')),
    text('realName', say('wallet.real_name')),
    { key: 'reason', title: say('wallet.reason'), render: ({ reason }) => (reason === null ? '—' : reasonOf(reason)) },
    {
      key: 'reference',
      title: say('wallet.transaction'),
      render: ({ reference }) => <Hash text={reference} label={say('wallet.transaction')} />,
    },
    {
      key: 'endedAt',
      title: say('wallet.ended'),
      render: ({ endedAt }) => (endedAt === null ? '—' : dateAndTime(endedAt)),
    },
    {
      key: 'actions',
      title: '',
      isFixed: true,
      render: (record) =>
        record.status === 'applied' && (
          <Button onClick={() => onCancel(record)}>{say('wallet.withdrawal.cancel')}</Button>
        ),
    },
  ];
}
