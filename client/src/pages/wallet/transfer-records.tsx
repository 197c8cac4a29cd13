import type { TransferRecord, TransfersRequest } from '../../../../shared/wire/wallet';
import { useTransfersQuery } from '../../entities/wallet/wallet-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import type { Column } from '../../shared/ui/data-table/columns';
import { DataTable } from '../../shared/ui/data-table/data-table';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Filters } from './filters';
import { useRecordList } from './use-record-list';
import styles from './wallet.module.css';

/** What was moved between the accounts. */
export function TransferRecords() {
  const { say } = useTexts();
  const list = useRecordList<Pick<TransfersRequest, 'asset'>>();
  const { data, error, isFetching, refetch } = useTransfersQuery(list.request, {
    skip: !list.isKnown,
    refetchOnMountOrArgChange: true,
  });
  const columns: Column<TransferRecord>[] = [
    {
      key: 'at',
      title: say('records.time'),
      isFixed: true,
      render: ({ at }) => dateAndTime(at),
    },
    { key: 'asset', title: say('assets.asset'), isFixed: true, render: ({ asset }) => asset },
    { key: 'from', title: say('wallet.from'), render: ({ from }) => say(`wallet.account.${from}`) },
    { key: 'to', title: say('wallet.to'), render: ({ to }) => say(`wallet.account.${to}`) },
    {
      key: 'amount',
      title: say('wallet.amount'),
      isEnd: true,
      render: ({ amount, asset }) => <Amount of={amount} asset={asset} />,
    },
  ];
  return (
    <section className={styles.panel} aria-labelledby="transfer-records">
      <header className={styles.head}>
        <h2 id="transfer-records">{say('wallet.transfer.records')}</h2>
      </header>
      <Filters asset={list.filters.asset} onChange={({ asset }) => list.filter({ asset })} />
      {error && !data ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable<TransferRecord>
          name="transfers"
          label={say('wallet.transfer.records')}
          columns={columns}
          rows={data?.records}
          keyOf={({ transfer }) => transfer}
          isFetching={isFetching}
          empty={<Note kind="empty" text={say(list.isFiltered ? 'records.none_found' : 'wallet.transfer.empty')} />}
          paging={list.paging}
          total={data?.total ?? 0}
          onPage={list.turn}
        />
      )}
    </section>
  );
}
