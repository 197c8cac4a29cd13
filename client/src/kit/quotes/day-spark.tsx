import { useEffect, useRef, useState, type RefObject } from 'react';
import { useDayLine } from '../entities/market/day-line';
import { directionShown } from '../entities/market/quote';
import { useCachedQuote } from '../entities/market/use-quote-shown';
import { sparkline } from '../lib/numbers/sparkline';
import { SeededLine } from './seeded-line';
import styles from './day-spark.module.css';

const BOX = { width: 96, height: 32, inset: 2 };

/**
 * Sparkline of a market's last 24 hours. Hidden from screen readers, because a figure beside it says the same. Generated prices are dashed.
 */
export function DaySpark({ market }: { market: string }) {
  const element = useRef<SVGSVGElement>(null);
  const points = useDayLine(market, useSeen(element));
  const { ticker } = useCachedQuote(market);
  const chart = points && sparkline(points, BOX);
  return (
    <svg
      ref={element}
      className={styles.spark}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      data-direction={ticker && directionShown(ticker.changeRatio)}
      aria-hidden="true"
    >
      {chart && <path className={styles.area} d={chart.area} />}
      {chart && <SeededLine path={chart.made} />}
      {chart && <path className={styles.line} d={chart.line} />}
    </svg>
  );
}

/** True once scrolled into view. Lines that were never visible are never requested. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (isSeen || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
