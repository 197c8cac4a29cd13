import type { PositionResult } from '../../../../shared/products/perpetual/records';
import { useTexts } from '../i18n/use-texts';
import styles from './positions.module.css';

const BARS = [1, 2, 3, 4, 5] as const;

/** Rank of a position in auto-deleveraging: one bar is far away, five is next. */
export function AdlLight({ light }: { light: PositionResult['adl'] }) {
  const { t } = useTexts();
  if (light === null) return '–';
  const name = t('positions.adl.light', { light: String(light) });
  return (
    <span
      className={styles.adl}
      data-light={light}
      role="img"
      aria-label={name}
      title={`${name}. ${t('positions.adl.hint')}`}
    >
      {BARS.map((bar) => (
        <i key={bar} data-lit={bar <= light || undefined} />
      ))}
    </span>
  );
}
