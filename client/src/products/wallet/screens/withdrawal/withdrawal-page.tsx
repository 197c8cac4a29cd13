import { useSelector } from 'react-redux';
import { Link } from 'react-router';
import type { AssetRecord } from '../../../../../../shared/wire/product';
import { selectUser } from '../../../../entities/session/session-slice';
import { ASSETS_REFRESH_MS, useListedAssetsQuery } from '../../../../entities/wallet/wallet-api';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import { AssetChoice, useAssetInAddress } from '../parts/asset-choice';
import { RecentWithdrawals } from './recent-withdrawals';
import styles from '../parts/wallet.module.css';
import { WithdrawalForm } from './withdrawal-form';

/** Money out: coins to an address, legal currency to a bank card. */
export function WithdrawalPage() {
  const { say } = useTexts();
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
          <h1 id="withdrawal-title">{say('wallet.menu.withdrawal')}</h1>
          <Link to="/accountSet/withdrawalRecords">{say('wallet.menu.withdrawal_records')}</Link>
        </header>
        {assets && isKnown ? (
          <Assets assets={assets} />
        ) : error && !assets ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={say('page.loading')} />
        )}
      </section>
      <RecentWithdrawals />
    </>
  );
}

function Assets({ assets }: { assets: readonly AssetRecord[] }) {
  const { say } = useTexts();
  // What no network takes away stays.
  const leaving = assets.filter(({ isFiat, chains }) => isFiat || chains.length > 0);
  const names = leaving.map(({ asset }) => asset);
  const [name, choose] = useAssetInAddress(names);
  const asset = leaving.find((candidate) => candidate.asset === name);
  if (!asset) return <Note kind="empty" text={say('wallet.withdrawal.none')} />;
  return (
    <WithdrawalForm key={asset.asset} asset={asset}>
      <AssetChoice assets={names} chosen={asset.asset} onChoose={choose} />
    </WithdrawalForm>
  );
}
