import { Link, useSearchParams } from 'react-router';
import { termFrom } from '../../../../shared/rules/earn/income';
import type { FinancialProduct } from '../../../../shared/wire/financial';
import { useFinancialProductsQuery } from '../../entities/earn/earn-api';
import { QuotaBar, useEarnWords } from '../../entities/earn/earn-words';
import { financialIncome } from '../../entities/earn/income';
import { FinancialForm } from '../../features/buy-earn/financial-form';
import { useTexts } from '../../shared/i18n/use-texts';
import { useServerTime } from '../../shared/stream/server-time';
import { Facts } from '../../shared/ui/facts';
import { Panel } from '../../shared/ui/panel';
import styles from './earn-pages.module.css';
import { OFFERS_MS, useOffer } from './offers';
import { Timeline } from './timeline';

/** The worked example is of this much, of this product. */
const EXAMPLE_AMOUNT = '1234.56';

/** `product` of the address says which. */
export function FinancialDetailPage() {
  const { say } = useTexts();
  const [parameters] = useSearchParams();
  const asked = useFinancialProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  const { product, instead } = useOffer({ asked, id: parameters.get('product') });
  return (
    <div className={styles.page}>
      {product ? (
        <Detail key={product.product} product={product} />
      ) : (
        <Panel title={say('menu.financial')} level={1} actions={<Link to="/financial">{say('menu.financial')}</Link>}>
          {instead}
        </Panel>
      )}
    </div>
  );
}

const RULES = ['start', 'income', 'cancel', 'leave', 'renew', 'terms'] as const;

function Detail({ product }: { product: FinancialProduct }) {
  const { say } = useTexts();
  const how = useEarnWords();
  const { startsAt, expiresAt } = termFrom(useServerTime(), product.termDays);
  const { name, asset, scale, annualRatePpb, termDays, amountMin, userMax } = product;
  return (
    <div className={styles.detail}>
      <div className={styles.column}>
        <Panel title={name} level={1} actions={<Link to="/financialRecords">{say('menu.financial_records')}</Link>}>
          <div className={styles.body}>
            <Facts
              facts={[
                [
                  say('earn.rate.annual'),
                  <span key="rate" className={styles.rate}>
                    {how.percent(annualRatePpb)}
                  </span>,
                ],
                [say('earn.coin'), asset],
                [say('earn.term'), how.days(termDays)],
                [say('earn.limits.min'), how.plain(amountMin, asset)],
                [say('earn.limits.max'), how.plain(userMax, asset)],
                [say('earn.quota'), <QuotaBar key="quota" {...product} />],
              ]}
            />
          </div>
        </Panel>
        <Timeline
          steps={[
            [say('earn.timeline.buy'), null],
            [say('financial.starts_at'), startsAt],
            [say('earn.expires_at'), expiresAt],
          ]}
        />
        <Panel title={say('earn.rules')} level={2}>
          <ul className={styles.rules}>
            {RULES.map((rule) => (
              <li key={rule}>{say(`financial.rule.${rule}`)}</li>
            ))}
          </ul>
          <p className={styles.note}>
            {say('financial.example', {
              amount: how.plain(EXAMPLE_AMOUNT, asset),
              rate: how.percent(annualRatePpb),
              days: String(termDays),
              income: how.plain(financialIncome(EXAMPLE_AMOUNT, annualRatePpb, termDays, scale), asset),
            })}
          </p>
        </Panel>
      </div>
      <div className={styles.aside}>
        <Panel title={say('earn.form')} level={2}>
          <FinancialForm product={product} />
        </Panel>
      </div>
    </div>
  );
}
