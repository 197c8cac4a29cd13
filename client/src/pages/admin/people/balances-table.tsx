import type { ReactNode } from 'react';
import type { UserDetail } from '../../../../../shared/wire/staff';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Amount } from '../../../shared/ui/figures/amount';
import { Note } from '../../../shared/ui/page/note';
import styles from '../parts/desk.module.css';
import { ReadTable } from '../parts/read-table';

export type Balance = UserDetail['balances'][number];

interface BalancesTableProps {
  label: string;
  balances: readonly Balance[];
  /** What can be done with one. */
  actOn?: (balance: Balance) => ReactNode;
}

/** What somebody has, account by account. */
export function BalancesTable({ label, balances, actOn }: BalancesTableProps) {
  const { say } = useTexts();
  if (balances.length === 0) return <Note kind="empty" text={say('staff.balances.none')} />;
  return (
    <ReadTable label={label}>
      <thead>
        <tr>
          <th scope="col" className={styles.whole}>
            {say('staff.account')}
          </th>
          <th scope="col" className={styles.whole}>
            {say('staff.asset')}
          </th>
          {(['available', 'frozen', 'locked'] as const).map((part) => (
            <th key={part} scope="col" className={styles.end}>
              {say(`staff.balance.${part}`)}
            </th>
          ))}
          {actOn && (
            <th scope="col">
              <span className="spoken">{say('table.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {balances.map((balance) => {
          const { account, asset, available, frozen, locked } = balance;
          return (
            <tr key={`${account}/${asset}`}>
              <td className={styles.whole}>{say(`staff.account.${account}`)}</td>
              <th scope="row" className={styles.rowHead}>
                {asset}
              </th>
              {[available, frozen, locked].map((amount, part) => (
                <td key={part} className={styles.end}>
                  <Amount of={amount} asset={asset} />
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
