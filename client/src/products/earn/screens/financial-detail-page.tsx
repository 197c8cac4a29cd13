import { termFrom } from '../../../../../shared/products/earn/rules/income';
import type { FinancialProduct } from '../../../../../shared/products/earn/wire';
import { useFinancialProductsQuery } from '../api/earn-api';
import { useEarnWords } from '../api/earn-words';
import { financialIncome } from '../api/income';
import { EARN_SCREENS } from '../api/kinds';
import { FinancialForm } from '../ticket/financial-form';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useServerTime } from '../../../shared/stream/server-time';
import styles from './earn-pages.module.css';
import { OfferDetail, OfferPage } from './offer-page';
import { OFFERS_MS } from './offers';

/** The worked example is of this much, of this product. */
const EXAMPLE_AMOUNT = '1234.56';

export function FinancialDetailPage() {
  const asked = useFinancialProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <OfferPage<FinancialProduct> asked={asked} all={EARN_SCREENS.financial.offers}>
      {(product) => <Detail key={product.product} product={product} />}
    </OfferPage>
  );
}

const RULES = ['start', 'income', 'cancel', 'leave', 'renew', 'terms'] as const;

function Detail({ product }: { product: FinancialProduct }) {
  const { say } = useTexts();
  const how = useEarnWords();
  const { startsAt, expiresAt } = termFrom(useServerTime(), product.termDays);
  const { asset, scale, annualRatePpb, termDays, amountMin, userMax } = product;
  return (
    <OfferDetail
      product={product}
      own={EARN_SCREENS.financial.own}
      rate={[say('earn.rate.annual'), how.percent(annualRatePpb)]}
      facts={[
        [say('earn.coin'), asset],
        [say('earn.term'), how.days(termDays)],
        [say('earn.limits.min'), how.plain(amountMin, asset)],
        [say('earn.limits.max'), how.plain(userMax, asset)],
      ]}
      steps={[
        [say('earn.timeline.buy'), null],
        [say('financial.starts_at'), startsAt],
        [say('earn.expires_at'), expiresAt],
      ]}
      rules={
        <>
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
        </>
      }
      form={<FinancialForm product={product} />}
    />
  );
}
