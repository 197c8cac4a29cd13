import type { ProductFees } from '../../../../../../shared/wire/product';
import { progressOf } from '../../../../kit/entities/fee/rates';
import { compare, sumOf } from '../../../../kit/lib/numbers/exact';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { RoundedAmount } from '../../../../kit/ui/figures/amount';
import tables from '../../../../kit/ui/fees/fee-table.module.css';
import styles from './rates-page.module.css';

/** The user's fee level of a product, progress to the next, and temporary levels. Renders nothing for visitors. */
export function OwnLevel({ fees: { own: ownLevel, volumes } }: { fees: ProductFees }) {
  const { t, numbers } = useTexts();
  if (ownLevel === null) return null;
  const { level, volume, next, floor, missing } = ownLevel;
  const needed = missing === null ? null : sumOf([volume, missing]);
  const above = volumes.findIndex((each) => needed !== null && compare(each, needed) === 0);
  const missingText =
    missing === null || above < 0 ? null : t('rates.missing', { amount: numbers.exact(missing), level: String(above) });
  return (
    <div className={styles.standing}>
      <p>{t('rates.standing', { level: String(level) })}</p>
      {volumes.length > 0 && (
        <div className={styles.way}>
          <p>
            <span>{t('rates.own_volume')}</span>
            <b>
              <RoundedAmount amount={volume} /> BTC
            </b>
          </p>
          {missingText !== null && needed !== null ? (
            <>
              <progress max={100} value={progressOf(volume, needed)} aria-label={missingText} />
              <p className={tables.muted}>{missingText}</p>
            </>
          ) : (
            <p className={tables.muted}>{t('rates.highest')}</p>
          )}
        </div>
      )}
      {next && <p>{t('rates.next', { time: dateAndTime(next.from), level: String(next.level) })}</p>}
      {floor && (
        <p>
          {floor.until === null
            ? t('rates.floor', { level: String(floor.level) })
            : t('rates.floor_until', { level: String(floor.level), time: dateAndTime(floor.until) })}
        </p>
      )}
    </div>
  );
}
