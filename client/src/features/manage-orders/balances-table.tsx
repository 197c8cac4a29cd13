import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectBalances, selectBalancesPosition } from '../../entities/balance/balance-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { Amount } from '../../shared/ui/amount';
import { Rows } from '../../shared/ui/data-table/rows';

interface Holding {
  asset: string;
  available: string;
  frozen: string;
}

/** What the user has of the two assets of this pair. */
export function BalancesTable({ market }: { market: MarketRecord }) {
  const { say } = useTexts();
  const balances = useSelector(selectBalances);
  const isKnown = useSelector(selectBalancesPosition) !== null;
  const rows = [market.base, market.quote].map((asset): Holding => {
    const { available = '0', frozen = '0' } = balances[asset] ?? {};
    return { asset, available, frozen };
  });
  return (
    <Rows<Holding>
      label={say('own.tab.balances')}
      columns={[
        { key: 'asset', title: say('own.head.asset'), isFixed: true, render: ({ asset }) => asset },
        {
          key: 'available',
          title: say('own.head.available'),
          isEnd: true,
          render: ({ asset, available }) => <Amount of={available} asset={asset} />,
        },
        {
          key: 'frozen',
          title: say('own.head.frozen'),
          isEnd: true,
          render: ({ asset, frozen }) => <Amount of={frozen} asset={asset} />,
        },
      ]}
      rows={isKnown ? rows : undefined}
      keyOf={({ asset }) => asset}
      empty={null}
      density="panel"
    />
  );
}
