import { termOf } from '../../../../../shared/products/earn/rules/income';
import type { FinancialProduct } from '../../../../../shared/products/earn/wire';
import { useFinancialProductsQuery } from '../api/earn-api';
import { useEarnFormat } from '../api/earn-format';
import { financialIncome } from '../api/income';
import { EARN_SCREENS } from '../api/kinds';
import { FinancialForm } from '../ticket/financial-form';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useServerTime } from '../../../kit/stream/server-time';
import styles from './earn-pages.module.css';
import { OfferDetail, OfferPage } from './offer-page';
import { OFFERS_MS } from './offers';

/** Amount of the product in the worked example. */
const EXAMPLE_AMOUNT = '1234.56';

export function FinancialDetailPage() {
  const query = useFinancialProductsQuery(undefined, { pollingInterval: OFFERS_MS });
  return (
    <OfferPage<FinancialProduct> query={query} listPath={EARN_SCREENS.financial.offers}>
      {(product) => <Detail key={product.product} product={product} />}
    </OfferPage>
  );
}

const RULES = ['start', 'income', 'cancel', 'leave', 'renew', 'terms'] as const;

function Detail({ product }: { product: FinancialProduct }) {
  const { t } = useTexts();
  const format = useEarnFormat();
  const { startsAt, expiresAt } = termOf(useServerTime(), product.termDays);
  const { asset, scale, annualRatePpb, termDays, amountMin, userMax } = product;
  return (
    <OfferDetail
      product={product}
      ownLink={EARN_SCREENS.financial.own}
      rate={[t('earn.rate.annual'), format.percent(annualRatePpb)]}
      details={[
        [t('earn.coin'), asset],
        [t('earn.term'), format.days(termDays)],
        [t('earn.limits.min'), format.plain(amountMin, asset)],
        [t('earn.limits.max'), format.plain(userMax, asset)],
      ]}
      steps={[
        [t('earn.timeline.buy'), null],
        [t('financial.starts_at'), startsAt],
        [t('earn.expires_at'), expiresAt],
      ]}
      rules={
        <>
          <ul className={styles.rules}>
            {RULES.map((rule) => (
              <li key={rule}>{t(`financial.rule.${rule}`)}</li>
            ))}
          </ul>
          <p className={styles.note}>
            {t('financial.example', {
              amount: format.plain(EXAMPLE_AMOUNT, asset),
              rate: format.percent(annualRatePpb),
              days: String(termDays),
              income: format.plain(financialIncome(EXAMPLE_AMOUNT, annualRatePpb, termDays, scale), asset),
            })}
          </p>
        </>
      }
      form={<FinancialForm product={product} />}
    />
  );
}
