/** What stands behind positions: the assets of the futures account, and what was moved into it and out. */
import { useSelector } from 'react-redux';
import type { Balance } from '../../../../../../shared/wire/market-data';
import type { TransferRecord } from '../../../../../../shared/products/wallet/wire';
import { selectAccounts, selectBalancesPosition } from '../../../../entities/balance/balance-slice';
import { useTransfersQuery } from '../../../../entities/wallet/wallet-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { compare } from '../../../../shared/lib/numbers/exact';
import { useFollowed, useList } from '../../../../shared/lib/hooks/use-list';
import { Amount } from '../../../../shared/ui/figures/amount';
import { column, figure, fixed, timeColumn } from '../../../../shared/ui/data-table/columns';
import { Rows } from '../../../../shared/ui/data-table/rows';
import { Note } from '../../../../shared/ui/page/note';
import { PanelList } from '../../../../shared/ui/lists/query-list';

export function FuturesAssets() {
  const { say } = useTexts();
  const isKnown = useSelector(selectBalancesPosition) !== null;
  const { contract = {} } = useSelector(selectAccounts);
  const rows = Object.values(contract).filter((balance) =>
    [balance.available, balance.frozen, balance.locked].some((amount) => compare(amount, '0') !== 0),
  );
  const amount = (key: 'available' | 'frozen' | 'locked', title: string) => ({
    ...{ key, title, isEnd: true },
    render: (balance: Balance) => <Amount of={balance[key]} asset={balance.asset} />,
  });
  return (
    <Rows<Balance>
      label={say('positions.tab.assets')}
      columns={[
        fixed('asset', say('own.head.asset'), ({ asset }) => asset),
        amount('available', say('own.head.available')),
        amount('frozen', say('own.head.frozen')),
        amount('locked', say('positions.in_positions')),
      ]}
      rows={isKnown ? rows : undefined}
      keyOf={({ asset }) => asset}
      empty={<Note kind="empty" text={say('positions.none.assets')} />}
      density="panel"
    />
  );
}

/** Those between any accounts: the exchange lists them together. */
export function Transfers() {
  const { say } = useTexts();
  const position = useSelector(selectBalancesPosition);
  const list = useList<object, 'time' | 'asset'>(position);
  const asked = useTransfersQuery(list.request);
  useFollowed(list, position, asked.isFetching);
  return (
    <PanelList<TransferRecord>
      {...{ asked, paging: list.paging, onPage: list.turn, sorted: list.sorted }}
      label={say('positions.tab.transfers')}
      columns={[
        timeColumn('time', say('orderlist.time'), ({ at }) => at, { isFixed: true, sortBy: 'time' }),
        fixed('asset', say('own.head.asset'), ({ asset }) => asset, { sortBy: 'asset' }),
        column('from', say('wallet.from'), ({ from }) => say(`wallet.account.${from}`)),
        column('to', say('wallet.to'), ({ to }) => say(`wallet.account.${to}`)),
        figure('amount', say('wallet.amount'), ({ amount, asset }) => <Amount of={amount} asset={asset} />),
      ]}
      keyOf={({ transfer }) => transfer}
      empty={say('wallet.transfer.empty')}
    />
  );
}
