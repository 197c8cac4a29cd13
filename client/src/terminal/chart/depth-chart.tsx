import { useMemo, useRef, useState, type PointerEvent } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { MarketRecord } from '../../../../shared/wire/product';
import { selectBook } from '../../kit/entities/book/book-slice';
import { depthAt, depthCurves, type DepthCurves, type DepthPoint } from '../../kit/entities/book/depth-points';
import { nearestTick } from '../../kit/entities/order/order-terms';
import { useTexts } from '../../kit/i18n/use-texts';
import { Note } from '../../kit/ui/page/note';
import styles from './chart.module.css';
import { useSelected } from '../../kit/lib/hooks/use-selected';

/** Range of the curves on each side of the middle price, as a fraction. */
const SHARE = 0.02;
/** View-box units; the drawing is stretched to the panel. */
const WIDTH = 1_000;
const HEIGHT = 400;
/** Leaves space above the highest curve. */
const HEADROOM = 1.15;

/** Cumulative quantity by price on both sides of the middle price. */
export function DepthChart({ market }: { market: MarketRecord }) {
  const { t, numbers } = useTexts();
  const { book } = useSelected(selectBook, market.name);
  const curves = useMemo(() => book && depthCurves(book, SHARE), [book]);
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  if (!book) return <Note kind="loading" text={t('page.loading')} />;
  if (!curves) return <Note kind="empty" text={t('book.empty')} />;
  const digits = scaleOf(market.tick);
  const formatPrice = (price: number) => numbers.fixed(nearestTick(price, market.tick), digits);
  const point = (event: PointerEvent) => {
    const box = place.current?.getBoundingClientRect();
    if (box) setPointed((event.clientX - box.left) / box.width);
  };
  const price = pointed === null ? null : curves.lowest + pointed * (curves.highest - curves.lowest);
  const at = price === null ? null : depthAt(curves, price);
  return (
    <div
      ref={place}
      className={styles.depth}
      role="img"
      aria-label={t('chart.depth_of', { market: market.label })}
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.bids} d={areaOf(curves.bids, curves)} />
        <path className={styles.asks} d={areaOf(curves.asks, curves)} />
        {pointed !== null && (
          <line className={styles.pointer} x1={pointed * WIDTH} x2={pointed * WIDTH} y1="0" y2={HEIGHT} />
        )}
      </svg>
      <p className={styles.scale}>
        <span>{formatPrice(curves.lowest)}</span>
        <span>{formatPrice(curves.middle)}</span>
        <span>{formatPrice(curves.highest)}</span>
      </p>
      <p className={styles.reading}>
        {at ? (
          <>
            <span>{t('place.price')}</span>{' '}
            <b data-direction={at.side === 'bids' ? 'up' : 'down'}>{formatPrice(price ?? 0)}</b>
            <span>{t('chart.depth_total')}</span>{' '}
            <b>
              {numbers.fixed(at.point.total.toFixed(8), Math.min(4, scaleOf(market.lot)))} {market.base}
            </b>
          </>
        ) : (
          <span>{t('chart.depth_hint')}</span>
        )}
      </p>
    </div>
  );
}

/** A stepped curve from the middle outwards, closed along the bottom. */
function areaOf(points: readonly DepthPoint[], { lowest, highest, deepest }: DepthCurves): string {
  if (points.length === 0) return '';
  const x = (price: number) => (((price - lowest) / (highest - lowest)) * WIDTH).toFixed(1);
  const y = (total: number) => (HEIGHT - (total / (deepest * HEADROOM)) * HEIGHT).toFixed(1);
  const steps = points.map(({ price, total }) => `H${x(price)}V${y(total)}`).join('');
  const edgePrice = points[0].price < (lowest + highest) / 2 ? lowest : highest;
  return `M${x(points[0].price)} ${HEIGHT}${steps}H${x(edgePrice)}V${HEIGHT}Z`;
}
