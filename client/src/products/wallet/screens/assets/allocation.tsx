import type { Holding } from '../../api/valuation';
import { useTexts } from '../../../../kit/i18n/use-texts';
import styles from './allocation.module.css';
import { slicesOf } from './donut';

const SLICES_MAX = 5;

/** Distribution of the value over assets. Shares reveal no amounts, so they stay visible when amounts are hidden. */
export function Allocation({ holdings }: { holdings: readonly Holding[] }) {
  const { t, numbers } = useTexts();
  const shares = holdings.map(({ asset, permille }) => ({ name: asset, permille }));
  const slices = slicesOf(shares, SLICES_MAX, t('assets.others'));
  return (
    <section className={styles.allocation} aria-labelledby="allocation">
      <h2 id="allocation">{t('assets.allocation')}</h2>
      <div className={styles.chart}>
        <svg viewBox="0 0 42 42" aria-hidden="true" className={styles.ring}>
          <circle className={styles.track} cx="21" cy="21" r="16" />
          {slices.map(({ name, place, dash, offset }) => (
            <circle
              key={name}
              className={styles.slice}
              data-place={place}
              cx="21"
              cy="21"
              r="16"
              pathLength={1_000}
              strokeDasharray={dash}
              strokeDashoffset={offset}
            />
          ))}
        </svg>
        {slices.length === 0 ? (
          <p className={styles.none}>{t('assets.allocation_none')}</p>
        ) : (
          <ul className={styles.legend}>
            {slices.map(({ name, place, permille }) => (
              <li key={name}>
                <span className={styles.dot} data-place={place} aria-hidden="true" />
                <span>{name}</span>
                <b>{numbers.fixed(`${Math.floor(permille / 10)}.${permille % 10}`, 1)}%</b>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
