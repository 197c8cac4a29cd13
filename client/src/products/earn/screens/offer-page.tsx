/** Page of one product, for both kinds: facts, timeline, rules and the purchase form. */
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { QuotaBar } from '../api/earn-format';
import type { EarnOffer } from '../api/kinds';
import type { Fault } from '../../../kit/api/envelope';
import type { TextKey } from '../../../kit/i18n/i18n';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Facts, type Fact } from '../../../kit/ui/figures/facts';
import { Faulty } from '../../../kit/ui/page/faulty';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import styles from './earn-pages.module.css';
import { Timeline } from './timeline';

interface Way {
  to: string;
  text: TextKey;
}

interface OfferPageProps<Product> {
  query: { data?: readonly Product[]; error?: Fault; refetch: () => unknown };
  /** Link to all products of the kind. */
  listPath: Way;
  children: (product: Product) => ReactNode;
}

/** `product` in the address selects the product. If it cannot be shown, the reason appears instead. */
export function OfferPage<Product extends { product: string }>({ query, listPath, children }: OfferPageProps<Product>) {
  const { t } = useTexts();
  const [parameters] = useSearchParams();
  const { data, error, refetch } = query;
  const product = data?.find((one) => one.product === parameters.get('product'));
  return (
    <div className={styles.page}>
      {product ? (
        children(product)
      ) : (
        <Panel title={t(listPath.text)} level={1} actions={<Link to={listPath.to}>{t(listPath.text)}</Link>}>
          {data ? (
            <Note kind="empty" text={t('earn.none.product')} />
          ) : error ? (
            <Faulty error={error} onRetry={() => void refetch()} />
          ) : (
            <Note kind="loading" text={t('page.loading')} />
          )}
        </Panel>
      )}
    </div>
  );
}

interface OfferDetailProps {
  product: EarnOffer;
  /** Link to the user's own purchases. */
  ownLink: Way;
  rate: Fact;
  details: readonly Fact[];
  steps: readonly (readonly [name: string, at: number | null])[];
  rules: ReactNode;
  form: ReactNode;
}

export function OfferDetail({
  product,
  ownLink,
  rate: [rateName, rate],
  details,
  steps,
  rules,
  form,
}: OfferDetailProps) {
  const { t } = useTexts();
  return (
    <div className={styles.detail}>
      <div className={styles.column}>
        <Panel title={product.name} level={1} actions={<Link to={ownLink.to}>{t(ownLink.text)}</Link>}>
          <div className={styles.body}>
            <Facts
              details={[
                [
                  rateName,
                  <span key="rate" className={styles.rate}>
                    {rate}
                  </span>,
                ],
                ...details,
                [t('earn.quota'), <QuotaBar key="quota" {...product} />],
              ]}
            />
          </div>
        </Panel>
        <Timeline steps={steps} />
        <Panel title={t('earn.rules')} level={2}>
          {rules}
        </Panel>
      </div>
      <div className={styles.aside}>
        <Panel title={t('earn.form')} level={2}>
          {form}
        </Panel>
      </div>
    </div>
  );
}
