import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectBalances, selectBalancesPosition } from '../../../entities/balance/balance-slice';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Amount } from '../../../shared/ui/figures/amount';
import { figure, fixed } from '../../../shared/ui/data-table/columns';
import { Rows } from '../../../shared/ui/data-table/rows';

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
        fixed('asset', say('own.head.asset'), ({ asset }) => asset),
        figure('available', say('own.head.available'), ({ asset, available }) => (
          <Amount of={available} asset={asset} />
        )),
        figure('frozen', say('own.head.frozen'), ({ asset, frozen }) => <Amount of={frozen} asset={asset} />),
      ]}
      rows={isKnown ? rows : undefined}
      keyOf={({ asset }) => asset}
      empty={null}
      density="panel"
    />
  );
}
