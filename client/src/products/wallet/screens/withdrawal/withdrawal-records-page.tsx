import {
  SHOWN_WITHDRAWAL_STATUSES,
  type WithdrawalRecord,
  type WithdrawalsRequest,
} from '../../../../../../shared/products/wallet/wire';
import { useRecordList } from '../../panels/use-record-list';
import { useReasonWords } from '../../../../kit/i18n/reason-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useOpenedItem } from '../../../../kit/lib/hooks/use-opened-item';
import { Button } from '../../../../kit/ui/controls/button';
import { column, fixed, timeColumn, type Column } from '../../../../kit/ui/data-table/columns';
import { Panel } from '../../../../kit/ui/page/panel';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import { EmptyStateLink } from '../../../../kit/ui/page/empty-state-link';
import { useMoneyColumns } from '../parts/columns';
import { CancelWithdrawal } from './cancel-withdrawal';
import { RecordFilters } from '../parts/filters';
import { Hash } from '../parts/hash';
import { WithdrawalMark } from '../parts/status-mark';
import { useFollowedWithdrawals } from './use-followed';

/** All withdrawals with their status. */
export function WithdrawalRecordsPage() {
  const { t } = useTexts();
  const list = useRecordList<Pick<WithdrawalsRequest, 'asset' | 'shown'>, WithdrawalRecord>(useFollowedWithdrawals);
  const [cancelled, cancel, keep] = useOpenedItem<WithdrawalRecord>();
  const columns = useColumns(cancel);
  return (
    <>
      <Panel title={t('wallet.menu.withdrawal_records')} level={1}>
        <RecordFilters
          asset={list.filters.asset}
          status={list.filters.shown}
          statuses={SHOWN_WITHDRAWAL_STATUSES.map((status) => ({
            value: status,
            label: t(`wallet.withdrawal_status.${status}`),
          }))}
          onChange={({ asset, status }) => list.filter({ asset, shown: status })}
        />
        <QueryList<WithdrawalRecord>
          {...list.table}
          name="withdrawals"
          label={t('wallet.menu.withdrawal_records')}
          columns={columns}
          keyOf={({ withdrawal }) => withdrawal}
          empty={t(list.isFiltered ? 'records.none_found' : 'wallet.withdrawal.empty')}
          emptyStateLink={
            !list.isFiltered && (
              <EmptyStateLink to="/accountSet/withdrawal">{t('wallet.menu.withdrawal')}</EmptyStateLink>
            )
          }
        />
      </Panel>
      {cancelled && <CancelWithdrawal record={cancelled} onClose={keep} />}
    </>
  );
}

function useColumns(onCancel: (record: WithdrawalRecord) => void): Column<WithdrawalRecord>[] {
  const { t } = useTexts();
  const reasonOf = useReasonWords();
  const money = useMoneyColumns<WithdrawalRecord>();
  const text = (key: keyof WithdrawalRecord, title: string): Column<WithdrawalRecord> =>
    column(key, title, ({ [key]: value }) => value ?? '—');
  return [
    money.at(({ appliedAt }) => appliedAt),
    money.asset,
    fixed('status', t('wallet.status'), ({ shown }) => <WithdrawalMark status={shown} />),
    money.amount('amount', t('wallet.amount'), ({ amount }) => amount),
    money.amount('fee', t('wallet.fee'), ({ fee }) => fee),
    text('chainName', t('wallet.network')),
    money.address(({ address }) => address),
    text('bankName', t('wallet.bank.bankName')),
    text('cardNumber', t('wallet.card_number')),
    text('realName', t('wallet.real_name')),
    column('reason', t('wallet.reason'), ({ reason }) => (reason === null ? '—' : reasonOf(reason))),
    column('reference', t('wallet.transaction'), ({ reference }) => (
      <Hash text={reference} label={t('wallet.transaction')} />
    )),
    timeColumn('endedAt', t('wallet.ended'), ({ endedAt }) => endedAt),
    fixed(
      'actions',
      '',
      (record) =>
        record.status === 'applied' && (
          <Button onClick={() => onCancel(record)}>{t('wallet.withdrawal.cancel')}</Button>
        ),
    ),
  ];
}
