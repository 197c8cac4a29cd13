import { memo } from 'react';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { OptionProduct } from '../../../../../../shared/products/option/wire';
import type { Published } from '../../api/publications';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { compare } from '../../../../kit/lib/numbers/exact';
import { dateAndTime, timeOfDay } from '../../../../kit/lib/numbers/format';
import { Note } from '../../../../kit/ui/page/note';
import type { Publications } from './use-publications';
import styles from './watch-option.module.css';

const SHOWN_MAX = 60;

interface TapeProps {
  product: OptionProduct;
  publications: Publications;
}

/** Index publications, newest first. Contracts start and end only by these. */
export function Tape({ product, publications: { published, phase } }: TapeProps) {
  const { t } = useTexts();
  if (!published) return <Note kind="loading" text={t('page.loading')} />;
  if (published.length === 0) return <Note kind="empty" text={t('option.no_index')} />;
  const from = Math.max(0, published.length - SHOWN_MAX);
  const rows = published.slice(from).map((one, index) => ({ one, before: published[from + index - 1] }));
  return (
    // Focusable, so that the arrow keys scroll it.
    <div className={styles.tape} data-phase={phase} role="group" aria-label={t('option.tape')} tabIndex={0}>
      <table>
        <caption className="spoken">{t('option.tape')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('book.price', { asset: product.quote })}</th>
            <th scope="col">{t('trades.time')}</th>
          </tr>
        </thead>
        <tbody>
          {[...rows].reverse().map(({ one, before }) => (
            <Row key={one.at} at={one.at} price={one.price} tick={product.tick} direction={movedFrom(before, one)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Moved = 'up' | 'down' | 'level';

function movedFrom(before: Published | undefined, { price }: Published): Moved {
  const difference = before ? compare(price, before.price) : 0;
  return difference === 0 ? 'level' : difference > 0 ? 'up' : 'down';
}

const Row = memo(function Row({ at, price, tick, direction }: Published & { tick: string; direction: Moved }) {
  const { t, numbers } = useTexts();
  return (
    <tr>
      <td data-direction={direction}>
        {numbers.fixed(price, scaleOf(tick))}
        {direction !== 'level' && <span className="spoken"> {t(`option.moved.${direction}`)}</span>}
      </td>
      <td>
        <time dateTime={new Date(at).toISOString()} title={dateAndTime(at)}>
          {timeOfDay(at)}
        </time>
      </td>
    </tr>
  );
});
