import { bankNumberOf } from '../../../../shared/rules/bank-reference';
import { RECHARGE_STATUSES, type RechargeRecord, type RechargesRequest } from '../../../../shared/wire/wallet';
import { useRecordList } from '../../features/know-balances/use-record-list';
import { useFollowedRecharges } from '../../entities/recharge/use-followed-recharges';
import { useTexts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Amount } from '../../shared/ui/amount';
import type { Column } from '../../shared/ui/data-table/columns';
import { Panel } from '../../shared/ui/panel';
import { QueryList } from '../../shared/ui/query-list';
import { Themed } from '../../shared/ui/themed';
import { Way } from '../../shared/ui/way';
import { Confirmations } from './confirmations';
import { RecordFilters } from './filters';
import { Hash } from './hash';
import { useReasonWords } from './reason-words';
import { useRechargeWay } from './recharge-way';
import { RechargeMark } from './status-mark';

/** Everything that came in, with what became of it. */
export function RechargeRecordsPage() {
  const { say } = useTexts();
  const list = useRecordList<Pick<RechargesRequest, 'asset' | 'status'>, RechargeRecord>(useFollowedRecharges);
  const columns = useColumns();
  return (
    <Themed>
      <Panel title={say('wallet.menu.recharge_records')} level={1}>
        <RecordFilters
          {...list.filters}
          asset={list.filters.asset}
          statuses={RECHARGE_STATUSES.map((status) => ({
            value: status,
            label: say(`wallet.recharge_status.${status}`),
          }))}
          onChange={list.filter}
        />
        <QueryList<RechargeRecord>
          {...list.table}
          name="recharges"
          label={say('wallet.menu.recharge_records')}
          columns={columns}
          keyOf={({ recharge, reference }) => recharge ?? reference}
          empty={say(list.isFiltered ? 'records.none_found' : 'wallet.recharge.empty')}
          way={!list.isFiltered && <Way to="/accountSet/recharge">{say('wallet.menu.recharge')}</Way>}
        />
      </Panel>
    </Themed>
  );
}

function useColumns(): Column<RechargeRecord>[] {
  const { say } = useTexts();
  const reasonOf = useReasonWords();
  const wayOf = useRechargeWay();
  return [
    {
      key: 'at',
      title: say('records.time'),
      isFixed: true,
      sortBy: 'time',
      render: ({ at }) => dateAndTime(at),
    },
    { key: 'asset', title: say('assets.asset'), isFixed: true, sortBy: 'asset', render: ({ asset }) => asset },
    {
      key: 'status',
      title: say('wallet.status'),
      isFixed: true,
      render: ({ status }) => <RechargeMark status={status} />,
    },
    {
      key: 'chain',
      title: say('wallet.network'),
      render: (record) => wayOf(record) ?? '—',
    },
    {
      key: 'address',
      title: say('wallet.address'),
      render: ({ address }) => <Hash text={address} label={say('wallet.address')} />,
    },
    {
      key: 'quantity',
      title: say('wallet.quantity'),
      isEnd: true,
      render: ({ quantity, asset }) => <Amount of={quantity} asset={asset} />,
    },
    {
      key: 'amount',
      title: say('wallet.amount'),
      isEnd: true,
      render: ({ amount, asset }) => <Amount of={amount} asset={asset} />,
    },
    {
      key: 'arrived',
      title: say('wallet.arrived'),
      isEnd: true,
      render: ({ arrivedAmount, asset }) => <Amount of={arrivedAmount} asset={asset} />,
    },
    { key: 'confirmations', title: say('wallet.confirmed'), render: (record) => <Confirmations of={record} /> },
    {
      key: 'reference',
      title: say('wallet.transaction'),
      render: ({ reference }) => <Hash text={bankNumberOf(reference) ?? reference} label={say('wallet.transaction')} />,
    },
    { key: 'reason', title: say('wallet.reason'), render: ({ reason }) => (reason === null ? '—' : reasonOf(reason)) },
  ];
}
