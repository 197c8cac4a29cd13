import { useFinancialProductsQuery } from '../api/earn-api';
import { useEarnWords } from '../api/earn-words';
import { useTexts } from '../../../shared/i18n/use-texts';
import styles from './earn-pages.module.css';
import { OFFERS_MS, OffersPage } from './offers';

const LINKS = [
  { to: '/financialRecords', text: 'menu.financial_records' },
  { to: '/earnPromised', text: 'menu.earn_promised' },
] as const;

/** Financial products on sale. Visitors see all of them. */
export function FinancialPage() {
  const { say } = useTexts();
  const how = useEarnWords();
  const asked = useFinancialProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <OffersPage
      {...{ asked, label: say('menu.financial'), lead: say('financial.lead'), path: '/financialDetail', links: LINKS }}
      columns={[
        {
          key: 'rate',
          title: say('earn.rate.annual'),
          isEnd: true,
          render: ({ annualRatePpb }) => <span className={styles.rate}>{how.percent(annualRatePpb)}</span>,
        },
        {
          key: 'limits',
          title: say('earn.limits'),
          isEnd: true,
          render: ({ amountMin, userMax, asset }) => how.range(amountMin, userMax, asset),
        },
      ]}
    />
  );
}
