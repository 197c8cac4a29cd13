import type { TransferRecord, TransfersRequest } from '../../../../../../shared/products/wallet/wire';
import { useTransfersQuery } from '../../../../entities/wallet/wallet-api';
import { useRecordList } from '../../panels/use-record-list';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { column, type Column } from '../../../../shared/ui/data-table/columns';
import { Panel } from '../../../../shared/ui/page/panel';
import { QueryList } from '../../../../shared/ui/lists/query-list';
import { useMoneyColumns } from '../parts/columns';
import { RecordFilters } from '../parts/filters';

/** What was moved between the accounts. */
export function TransferRecords() {
  const { say } = useTexts();
  const list = useRecordList<Pick<TransfersRequest, 'asset'>, TransferRecord>(useTransfersQuery);
  const money = useMoneyColumns<TransferRecord>();
  const columns: Column<TransferRecord>[] = [
    money.at(({ at }) => at),
    money.asset,
    column('from', say('wallet.from'), ({ from }) => say(`wallet.account.${from}`)),
    column('to', say('wallet.to'), ({ to }) => say(`wallet.account.${to}`)),
    money.amount('amount', say('wallet.amount'), ({ amount }) => amount),
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
