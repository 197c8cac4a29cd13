import { useMiningProductsQuery } from '../api/earn-api';
import { useEarnWords } from '../api/earn-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import styles from './earn-pages.module.css';
import { OFFERS_MS, OffersPage } from './offers';

const LINKS = [
  { to: '/defiRules', text: 'menu.mining_rules' },
  { to: '/myDefi', text: 'menu.my_mining' },
  { to: '/earnPromised', text: 'menu.earn_promised' },
] as const;

/** Mining projects on sale. Visitors see all of them. */
export function MiningPage() {
  const { say } = useTexts();
  const how = useEarnWords();
  const asked = useMiningProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <OffersPage
      {...{ asked, label: say('menu.mining'), lead: say('mining.lead'), path: '/defiDetail', links: LINKS }}
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
  );
}
