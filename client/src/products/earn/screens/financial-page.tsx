import { useFinancialProductsQuery } from '../api/earn-api';
import { useEarnFormat } from '../api/earn-format';
import { useTexts } from '../../../kit/i18n/use-texts';
import styles from './earn-pages.module.css';
import { OFFERS_MS, OffersPage } from './offers';

const LINKS = [
  { to: '/financialRecords', text: 'menu.financial_records' },
  { to: '/earnPromised', text: 'menu.earn_promised' },
] as const;

/** Financial products on sale. Visitors see all of them. */
export function FinancialPage() {
  const { t } = useTexts();
  const format = useEarnFormat();
  const query = useFinancialProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <OffersPage
      {...{ query, label: t('menu.financial'), lead: t('financial.lead'), path: '/financialDetail', links: LINKS }}
      columns={[
        {
          key: 'rate',
          title: t('earn.rate.annual'),
          isEnd: true,
          render: ({ annualRatePpb }) => <span className={styles.rate}>{format.percent(annualRatePpb)}</span>,
        },
        {
          key: 'limits',
          title: t('earn.limits'),
          isEnd: true,
          render: ({ amountMin, userMax, asset }) => format.range(amountMin, userMax, asset),
        },
      ]}
    />
  );
}
