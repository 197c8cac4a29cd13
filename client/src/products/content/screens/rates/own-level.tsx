import type { ProductFees } from '../../../../../../shared/wire/product';
import { progressOf } from '../../../../entities/fee/rates';
import { compare, sumOf } from '../../../../shared/lib/numbers/exact';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../../shared/lib/numbers/format';
import { RoundedAmount } from '../../../../shared/ui/figures/amount';
import styles from './rates-page.module.css';

/** The user's own level of a product, how far it is to the next one, and what holds only for a time. Nothing for a visitor. */
export function OwnLevel({ fees: { own, volumes } }: { fees: ProductFees }) {
  const { say, numbers } = useTexts();
  if (own === null) return null;
  const { level, volume, next, floor, missing } = own;
  const needed = missing === null ? null : sumOf([volume, missing]);
  const above = volumes.findIndex((each) => needed !== null && compare(each, needed) === 0);
  const way =
    missing === null || above < 0
      ? null
      : say('rates.missing', { amount: numbers.exact(missing), level: String(above) });
  return (
    <div className={styles.standing}>
      <p>{say('rates.standing', { level: String(level) })}</p>
      {volumes.length > 0 && (
        <div className={styles.way}>
          <p>
            <span>{say('rates.own_volume')}</span>
            <b>
              <RoundedAmount of={volume} /> BTC
            </b>
          </p>
          {way !== null && needed !== null ? (
            <>
              <progress max={100} value={progressOf(volume, needed)} aria-label={way} />
              <p className={styles.muted}>{way}</p>
            </>
          ) : (
            <p className={styles.muted}>{say('rates.highest')}</p>
          )}
        </div>
      )}
      {next && <p>{say('rates.next', { time: dateAndTime(next.from), level: String(next.level) })}</p>}
      {floor && (
        <p>
          {floor.until === null
            ? say('rates.floor', { level: String(floor.level) })
            : say('rates.floor_until', { level: String(floor.level), time: dateAndTime(floor.until) })}
        </p>
      )}
    </div>
  );
}
