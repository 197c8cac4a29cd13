import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { AssetRecord } from '../../../../../../shared/wire/product';
import { selectUser } from '../../../../kit/entities/session/session-slice';
import { ASSETS_REFRESH_MS, useListedAssetsQuery } from '../../../../kit/entities/wallet/wallet-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { AssetChoice, useAssetInAddress } from '../parts/asset-choice';
import { RecentWithdrawals } from './recent-withdrawals';
import styles from '../parts/wallet.module.css';
import { WithdrawalForm } from './withdrawal-form';

/** Withdrawals: coins to an address, legal currency to a bank card. */
export function WithdrawalPage() {
  const { t } = useTexts();
  const isKnown = useSelector(selectUser) !== null;
  const {
    data: assets,
    error,
    refetch,
  } = useListedAssetsQuery(undefined, {
    pollingInterval: ASSETS_REFRESH_MS,
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      <section className={styles.panel} aria-labelledby="withdrawal-title">
        <header className={styles.head}>
          <h1 id="withdrawal-title">{t('wallet.menu.withdrawal')}</h1>
          <Link to="/accountSet/withdrawalRecords">{t('wallet.menu.withdrawal_records')}</Link>
        </header>
        {assets && isKnown ? (
          <Assets assets={assets} />
        ) : error && !assets ? (
          <Faulty error={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={t('page.loading')} />
        )}
      </section>
      <RecentWithdrawals />
    </>
  );
}

function Assets({ assets }: { assets: readonly AssetRecord[] }) {
  const { t } = useTexts();
  // Coins without a network cannot be withdrawn.
  const leaving = assets.filter(({ isFiat, chains }) => isFiat || chains.length > 0);
  const names = leaving.map(({ asset }) => asset);
  const [name, choose] = useAssetInAddress(names);
  const asset = leaving.find((candidate) => candidate.asset === name);
  if (!asset) return <Note kind="empty" text={t('wallet.withdrawal.none')} />;
  return (
    <WithdrawalForm key={asset.asset} asset={asset}>
      <AssetChoice assets={names} selected={asset.asset} onChoose={choose} />
    </WithdrawalForm>
  );
}
