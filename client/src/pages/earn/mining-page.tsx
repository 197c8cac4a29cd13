import { Link } from 'react-router';
import { useMiningProductsQuery } from '../../entities/earn/earn-api';
import { useEarnWords } from '../../entities/earn/earn-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { Panel } from '../../shared/ui/panel';
import styles from './earn-pages.module.css';
import { OFFERS_MS, Offers } from './offers';

/** Mining projects on sale. Visitors see all of them. */
export function MiningPage() {
  const { say } = useTexts();
  const how = useEarnWords();
  const asked = useMiningProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <div className={styles.page}>
      <Panel
        title={say('menu.mining')}
        lead={say('mining.lead')}
        level={1}
        actions={
          <nav className={styles.links} aria-label={say('menu.mining')}>
            <Link to="/defiRules">{say('menu.mining_rules')}</Link>
            <Link to="/myDefi">{say('menu.my_mining')}</Link>
            <Link to="/earnPromised">{say('menu.earn_promised')}</Link>
          </nav>
        }
      >
        <Offers
          {...{ asked, label: say('menu.mining'), path: '/defiDetail' }}
          columns={[
            { key: 'income', title: say('mining.income_coin'), render: ({ incomeAsset }) => incomeAsset },
            {
              key: 'rate',
              title: say('earn.rate.daily'),
              isEnd: true,
              render: ({ dailyRatePpb }) => <span className={styles.rate}>{how.percent(dailyRatePpb)}</span>,
            },
            {
              key: 'month',
              title: say('earn.rate.monthly'),
              isEnd: true,
              render: ({ dailyRatePpb }) => how.monthly(dailyRatePpb),
            },
            {
              key: 'range',
              title: say('mining.range'),
              isEnd: true,
              render: ({ amountMin, amountMax, asset }) => how.range(amountMin, amountMax, asset),
            },
            { key: 'payout', title: say('mining.payout'), render: ({ payout }) => say(`mining.payout.${payout}`) },
          ]}
        />
      </Panel>
    </div>
  );
}
