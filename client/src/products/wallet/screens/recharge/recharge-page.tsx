import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router';
import { useRechargeWaysQuery, type RechargeWays } from '../../../../entities/recharge/recharge-api';
import { selectUser } from '../../../../entities/session/session-slice';
import { depositHindrance } from '../../api/coin-states';
import { ASSETS_REFRESH_MS, useCoinsQuery, useListedAssetsQuery } from '../../../../entities/wallet/wallet-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Note } from '../../../../shared/ui/page/note';
import { Waiting } from '../../../../shared/ui/page/waiting';
import { AssetChoice, useAssetInAddress } from '../parts/asset-choice';
import { BankRecharge } from './bank-recharge';
import { CoinRecharge } from './coin-recharge';
import { MissingDeposit } from './missing-deposit';
import { RecentRecharges } from './recent-recharges';
import styles from '../parts/wallet.module.css';

/** Money in: coins over their networks, legal currency by bank transfer. */
export function RechargePage() {
  const { say } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const {
    data: ways,
    error,
    refetch,
  } = useRechargeWaysQuery(undefined, {
    // What must come at least may change at any time, and less is lost.
    pollingInterval: ASSETS_REFRESH_MS,
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      <section className={styles.panel} aria-labelledby="recharge-title">
        <header className={styles.head}>
          <h1 id="recharge-title">{say('wallet.menu.recharge')}</h1>
          <Link to="/accountSet/rechargeRecords">{say('wallet.menu.recharge_records')}</Link>
        </header>
        {ways ? <Ways ways={ways} /> : <Waiting error={error} onRetry={refetch} />}
      </section>
      <RecentRecharges />
      {isKnown && ways && ways.records.length > 0 && <MissingDeposit chains={ways.records} />}
    </>
  );
}

/**
 * Coins that are open (`isOpen` is 0): what cannot be traded anywhere now is nothing to bring in. All of them as long as that
 * is not known; and what somebody has goes out whether it is open or not.
 */
function useOffered(): (asset: string) => boolean {
  const { data: coins } = useCoinsQuery(undefined, { pollingInterval: ASSETS_REFRESH_MS });
  const closed = new Set(coins?.filter(({ isOpen }) => isOpen !== 0).map(({ codeName }) => codeName));
  return (asset) => !closed.has(asset);
}

function Ways({ ways }: { ways: RechargeWays }) {
  const { say } = useTexts();
  const isOffered = useOffered();
  const all = [...new Set(ways.records.map(({ asset }) => asset)), ...ways.bank];
  const named = useSearchParams()[0].get('asset');
  // What the address names is shown all the same, with what hinders it.
  const assets = all.filter((asset) => isOffered(asset) || asset === named);
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
