import { bankNumberOf } from '../../../../../../shared/products/wallet/rules/bank-reference';
import {
  RECHARGE_STATUSES,
  type RechargeRecord,
  type RechargesRequest,
} from '../../../../../../shared/products/wallet/wire';
import { useRecordList } from '../../panels/use-record-list';
import { useFollowedRecharges } from '../../api/use-followed-recharges';
import { useReasonWords } from '../../../../shared/i18n/reason-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { column, fixed, type Column } from '../../../../shared/ui/data-table/columns';
import { Panel } from '../../../../shared/ui/page/panel';
import { QueryList } from '../../../../shared/ui/lists/query-list';
import { Way } from '../../../../shared/ui/page/way';
import { useMoneyColumns } from '../parts/columns';
import { Confirmations } from './confirmations';
import { RecordFilters } from '../parts/filters';
import { Hash } from '../parts/hash';
import { useRechargeWay } from './recharge-way';
import { RechargeMark } from '../parts/status-mark';

/** Everything that came in, with what became of it. */
export function RechargeRecordsPage() {
  const { say } = useTexts();
  const list = useRecordList<Pick<RechargesRequest, 'asset' | 'status'>, RechargeRecord>(useFollowedRecharges);
  const columns = useColumns();
  return (
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
  );
}

function useColumns(): Column<RechargeRecord>[] {
  const { say } = useTexts();
  const reasonOf = useReasonWords();
  const money = useMoneyColumns<RechargeRecord>();
  const wayOf = useRechargeWay();
  return [
    money.at(({ at }) => at),
    money.asset,
    fixed('status', say('wallet.status'), ({ status }) => <RechargeMark status={status} />),
    column('chain', say('wallet.network'), (record) => wayOf(record) ?? '—'),
    money.address(({ address }) => address),
    money.amount('quantity', say('wallet.quantity'), ({ quantity }) => quantity),
    money.amount('amount', say('wallet.amount'), ({ amount }) => amount),
    money.amount('arrived', say('wallet.arrived'), ({ arrivedAmount }) => arrivedAmount),
    column('confirmations', say('wallet.confirmed'), (record) => <Confirmations of={record} />),
    column('reference', say('wallet.transaction'), ({ reference }) => (
      <Hash text={bankNumberOf(reference) ?? reference} label={say('wallet.transaction')} />
    )),
    column('reason', say('wallet.reason'), ({ reason, finality }) => {
      if (finality === 'pending' || finality === 'reverted') return say(`wallet.finality.${finality}`);
      return reason === null ? '—' : reasonOf(reason);
    }),
  ];
}
