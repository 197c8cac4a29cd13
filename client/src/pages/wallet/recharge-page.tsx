import { Link } from 'react-router';
import { useRechargeWaysQuery, type RechargeWays } from '../../entities/recharge/recharge-api';
import { depositHindrance } from '../../entities/wallet/coin-states';
import { ASSETS_REFRESH_MS, useListedAssetsQuery } from '../../entities/wallet/wallet-api';
import { useTexts } from '../../shared/i18n/use-texts';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Themed } from '../../shared/ui/themed';
import { AssetChoice, useAssetInAddress } from './asset-choice';
import { BankRecharge } from './bank-recharge';
import { CoinRecharge } from './coin-recharge';
import { RecentRecharges } from './recent-recharges';
import styles from './wallet.module.css';

/** Money in: coins over their networks, legal currency by bank transfer. */
export function RechargePage() {
  const { say } = useTexts();
  const { data: ways, error, refetch } = useRechargeWaysQuery();
  return (
    <Themed>
      <section className={styles.panel} aria-labelledby="recharge-title">
        <header className={styles.head}>
          <h1 id="recharge-title">{say('wallet.menu.recharge')}</h1>
          <Link to="/accountSet/rechargeRecords">{say('wallet.menu.recharge_records')}</Link>
        </header>
        {ways ? (
          <Ways ways={ways} />
        ) : error ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={say('page.loading')} />
        )}
      </section>
      <RecentRecharges />
    </Themed>
  );
}

function Ways({ ways }: { ways: RechargeWays }) {
  const { say } = useTexts();
  const assets = [...new Set(ways.records.map(({ asset }) => asset)), ...ways.bank];
  const [asset, choose] = useAssetInAddress(assets);
  const { data: listed } = useListedAssetsQuery(undefined, {
    pollingInterval: ASSETS_REFRESH_MS,
    refetchOnMountOrArgChange: true,
  });
  if (asset === null) return <Note kind="empty" text={say('wallet.recharge.none')} />;
  const chains = ways.records.filter((way) => way.asset === asset);
  const states = listed?.find((one) => one.asset === asset);
  const hindrance = states ? depositHindrance(states) : null;
  const choice = <AssetChoice assets={assets} chosen={asset} onChoose={choose} />;
  return chains.length > 0 ? (
    <CoinRecharge key={asset} asset={asset} chains={chains} hindrance={hindrance}>
      {choice}
    </CoinRecharge>
  ) : (
    <BankRecharge key={asset} asset={asset} hindrance={hindrance}>
      {choice}
    </BankRecharge>
  );
}
