import { useMemo } from 'react';
import { Link } from 'react-router';
import { decimalOf } from '../../../../../shared/rules/units';
import type { OptionDuration, OptionProduct } from '../../../../../shared/products/option/wire';
import { useOptionProductsQuery } from '../api/option-api';
import { useDurationWords } from '../api/use-duration-words';
import { useTexts } from '../../../kit/i18n/use-texts';
import { Faulty } from '../../../kit/ui/page/faulty';
import styles from '../../../kit/ui/fees/fee-table.module.css';

const PPB_SCALE = 9;

interface OptionSchedule {
  /** Labels of the products with this schedule. */
  products: string[];
  asset: string;
  durations: readonly OptionDuration[];
}

/** Fees of second contracts by duration; nothing if no product exists. */
export function OptionFees() {
  const { t, numbers } = useTexts();
  const durationWords = useDurationWords();
  const { data, error, refetch } = useOptionProductsQuery();
  const schedules = useMemo(() => schedulesOf(data?.products ?? []), [data]);
  if (error && !data) return <Faulty error={error} onRetry={() => void refetch()} />;
  if (schedules.length === 0) return null;
  const charged = ({ feePpb, feeAmount }: OptionDuration, asset: string): string =>
    feePpb > 0 ? numbers.exactPercent(decimalOf(BigInt(feePpb), PPB_SCALE), 2) : `${numbers.exact(feeAmount)} ${asset}`;
  return (
    <section aria-labelledby="rates-options">
      <h2 id="rates-options" className={styles.title}>
        <Link to="/secondContract">{t('menu.second')}</Link>
      </h2>
      <p className={`${styles.muted} ${styles.lead}`}>{t('rates.options.lead')}</p>
      {schedules.map(({ products, asset, durations }) => (
        <div
          key={products[0]}
          className={styles.scroll}
          tabIndex={0}
          role="group"
          aria-label={`${t('menu.second')} ${products[0]}`}
        >
          <table className={styles.table} data-columns={2}>
            <caption>
              {products.map((product) => (
                <span key={product}>{product}</span>
              ))}
            </caption>
            <thead>
              <tr>
                <th scope="col">{t('rates.options.duration')}</th>
                <th scope="col">{t('rates.options.fee')}</th>
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

/** Products with equal fees share one schedule. */
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
