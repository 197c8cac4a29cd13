import { scaleOf } from '../../../../shared/rules/units';
import type { OptionProduct } from '../../../../shared/wire/option';
import { useTexts } from '../../shared/i18n/use-texts';
import { compare } from '../../shared/lib/exact';
import { timeOfDay } from '../../shared/lib/format';
import styles from './option.module.css';
import type { Point } from './use-publications';

const SHOWN = 20;

/** The latest publications, newest first, each beside the one before. */
export function Tape({ product, points }: { product: OptionProduct; points: readonly Point[] }) {
  const { say, numbers } = useTexts();
  const latest = points.slice(-SHOWN - 1);
  return (
    <ol className={styles.tape} aria-label={say('option.tape')}>
      {latest
        .map((one, place) => ({ ...one, before: latest[place - 1] }))
        .slice(points.length > SHOWN ? 1 : 0)
        .reverse()
        .map(({ at, price, before }) => (
          <li key={at}>
            <time>{timeOfDay(at)}</time>
            <span data-direction={before ? directionOf(compare(price, before.price)) : 'none'}>
              {numbers.fixed(price, scaleOf(product.tick))}
            </span>
          </li>
        ))}
    </ol>
  );
}

function directionOf(moved: number): 'up' | 'down' | 'none' {
  return moved === 0 ? 'none' : moved > 0 ? 'up' : 'down';
}
