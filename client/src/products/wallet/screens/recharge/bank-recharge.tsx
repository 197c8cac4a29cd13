import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBankTransferQuery } from '../../../../kit/entities/recharge/recharge-api';
import type { CoinBlock } from '../../api/coin-states';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { CopyButton } from '../../../../kit/ui/figures/copy-button';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import styles from './bank-recharge.module.css';
import { CoinNote } from '../parts/coin-note';
import shared from '../parts/wallet.module.css';

const LINES = ['bankName', 'accountName', 'accountNumber', 'bankCode'] as const;

interface BankRechargeProps {
  asset: string;
  /** Reason why nothing can be sent at present. */
  block: CoinBlock | null;
  /** Choice of the currency. */
  children: ReactNode;
}

/** Bank account for legal currency, and the reference that identifies the user. */
export function BankRecharge({ asset, block, children }: BankRechargeProps) {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useBankTransferQuery({ asset }, { skip: block !== null });
  return (
    <div className={shared.columns}>
      <div className={shared.form}>
        {children}
        {block ? (
          <CoinNote hindrance={block} />
        ) : data ? (
          <dl className={styles.lines}>
            <div className={styles.reference}>
              <dt>{t('wallet.bank.reference')}</dt>
              <dd>
                <b>{data.reference}</b>
                <CopyButton text={data.reference} label={t('wallet.bank.reference')} />
              </dd>
            </div>
            {LINES.map((line) => (
              <div key={line}>
                <dt>{t(`wallet.bank.${line}`)}</dt>
                <dd>
                  <span>{data[line]}</span>
                  <CopyButton text={data[line]} label={t(`wallet.bank.${line}`)} />
                </dd>
              </div>
            ))}
          </dl>
        ) : error && !isFetching ? (
          <Faulty error={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={t('page.loading')} />
        )}
      </div>
      <aside className={shared.notes} aria-labelledby="bank-heed">
        <h2 id="bank-heed">{t('wallet.heed')}</h2>
        <ul>
          <li>
            <b>{t('wallet.bank.reference_text')}</b>
          </li>
          <li>{t('wallet.bank.own_name')}</li>
          <li>{t('wallet.bank.review')}</li>
          <li>
            {t('wallet.bank.account_text')}{' '}
            <Link to={`/accountSet/transfer?from=legal&to=spot&asset=${encodeURIComponent(asset)}`}>
              {t('wallet.menu.transfer')}
            </Link>
          </li>
        </ul>
      </aside>
    </div>
  );
}
