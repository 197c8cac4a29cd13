import { Link } from 'react-router';
import { useFinancialProductsQuery } from '../../entities/earn/earn-api';
import { useEarnWords } from '../../entities/earn/earn-words';
import { useTexts } from '../../shared/i18n/use-texts';
import { Panel } from '../../shared/ui/panel';
import styles from './earn-pages.module.css';
import { OFFERS_MS, Offers } from './offers';

/** Financial products on sale. Visitors see all of them. */
export function FinancialPage() {
  const { say } = useTexts();
  const how = useEarnWords();
  const asked = useFinancialProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <div className={styles.page}>
      <Panel
        title={say('menu.financial')}
        lead={say('financial.lead')}
        level={1}
        actions={
          <nav className={styles.links} aria-label={say('menu.financial')}>
            <Link to="/financialRecords">{say('menu.financial_records')}</Link>
            <Link to="/earnPromised">{say('menu.earn_promised')}</Link>
          </nav>
        }
      >
        <Offers
          {...{ asked, label: say('menu.financial'), path: '/financialDetail' }}
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
      </Panel>
    </div>
  );
}
