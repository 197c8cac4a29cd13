import type { PositionResult } from '../../../../shared/products/perpetual/wire';
import { useTexts } from '../../shared/i18n/use-texts';
import styles from './positions.module.css';

const BARS = [1, 2, 3, 4, 5] as const;

/** How near a position is to being closed for what others cannot pay: one bar is far, five is first. */
export function AdlLight({ light }: { light: PositionResult['adl'] }) {
  const { say } = useTexts();
  if (light === null) return '–';
  const name = say('positions.adl.light', { light: String(light) });
  return (
    <span
      className={styles.adl}
      data-light={light}
      role="img"
      aria-label={name}
      title={`${name}. ${say('positions.adl.hint')}`}
    >
      {BARS.map((bar) => (
        <i key={bar} data-lit={bar <= light || undefined} />
      ))}
    </span>
  );
}
