import {
  SHOWN_WITHDRAWAL_STATUSES,
  type WithdrawalRecord,
  type WithdrawalsRequest,
} from '../../../../../../shared/products/wallet/wire';
import { useRecordList } from '../../panels/use-record-list';
import { useReasonWords } from '../../../../shared/i18n/reason-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useOpened } from '../../../../shared/lib/hooks/use-opened';
import { Button } from '../../../../shared/ui/controls/button';
import { column, fixed, timeColumn, type Column } from '../../../../shared/ui/data-table/columns';
import { Panel } from '../../../../shared/ui/page/panel';
import { QueryList } from '../../../../shared/ui/lists/query-list';
import { Way } from '../../../../shared/ui/page/way';
import { useMoneyColumns } from '../parts/columns';
import { CancelWithdrawal } from './cancel-withdrawal';
import { RecordFilters } from '../parts/filters';
import { Hash } from '../parts/hash';
import { WithdrawalMark } from '../parts/status-mark';
import { useFollowedWithdrawals } from './use-followed';

/** Everything that was to go out, with what became of it. */
export function WithdrawalRecordsPage() {
  const { say } = useTexts();
  const list = useRecordList<Pick<WithdrawalsRequest, 'asset' | 'shown'>, WithdrawalRecord>(useFollowedWithdrawals);
  const [cancelled, cancel, keep] = useOpened<WithdrawalRecord>();
  const columns = useColumns(cancel);
  return (
    <>
      <Panel title={say('wallet.menu.withdrawal_records')} level={1}>
        <RecordFilters
          asset={list.filters.asset}
          status={list.filters.shown}
          statuses={SHOWN_WITHDRAWAL_STATUSES.map((shown) => ({
            value: shown,
            label: say(`wallet.withdrawal_status.${shown}`),
          }))}
          onChange={({ asset, status }) => list.filter({ asset, shown: status })}
        />
        <QueryList<WithdrawalRecord>
          {...list.table}
          name="withdrawals"
          label={say('wallet.menu.withdrawal_records')}
          columns={columns}
          keyOf={({ withdrawal }) => withdrawal}
          empty={say(list.isFiltered ? 'records.none_found' : 'wallet.withdrawal.empty')}
          way={!list.isFiltered && <Way to="/accountSet/withdrawal">{say('wallet.menu.withdrawal')}</Way>}
        />
      </Panel>
      {cancelled && <CancelWithdrawal record={cancelled} onClose={keep} />}
    </>
  );
}

function useColumns(onCancel: (record: WithdrawalRecord) => void): Column<WithdrawalRecord>[] {
  const { say } = useTexts();
  const reasonOf = useReasonWords();
  const money = useMoneyColumns<WithdrawalRecord>();
  const text = (key: keyof WithdrawalRecord, title: string): Column<WithdrawalRecord> =>
    column(key, title, ({ [key]: value }) => value ?? '—');
  return [
    money.at(({ appliedAt }) => appliedAt),
    money.asset,
    fixed('status', say('wallet.status'), ({ shown }) => <WithdrawalMark shown={shown} />),
    money.amount('amount', say('wallet.amount'), ({ amount }) => amount),
    money.amount('fee', say('wallet.fee'), ({ fee }) => fee),
    text('chainName', say('wallet.network')),
    money.address(({ address }) => address),
    text('bankName', say('wallet.bank.bankName')),
    text('cardNumber', say('wallet.card_number')),
    text('realName', say('wallet.real_name')),
    column('reason', say('wallet.reason'), ({ reason }) => (reason === null ? '—' : reasonOf(reason))),
    column('reference', say('wallet.transaction'), ({ reference }) => (
      <Hash text={reference} label={say('wallet.transaction')} />
    )),
    timeColumn('endedAt', say('wallet.ended'), ({ endedAt }) => endedAt),
    fixed(
      'actions',
      '',
      (record) =>
        record.status === 'applied' && (
          <Button onClick={() => onCancel(record)}>{say('wallet.withdrawal.cancel')}</Button>
        ),
    ),
  ];
}
