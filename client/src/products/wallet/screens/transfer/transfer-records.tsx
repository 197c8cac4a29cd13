import type { TransferRecord, TransfersRequest } from '../../../../../../shared/products/wallet/wire';
import { useTransfersQuery } from '../../../../kit/entities/wallet/wallet-api';
import { useRecordList } from '../../panels/use-record-list';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { column, type Column } from '../../../../kit/ui/data-table/columns';
import { Panel } from '../../../../kit/ui/page/panel';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import { useMoneyColumns } from '../parts/columns';
import { RecordFilters } from '../parts/filters';

/** Past transfers between the accounts. */
export function TransferRecords() {
  const { t } = useTexts();
  const list = useRecordList<Pick<TransfersRequest, 'asset'>, TransferRecord>(useTransfersQuery);
  const money = useMoneyColumns<TransferRecord>();
  const columns: Column<TransferRecord>[] = [
    money.at(({ at }) => at),
    money.asset,
    column('from', t('wallet.from'), ({ from }) => t(`wallet.account.${from}`)),
    column('to', t('wallet.to'), ({ to }) => t(`wallet.account.${to}`)),
    money.amount('amount', t('wallet.amount'), ({ amount }) => amount),
  ];
  return (
    <Panel title={t('wallet.transfer.records')} level={2}>
      <RecordFilters asset={list.filters.asset} onChange={({ asset }) => list.filter({ asset })} />
      <QueryList<TransferRecord>
        {...list.table}
        name="transfers"
        label={t('wallet.transfer.records')}
        columns={columns}
        keyOf={({ transfer }) => transfer}
        empty={t(list.isFiltered ? 'records.none_found' : 'wallet.transfer.empty')}
      />
    </Panel>
  );
}
