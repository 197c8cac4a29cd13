import { useMiningProductsQuery } from '../api/earn-api';
import { useEarnFormat } from '../api/earn-format';
import { useTexts } from '../../../kit/i18n/use-texts';
import styles from './earn-pages.module.css';
import { OFFERS_MS, OffersPage } from './offers';

const LINKS = [
  { to: '/defiRules', text: 'menu.mining_rules' },
  { to: '/myDefi', text: 'menu.my_mining' },
  { to: '/earnPromised', text: 'menu.earn_promised' },
] as const;

/** Mining projects on sale. Visitors see all of them. */
export function MiningPage() {
  const { t } = useTexts();
  const format = useEarnFormat();
  const query = useMiningProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <OffersPage
      {...{ query, label: t('menu.mining'), lead: t('mining.lead'), path: '/defiDetail', links: LINKS }}
      columns={[
        { key: 'income', title: t('mining.income_coin'), render: ({ incomeAsset }) => incomeAsset },
        {
          key: 'rate',
          title: t('earn.rate.daily'),
          isEnd: true,
          render: ({ dailyRatePpb }) => <span className={styles.rate}>{format.percent(dailyRatePpb)}</span>,
        },
        {
          key: 'month',
          title: t('earn.rate.monthly'),
          isEnd: true,
          render: ({ dailyRatePpb }) => format.monthly(dailyRatePpb),
        },
        {
          key: 'range',
          title: t('mining.range'),
          isEnd: true,
          render: ({ amountMin, amountMax, asset }) => format.range(amountMin, amountMax, asset),
        },
        { key: 'payout', title: t('mining.payout'), render: ({ payout }) => t(`mining.payout.${payout}`) },
      ]}
    />
  );
}
