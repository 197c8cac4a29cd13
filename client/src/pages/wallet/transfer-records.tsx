import type { TransferRecord, TransfersRequest } from '../../../../shared/wire/wallet';
import { useTransfersQuery } from '../../entities/wallet/wallet-api';
import { useRecordList } from '../../features/know-balances/use-record-list';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import type { Column } from '../../shared/ui/data-table/columns';
import { Panel } from '../../shared/ui/panel';
import { QueryList } from '../../shared/ui/query-list';
import { RecordFilters } from './filters';

/** What was moved between the accounts. */
export function TransferRecords() {
  const { say } = useTexts();
  const list = useRecordList<Pick<TransfersRequest, 'asset'>, TransferRecord>(useTransfersQuery);
  const columns: Column<TransferRecord>[] = [
    {
      key: 'at',
      title: say('records.time'),
      isFixed: true,
      sortBy: 'time',
      render: ({ at }) => dateAndTime(at),
    },
    { key: 'asset', title: say('assets.asset'), isFixed: true, sortBy: 'asset', render: ({ asset }) => asset },
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
    <Panel title={say('wallet.transfer.records')} level={2}>
      <RecordFilters asset={list.filters.asset} onChange={({ asset }) => list.filter({ asset })} />
      <QueryList<TransferRecord>
        {...list.table}
        name="transfers"
        label={say('wallet.transfer.records')}
        columns={columns}
        keyOf={({ transfer }) => transfer}
        empty={say(list.isFiltered ? 'records.none_found' : 'wallet.transfer.empty')}
      />
    </Panel>
  );
}
