import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useBankTransferQuery } from '../../../../entities/recharge/recharge-api';
import type { CoinHindrance } from '../../api/coin-states';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { CopyButton } from '../../../../shared/ui/figures/copy-button';
import { Faulty } from '../../../../shared/ui/page/faulty';
import { Note } from '../../../../shared/ui/page/note';
import styles from './bank-recharge.module.css';
import { CoinNote } from '../parts/coin-note';
import shared from '../parts/wallet.module.css';

const LINES = ['bankName', 'accountName', 'accountNumber', 'bankCode'] as const;

interface BankRechargeProps {
  asset: string;
  /** Why nothing is to be sent at present. */
  hindrance: CoinHindrance | null;
  /** The choice of the currency. */
  children: ReactNode;
}

/** Where to send legal currency, and the reference that says whose it is. */
export function BankRecharge({ asset, hindrance, children }: BankRechargeProps) {
  const { say } = useTexts();
  const { data, error, isFetching, refetch } = useBankTransferQuery({ asset }, { skip: hindrance !== null });
  return (
    <div className={shared.columns}>
      <div className={shared.form}>
        {children}
        {hindrance ? (
          <CoinNote hindrance={hindrance} />
        ) : data ? (
          <dl className={styles.lines}>
            <div className={styles.reference}>
              <dt>{say('wallet.bank.reference')}</dt>
              <dd>
                <b>{data.reference}</b>
                <CopyButton text={data.reference} label={say('wallet.bank.reference')} />
              </dd>
            </div>
            {LINES.map((line) => (
              <div key={line}>
                <dt>{say(`wallet.bank.${line}`)}</dt>
                <dd>
                  <span>{data[line]}</span>
                  <CopyButton text={data[line]} label={say(`wallet.bank.${line}`)} />
                </dd>
              </div>
            ))}
          </dl>
        ) : error && !isFetching ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={say('page.loading')} />
        )}
      </div>
      <aside className={shared.notes} aria-labelledby="bank-heed">
        <h2 id="bank-heed">{say('wallet.heed')}</h2>
        <ul>
          <li>
            <b>{say('wallet.bank.reference_text')}</b>
          </li>
          <li>{say('wallet.bank.own_name')}</li>
          <li>{say('wallet.bank.review')}</li>
          <li>
            {say('wallet.bank.account_text')}{' '}
            <Link to={`/accountSet/transfer?from=legal&to=spot&asset=${encodeURIComponent(asset)}`}>
              {say('wallet.menu.transfer')}
            </Link>
          </li>
        </ul>
      </aside>
    </div>
  );
}
