import { Link } from 'react-router';
import { depositAccountOf } from '../../../../../../shared/rules/account-kinds';
import { VALUE_ASSET } from '../../../../../../shared/rules/valuation';
import type { AssetRecord, MarketRecord } from '../../../../../../shared/wire/product';
import type { Holding } from '../../api/valuation';
import { coinBlocksOf } from '../../api/coin-states';
import { useListedAssetsQuery } from '../../../../kit/entities/wallet/wallet-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Amount } from '../../../../kit/ui/figures/amount';
import mark from '../../../../kit/ui/figures/mark.module.css';
import type { TabName } from './accounts';
import { CoinName } from '../../../../kit/coins/coin-name';
import styles from './assets-page.module.css';
import { Concealed } from './concealed';
import { isSpot } from './prices';

interface HoldingsTableProps {
  tab: TabName;
  holdings: readonly Holding[];
  markets: readonly MarketRecord[];
  isHidden: boolean;
}

const AMOUNTS = ['available', 'frozen', 'locked', 'total'] as const;

const BADGES = {
  'coin.under.maintenance': 'assets.state.maintenance',
  'asset.deposits.suspended': 'assets.state.deposits',
  'asset.withdrawals.suspended': 'assets.state.withdrawals',
} as const;

/** Not a data grid: the table is short and changes with every price. On phones each row is a card. */
export function HoldingsTable({ tab, holdings, markets, isHidden }: HoldingsTableProps) {
  const { t } = useTexts();
  const { data: assets = [] } = useListedAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('assets.asset')}</th>
          {AMOUNTS.map((amount) => (
            <th key={amount} scope="col">
              {t(`assets.amount.${amount}`)}
            </th>
          ))}
          <th scope="col">{t('assets.value')}</th>
          <th scope="col">
            <span className="spoken">{t('table.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {holdings.map((holding) => (
          <tr key={holding.asset}>
            <th scope="row">
              <span className={styles.named}>
                <CoinName symbol={holding.asset} />
                <States of={assets.find(({ asset }) => asset === holding.asset)} />
              </span>
            </th>
            {AMOUNTS.map((amount) => (
              <td key={amount} data-title={t(`assets.amount.${amount}`)}>
                <Concealed isHidden={isHidden}>
                  <Amount amount={holding[amount]} asset={holding.asset} />
                </Concealed>
              </td>
            ))}
            <td data-title={t('assets.value')}>
              {holding.value === null ? (
                <span className={styles.label}>{t('assets.not_valued')}</span>
              ) : (
                <Concealed isHidden={isHidden}>
                  <Value of={holding.value} />
                </Concealed>
              )}
            </td>
            <td>
              <Ways
                tab={tab}
                asset={holding.asset}
                assetRecord={assets.find(({ asset }) => asset === holding.asset)}
                markets={markets}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Badges for restrictions of the coin; none in the normal state. */
function States({ of: assetRecord }: { of: AssetRecord | undefined }) {
  const { t } = useTexts();
  return (assetRecord ? coinBlocksOf(assetRecord) : []).map((block) => (
    <span key={block} className={mark.mark} data-kind="warning">
      {t(BADGES[block])}
    </span>
  ));
}

function Value({ of: value }: { of: string }) {
  const { numbers } = useTexts();
  return (
    <span title={`${value} ${VALUE_ASSET}`}>
      {numbers.fixed(value, 2)} <small>{VALUE_ASSET}</small>
    </span>
  );
}

interface WaysProps {
  tab: TabName;
  asset: string;
  /** Undefined until the list of assets is loaded. */
  assetRecord: AssetRecord | undefined;
  markets: readonly MarketRecord[];
}

/** Actions on the asset. Deposit, withdrawal and trading exist only in certain accounts. */
function Ways({ tab, asset, assetRecord, markets }: WaysProps) {
  const { t } = useTexts();
  const assetQuery = `asset=${encodeURIComponent(asset)}`;
  const gate = depositAccountOf({ isFiat: assetRecord?.isFiat ?? false });
  const isGate =
    assetRecord !== undefined &&
    (tab === 'all' || tab === gate) &&
    (assetRecord.isFiat || assetRecord.chains.length > 0);
  const from = tab === 'all' ? gate : tab;
  const market = marketOf(asset, markets);
  const links = [
    ...(isGate
      ? [
          { to: `/accountSet/recharge?${assetQuery}`, text: t('wallet.menu.recharge') },
          { to: `/accountSet/withdrawal?${assetQuery}`, text: t('wallet.menu.withdrawal') },
        ]
      : []),
    {
      to: `/accountSet/transfer?from=${from}${assetRecord?.isFiat ? `&to=${from === 'legal' ? 'spot' : 'legal'}` : ''}&${assetQuery}`,
      text: t('wallet.menu.transfer'),
    },
    ...(market !== undefined && (tab === 'all' || tab === 'spot')
      ? [
          { to: `/currencyTransaction?market=${encodeURIComponent(market)}`, text: t('assets.trade') },
          { to: `/convert?from=${encodeURIComponent(asset)}`, text: t('menu.convert') },
        ]
      : []),
  ];
  return (
    <span className={styles.rowWays}>
      {links.map(({ to, text }) => (
        <Link key={to} to={to} aria-label={`${text} ${asset}`}>
          {text}
        </Link>
      ))}
    </span>
  );
}

/** Market of the asset: with USDT, else any; for USDT itself the first. */
function marketOf(asset: string, markets: readonly MarketRecord[]): string | undefined {
  const spotMarkets = markets.filter(isSpot);
  const market =
    spotMarkets.find(({ base, quote }) => base === asset && quote === VALUE_ASSET) ??
    spotMarkets.find(({ base, quote }) => base === asset || quote === asset);
  return market?.name;
}
