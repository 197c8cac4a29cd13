import type { UserDetail } from '../../../../shared/wire/staff';
import { useTexts } from '../../shared/i18n/use-texts';
import { Amount } from '../../shared/ui/amount';
import { Notice } from '../../shared/ui/notice';
import styles from './desk.module.css';
import { ReadTable } from './read-table';

/** What somebody has, account by account. */
export function BalancesTable({ label, balances }: { label: string; balances: UserDetail['balances'] }) {
  const { say } = useTexts();
  if (balances.length === 0) return <Notice kind="empty" text={say('staff.balances.none')} />;
  return (
    <ReadTable label={label}>
      <thead>
        <tr>
          <th scope="col">{say('staff.account')}</th>
          <th scope="col">{say('staff.asset')}</th>
          {(['available', 'frozen', 'locked'] as const).map((part) => (
            <th key={part} scope="col" className={styles.end}>
              {say(`staff.balance.${part}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {balances.map(({ account, asset, available, frozen, locked }) => (
          <tr key={`${account}/${asset}`}>
            <td>{say(`staff.account.${account}`)}</td>
            <th scope="row" className={styles.rowHead}>
              {asset}
            </th>
            {[available, frozen, locked].map((amount, part) => (
              <td key={part} className={styles.end}>
                <Amount of={amount} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ReadTable>
  );
}
