import type { ReactNode } from 'react';
import type { UserDetail } from '../../../../shared/wire/staff';
import { useTexts } from '../../kit/i18n/use-texts';
import { Amount } from '../../kit/ui/figures/amount';
import { Note } from '../../kit/ui/page/note';
import styles from '../parts/admin.module.css';
import { ReadTable } from '../parts/read-table';

export type Balance = UserDetail['balances'][number];

interface BalancesTableProps {
  label: string;
  balances: readonly Balance[];
  /** Action for a balance. */
  actOn?: (balance: Balance) => ReactNode;
}

/** A user's balances by account. */
export function BalancesTable({ label, balances, actOn }: BalancesTableProps) {
  const { t } = useTexts();
  if (balances.length === 0) return <Note kind="empty" text={t('staff.balances.none')} />;
  return (
    <ReadTable label={label}>
      <thead>
        <tr>
          <th scope="col" className={styles.whole}>
            {t('staff.account')}
          </th>
          <th scope="col" className={styles.whole}>
            {t('staff.asset')}
          </th>
          {(['available', 'frozen', 'locked'] as const).map((balanceKind) => (
            <th key={balanceKind} scope="col" className={styles.end}>
              {t(`staff.balance.${balanceKind}`)}
            </th>
          ))}
          {actOn && (
            <th scope="col">
              <span className="spoken">{t('table.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {balances.map((balance) => {
          const { account, asset, available, frozen, locked } = balance;
          return (
            <tr key={`${account}/${asset}`}>
              <td className={styles.whole}>{t(`staff.account.${account}`)}</td>
              <th scope="row" className={styles.rowHead}>
                {asset}
              </th>
              {[available, frozen, locked].map((amount, index) => (
                <td key={index} className={styles.end}>
                  <Amount amount={amount} asset={asset} />
                </td>
              ))}
              {actOn && <td className={styles.end}>{actOn(balance)}</td>}
            </tr>
          );
        })}
      </tbody>
    </ReadTable>
  );
}
