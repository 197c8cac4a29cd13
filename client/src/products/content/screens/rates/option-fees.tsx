import { useMemo } from 'react';
import { Link } from 'react-router';
import { decimalOf } from '../../../../../../shared/rules/units';
import type { OptionDuration, OptionProduct } from '../../../../../../shared/products/option/wire';
import { useOptionProductsQuery } from '../../../../entities/option/option-api';
import { useDurationWords } from '../../../../entities/option/use-duration-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { Faulty } from '../../../../shared/ui/page/faulty';
import styles from './rates-page.module.css';

const PPB_SCALE = 9;

interface OptionSchedule {
  /** Labels of the products that share it. */
  products: string[];
  asset: string;
  durations: readonly OptionDuration[];
}

/** Fees of second contracts by their durations; nothing where none is sold. */
export function OptionFees() {
  const { say, numbers } = useTexts();
  const durationWords = useDurationWords();
  const { data, error, refetch } = useOptionProductsQuery();
  const schedules = useMemo(() => schedulesOf(data?.products ?? []), [data]);
  if (error && !data) return <Faulty fault={error} onRetry={() => void refetch()} />;
  if (schedules.length === 0) return null;
  const charged = ({ feePpb, feeAmount }: OptionDuration, asset: string): string =>
    feePpb > 0 ? numbers.exactPercent(decimalOf(BigInt(feePpb), PPB_SCALE), 2) : `${numbers.exact(feeAmount)} ${asset}`;
  return (
    <section aria-labelledby="rates-options">
      <h2 id="rates-options" className={styles.title}>
        <Link to="/secondContract">{say('menu.second')}</Link>
      </h2>
      <p className={`${styles.muted} ${styles.lead}`}>{say('rates.options.lead')}</p>
      {schedules.map(({ products, asset, durations }) => (
        <div
          key={products[0]}
          className={styles.scroll}
          tabIndex={0}
          role="group"
          aria-label={`${say('menu.second')} ${products[0]}`}
        >
          <table className={styles.table} data-columns={2}>
            <caption>
              {products.map((product) => (
                <span key={product}>{product}</span>
              ))}
            </caption>
            <thead>
              <tr>
                <th scope="col">{say('rates.options.duration')}</th>
                <th scope="col">{say('rates.options.fee')}</th>
              </tr>
            </thead>
            <tbody>
              {durations.map((duration) => (
                <tr key={duration.durationMs}>
                  <th scope="row">{durationWords(duration.durationMs)}</th>
                  <td>{charged(duration, asset)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </section>
  );
}

/** Products that charge alike are told of once. */
function schedulesOf(products: readonly OptionProduct[]): OptionSchedule[] {
  const schedules = new Map<string, OptionSchedule>();
  for (const { label, asset, durations } of products) {
    const key = JSON.stringify([
      asset,
      durations.map(({ durationMs, feePpb, feeAmount }) => [durationMs, feePpb, feeAmount]),
    ]);
    const schedule = schedules.get(key) ?? { products: [], asset, durations };
    schedule.products.push(label);
    schedules.set(key, schedule);
  }
  return [...schedules.values()];
}
