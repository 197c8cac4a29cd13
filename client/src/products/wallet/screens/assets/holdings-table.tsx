import { Link } from 'react-router';
import { gateAccount } from '../../../../../../shared/rules/account-kinds';
import { VALUED_IN } from '../../../../../../shared/rules/values';
import type { AssetRecord, MarketRecord } from '../../../../../../shared/wire/product';
import type { Holding } from '../../api/valuation';
import { hindrancesOf } from '../../api/coin-states';
import { useListedAssetsQuery } from '../../../../entities/wallet/wallet-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Amount } from '../../../../shared/ui/figures/amount';
import mark from '../../../../shared/ui/figures/mark.module.css';
import type { TabName } from './accounts';
import { CoinName } from '../../../../shared/coins/coin-name';
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

/** A plain table: it is short and moves with every price. On a phone each row is a card. */
export function HoldingsTable({ tab, holdings, markets, isHidden }: HoldingsTableProps) {
  const { say } = useTexts();
  const { data: assets = [] } = useListedAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{say('assets.asset')}</th>
          {AMOUNTS.map((amount) => (
            <th key={amount} scope="col">
              {say(`assets.amount.${amount}`)}
            </th>
          ))}
          <th scope="col">{say('assets.value')}</th>
          <th scope="col">
            <span className="spoken">{say('table.actions')}</span>
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
              <td key={amount} data-title={say(`assets.amount.${amount}`)}>
                <Concealed isHidden={isHidden}>
                  <Amount of={holding[amount]} asset={holding.asset} />
                </Concealed>
              </td>
            ))}
            <td data-title={say('assets.value')}>
              {holding.value === null ? (
                <span className={styles.label}>{say('assets.not_valued')}</span>
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
                listed={assets.find(({ asset }) => asset === holding.asset)}
                markets={markets}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What about the coin is not as usual; nothing where everything is. */
function States({ of: listed }: { of: AssetRecord | undefined }) {
  const { say } = useTexts();
  return (listed ? hindrancesOf(listed) : []).map((hindrance) => (
    <span key={hindrance} className={mark.mark} data-kind="warning">
      {say(BADGES[hindrance])}
    </span>
  ));
}

function Value({ of: value }: { of: string }) {
  const { numbers } = useTexts();
  return (
    <span title={`${value} ${VALUED_IN}`}>
      {numbers.fixed(value, 2)} <small>{VALUED_IN}</small>
    </span>
  );
}

interface WaysProps {
  tab: TabName;
  asset: string;
  /** Undefined while it is not known what there is. */
  listed: AssetRecord | undefined;
  markets: readonly MarketRecord[];
}

/** What can be done with the asset where it lies: money comes and goes, and is traded, in some accounts only. */
function Ways({ tab, asset, listed, markets }: WaysProps) {
  const { say } = useTexts();
  const named = `asset=${encodeURIComponent(asset)}`;
  const gate = gateAccount({ isFiat: listed?.isFiat ?? false });
  const isGate = listed !== undefined && (tab === 'all' || tab === gate) && (listed.isFiat || listed.chains.length > 0);
  const from = tab === 'all' ? gate : tab;
  const market = marketOf(asset, markets);
  const ways = [
    ...(isGate
      ? [
          { to: `/accountSet/recharge?${named}`, text: say('wallet.menu.recharge') },
          { to: `/accountSet/withdrawal?${named}`, text: say('wallet.menu.withdrawal') },
        ]
      : []),
    {
      to: `/accountSet/transfer?from=${from}${listed?.isFiat ? `&to=${from === 'legal' ? 'spot' : 'legal'}` : ''}&${named}`,
      text: say('wallet.menu.transfer'),
    },
    ...(market !== undefined && (tab === 'all' || tab === 'spot')
      ? [{ to: `/currencyTransaction?market=${encodeURIComponent(market)}`, text: say('assets.trade') }]
      : []),
  ];
  return (
    <span className={styles.rowWays}>
      {ways.map(({ to, text }) => (
        <Link key={to} to={to} aria-label={`${text} ${asset}`}>
          {text}
        </Link>
      ))}
    </span>
  );
}

/** Where the asset is traded: its market in USDT, else any; for USDT itself the first. */
function marketOf(asset: string, markets: readonly MarketRecord[]): string | undefined {
  const pairs = markets.filter(isSpot);
  const market =
    pairs.find(({ base, quote }) => base === asset && quote === VALUED_IN) ??
    pairs.find(({ base, quote }) => base === asset || quote === asset);
  return market?.name;
}
