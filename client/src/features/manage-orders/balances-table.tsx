import { useSelector } from 'react-redux';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectBalances, selectBalancesPosition } from '../../entities/balance/balance-slice';
import { useTexts } from '../../shared/i18n/use-texts';
import { Amount } from '../../shared/ui/amount';
import { Note } from '../../shared/ui/note';
import styles from './orders.module.css';

/** What the user has of the two assets of this pair. */
export function BalancesTable({ market }: { market: MarketRecord }) {
  const { say } = useTexts();
  const balances = useSelector(selectBalances);
  const isKnown = useSelector(selectBalancesPosition) !== null;
  if (!isKnown) return <Note kind="loading" text={say('page.loading')} />;
  const heads = ['asset', 'available', 'frozen'] as const;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="spoken">{say('own.tab.balances')}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {say(`own.head.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[market.base, market.quote].map((asset) => {
            const { available = '0', frozen = '0' } = balances[asset] ?? {};
            return (
              <tr key={asset}>
                <td data-label={say('own.head.asset')}>{asset}</td>
                <td data-label={say('own.head.available')}>
                  <Amount of={available} asset={asset} />
                </td>
                <td data-label={say('own.head.frozen')}>
                  <Amount of={frozen} asset={asset} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
