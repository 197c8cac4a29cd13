/** Funds behind positions: assets of the futures account, and transfers. */
import { useSelector } from 'react-redux';
import type { Balance } from '../../../../../../shared/wire/market-data';
import type { TransferRecord } from '../../../../../../shared/products/wallet/wire';
import { selectAccounts, selectBalancesPosition } from '../../../../kit/entities/balance/balance-slice';
import { useTransfersQuery } from '../../../../kit/entities/wallet/wallet-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { compare } from '../../../../kit/lib/numbers/exact';
import { useFollowPosition, useList } from '../../../../kit/lib/hooks/use-list';
import { Amount } from '../../../../kit/ui/figures/amount';
import { column, figure, fixed, timeColumn } from '../../../../kit/ui/data-table/columns';
import { Rows } from '../../../../kit/ui/data-table/rows';
import { Note } from '../../../../kit/ui/page/note';
import { PanelList } from '../../../../kit/ui/lists/query-list';

export function FuturesAssets() {
  const { t } = useTexts();
  const isKnown = useSelector(selectBalancesPosition) !== null;
  const { contract = {} } = useSelector(selectAccounts);
  const rows = Object.values(contract).filter((balance) =>
    [balance.available, balance.frozen, balance.locked].some((amount) => compare(amount, '0') !== 0),
  );
  const amount = (key: 'available' | 'frozen' | 'locked', title: string) => ({
    ...{ key, title, isEnd: true },
    render: (balance: Balance) => <Amount amount={balance[key]} asset={balance.asset} />,
  });
  return (
    <Rows<Balance>
      label={t('positions.tab.assets')}
      columns={[
        fixed('asset', t('own.head.asset'), ({ asset }) => asset),
        amount('available', t('own.head.available')),
        amount('frozen', t('own.head.frozen')),
        amount('locked', t('positions.in_positions')),
      ]}
      rows={isKnown ? rows : undefined}
      keyOf={({ asset }) => asset}
      empty={<Note kind="empty" text={t('positions.none.assets')} />}
      density="panel"
    />
  );
}

/** Includes transfers between all accounts: the exchange lists them together. */
export function Transfers() {
  const { t } = useTexts();
  const position = useSelector(selectBalancesPosition);
  const list = useList<object, 'time' | 'asset'>(position);
  const query = useTransfersQuery(list.request);
  useFollowPosition(list, position, query.isFetching);
  return (
    <PanelList<TransferRecord>
      {...{ query, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      label={t('positions.tab.transfers')}
      columns={[
        timeColumn('time', t('orderlist.time'), ({ at }) => at, { isFixed: true, sortBy: 'time' }),
        fixed('asset', t('own.head.asset'), ({ asset }) => asset, { sortBy: 'asset' }),
        column('from', t('wallet.from'), ({ from }) => t(`wallet.account.${from}`)),
        column('to', t('wallet.to'), ({ to }) => t(`wallet.account.${to}`)),
        figure('amount', t('wallet.amount'), ({ amount, asset }) => <Amount amount={amount} asset={asset} />),
      ]}
      keyOf={({ transfer }) => transfer}
      empty={t('wallet.transfer.empty')}
    />
  );
}
