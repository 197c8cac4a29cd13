import { bankNumberOf } from '../../../../../../shared/products/wallet/rules/bank-reference';
import {
  RECHARGE_STATUSES,
  type RechargeRecord,
  type RechargesRequest,
} from '../../../../../../shared/products/wallet/wire';
import { useRecordList } from '../../panels/use-record-list';
import { useFollowedRecharges } from '../../api/use-followed-recharges';
import { useReasonWords } from '../../../../kit/i18n/reason-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { column, fixed, type Column } from '../../../../kit/ui/data-table/columns';
import { Panel } from '../../../../kit/ui/page/panel';
import { QueryList } from '../../../../kit/ui/lists/query-list';
import { EmptyStateLink } from '../../../../kit/ui/page/empty-state-link';
import { useMoneyColumns } from '../parts/columns';
import { Confirmations } from './confirmations';
import { RecordFilters } from '../parts/filters';
import { Hash } from '../parts/hash';
import { useRechargeWay } from './recharge-way';
import { RechargeMark } from '../parts/status-mark';

/** All deposits with their status. */
export function RechargeRecordsPage() {
  const { t } = useTexts();
  const list = useRecordList<Pick<RechargesRequest, 'asset' | 'status'>, RechargeRecord>(useFollowedRecharges);
  const columns = useColumns();
  return (
    <Panel title={t('wallet.menu.recharge_records')} level={1}>
      <RecordFilters
        {...list.filters}
        asset={list.filters.asset}
        statuses={RECHARGE_STATUSES.map((status) => ({
          value: status,
          label: t(`wallet.recharge_status.${status}`),
        }))}
        onChange={list.filter}
      />
      <QueryList<RechargeRecord>
        {...list.table}
        name="recharges"
        label={t('wallet.menu.recharge_records')}
        columns={columns}
        keyOf={({ recharge, reference }) => recharge ?? reference}
        empty={t(list.isFiltered ? 'records.none_found' : 'wallet.recharge.empty')}
        emptyStateLink={
          !list.isFiltered && <EmptyStateLink to="/accountSet/recharge">{t('wallet.menu.recharge')}</EmptyStateLink>
        }
      />
    </Panel>
  );
}

function useColumns(): Column<RechargeRecord>[] {
  const { t } = useTexts();
  const reasonOf = useReasonWords();
  const money = useMoneyColumns<RechargeRecord>();
  const wayOf = useRechargeWay();
  return [
    money.at(({ at }) => at),
    money.asset,
    fixed('status', t('wallet.status'), ({ status }) => <RechargeMark status={status} />),
    column('chain', t('wallet.network'), (record) => wayOf(record) ?? '—'),
    money.address(({ address }) => address),
    money.amount('quantity', t('wallet.quantity'), ({ quantity }) => quantity),
    money.amount('amount', t('wallet.amount'), ({ amount }) => amount),
    money.amount('arrived', t('wallet.arrived'), ({ arrivedAmount }) => arrivedAmount),
    column('confirmations', t('wallet.confirmed'), (record) => <Confirmations of={record} />),
    column('reference', t('wallet.transaction'), ({ reference }) => (
      <Hash text={bankNumberOf(reference) ?? reference} label={t('wallet.transaction')} />
    )),
    column('reason', t('wallet.reason'), ({ reason, finality }) => {
      if (finality === 'pending' || finality === 'reverted') return t(`wallet.finality.${finality}`);
      return reason === null ? '—' : reasonOf(reason);
    }),
  ];
}
