import { ASSETS_REFRESH_MS, useListedAssetsQuery } from '../../../../kit/entities/wallet/wallet-api';
import { useBalancesShown } from '../../panels/balances-shown';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { TransferForm } from './transfer-form';
import { TransferRecords } from './transfer-records';
import styles from '../parts/wallet.module.css';

/** Transfers between the user's accounts: immediate and free. */
export function TransferPage() {
  const { t } = useTexts();
  const {
    data: assets,
    error,
    refetch,
  } = useListedAssetsQuery(undefined, {
    pollingInterval: ASSETS_REFRESH_MS,
    refetchOnMountOrArgChange: true,
  });
  const { balances, error: balancesError, retry } = useBalancesShown();
  const failed = balancesError ?? (assets ? null : (error ?? null));
  return (
    <>
      <section className={styles.panel} aria-labelledby="transfer-title">
        <header className={styles.head}>
          <h1 id="transfer-title">{t('wallet.menu.transfer')}</h1>
        </header>
        {failed ? (
          <Faulty
            error={failed}
            onRetry={() => {
              retry();
              void refetch();
            }}
          />
        ) : assets && balances ? (
          <TransferForm assets={assets} balances={balances} />
        ) : (
          <Note kind="loading" text={t('page.loading')} />
        )}
      </section>
      <TransferRecords />
    </>
  );
}
