import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { selectBalances, selectBalancesPosition } from '../../../kit/entities/balance/balance-slice';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Amount } from '../../../kit/ui/figures/amount';
import { figure, fixed } from '../../../kit/ui/data-table/columns';
import { Rows } from '../../../kit/ui/data-table/rows';

interface Holding {
  asset: string;
  available: string;
  frozen: string;
}

/** The user's balances of the pair's two assets. */
export function BalancesTable({ market }: { market: MarketRecord }) {
  const { t } = useTexts();
  const balances = useSelector(selectBalances);
  const isKnown = useSelector(selectBalancesPosition) !== null;
  const rows = [market.base, market.quote].map((asset): Holding => {
    const { available = '0', frozen = '0' } = balances[asset] ?? {};
    return { asset, available, frozen };
  });
  return (
    <Rows<Holding>
      label={t('own.tab.balances')}
      columns={[
        fixed('asset', t('own.head.asset'), ({ asset }) => asset),
        figure('available', t('own.head.available'), ({ asset, available }) => (
          <Amount amount={available} asset={asset} />
        )),
        figure('frozen', t('own.head.frozen'), ({ asset, frozen }) => <Amount amount={frozen} asset={asset} />),
      ]}
      rows={isKnown ? rows : undefined}
      keyOf={({ asset }) => asset}
      empty={null}
      density="panel"
    />
  );
}
