/** One product: what it is, what happens when, its rules, and the form to buy it; for both kinds alike. */
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { QuotaBar } from '../api/earn-words';
import type { EarnOffer } from '../api/kinds';
import type { Fault } from '../../../shared/api/envelope';
import type { TextKey } from '../../../shared/i18n/i18n';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Facts, type Fact } from '../../../shared/ui/figures/facts';
import { Faulty } from '../../../shared/ui/page/faulty';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import styles from './earn-pages.module.css';
import { Timeline } from './timeline';

interface Way {
  to: string;
  text: TextKey;
}

interface OfferPageProps<Product> {
  asked: { data?: readonly Product[]; error?: Fault; refetch: () => unknown };
  /** Where all of the kind are. */
  all: Way;
  children: (product: Product) => ReactNode;
}

/** `product` of the address says which; else, in its place, why there is none. */
export function OfferPage<Product extends { product: string }>({ asked, all, children }: OfferPageProps<Product>) {
  const { say } = useTexts();
  const [parameters] = useSearchParams();
  const { data, error, refetch } = asked;
  const product = data?.find((one) => one.product === parameters.get('product'));
  return (
    <div className={styles.page}>
      {product ? (
        children(product)
      ) : (
        <Panel title={say(all.text)} level={1} actions={<Link to={all.to}>{say(all.text)}</Link>}>
          {data ? (
            <Note kind="empty" text={say('earn.none.product')} />
          ) : error ? (
            <Faulty fault={error} onRetry={() => void refetch()} />
          ) : (
            <Note kind="loading" text={say('page.loading')} />
          )}
        </Panel>
      )}
    </div>
  );
}

interface OfferDetailProps {
  product: EarnOffer;
  /** Where one's own are. */
  own: Way;
  rate: Fact;
  facts: readonly Fact[];
  steps: readonly (readonly [name: string, at: number | null])[];
  rules: ReactNode;
  form: ReactNode;
}

export function OfferDetail({ product, own, rate: [rateName, rate], facts, steps, rules, form }: OfferDetailProps) {
  const { say } = useTexts();
  return (
    <div className={styles.detail}>
      <div className={styles.column}>
        <Panel title={product.name} level={1} actions={<Link to={own.to}>{say(own.text)}</Link>}>
          <div className={styles.body}>
            <Facts
              facts={[
                [
                  rateName,
                  <span key="rate" className={styles.rate}>
                    {rate}
                  </span>,
                ],
                ...facts,
                [say('earn.quota'), <QuotaBar key="quota" {...product} />],
              ]}
            />
          </div>
        </Panel>
        <Timeline steps={steps} />
        <Panel title={say('earn.rules')} level={2}>
          {rules}
        </Panel>
      </div>
      <div className={styles.aside}>
        <Panel title={say('earn.form')} level={2}>
          {form}
        </Panel>
      </div>
    </div>
  );
}
