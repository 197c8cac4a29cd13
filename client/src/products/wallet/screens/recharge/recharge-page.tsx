import { useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router';
import { useRechargeWaysQuery, type RechargeWays } from '../../../../kit/entities/recharge/recharge-api';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { depositBlock } from '../../api/coin-states';
import { ASSETS_REFRESH_MS, useCoinsQuery, useListedAssetsQuery } from '../../../../kit/entities/wallet/wallet-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Note } from '../../../../kit/ui/page/note';
import { Waiting } from '../../../../kit/ui/page/waiting';
import { AssetChoice, useAssetInAddress } from '../parts/asset-choice';
import { BankRecharge } from './bank-recharge';
import { CoinRecharge } from './coin-recharge';
import { MissingDeposit } from './missing-deposit';
import { RecentRecharges } from './recent-recharges';
import styles from '../parts/wallet.module.css';

/** Deposits: coins by network, legal currency by bank transfer. */
export function RechargePage() {
  const { t } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const {
    data: methods,
    error,
    refetch,
  } = useRechargeWaysQuery(undefined, {
    // The minimum can change at any time, and smaller payments are lost.
    pollingInterval: ASSETS_REFRESH_MS,
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      <section className={styles.panel} aria-labelledby="recharge-title">
        <header className={styles.head}>
          <h1 id="recharge-title">{t('wallet.menu.recharge')}</h1>
          <Link to="/accountSet/rechargeRecords">{t('wallet.menu.recharge_records')}</Link>
        </header>
        {methods ? <Ways methods={methods} /> : <Waiting error={error} onRetry={refetch} />}
      </section>
      <RecentRecharges />
      {isKnown && methods && methods.records.length > 0 && <MissingDeposit chains={methods.records} />}
    </>
  );
}

/** Only tradable coins are offered (`isOpen` is 0); all of them until known. Withdrawals have no such rule. */
function useOffered(): (asset: string) => boolean {
  const { data: coins } = useCoinsQuery(undefined, { pollingInterval: ASSETS_REFRESH_MS });
  const closed = new Set(coins?.filter(({ isOpen }) => isOpen !== 0).map(({ codeName }) => codeName));
  return (asset) => !closed.has(asset);
}

function Ways({ methods }: { methods: RechargeWays }) {
  const { t } = useTexts();
  const isOffered = useOffered();
  const methodAssets = [...new Set(methods.records.map(({ asset }) => asset)), ...methods.bank];
  const requestedAsset = useSearchParams()[0].get('asset');
  // An asset named in the address is shown even if restricted, with its restriction.
  const assets = methodAssets.filter((asset) => isOffered(asset) || asset === requestedAsset);
  const [asset, choose] = useAssetInAddress(assets);
  const { data: listedAssets } = useListedAssetsQuery(undefined, {
    pollingInterval: ASSETS_REFRESH_MS,
    refetchOnMountOrArgChange: true,
  });
  if (asset === null) return <Note kind="empty" text={t('wallet.recharge.none')} />;
  const chains = methods.records.filter((method) => method.asset === asset);
  const states = listedAssets?.find((one) => one.asset === asset);
  const block = states ? depositBlock(states) : null;
  const choice = <AssetChoice assets={assets} selected={asset} onChoose={choose} />;
  return chains.length > 0 ? (
    <CoinRecharge key={asset} asset={asset} chains={chains} block={block}>
      {choice}
    </CoinRecharge>
  ) : (
    <BankRecharge key={asset} asset={asset} block={block}>
      {choice}
    </BankRecharge>
  );
}
