import { useEffect, useRef, useState, type RefObject } from 'react';
import { useDayLine } from '../../entities/market/day-line';
import { signShown } from '../../entities/market/quote';
import { useQuoteKnown } from '../../entities/market/use-quote-shown';
import { sparkline } from '../../shared/lib/numbers/sparkline';
import { MadeLine } from './made-line';
import styles from './day-spark.module.css';

const BOX = { width: 96, height: 32, inset: 2 };

/** The last 24 hours of a market as a small line. What it says stands beside it as a figure, so it is not spoken. What nobody traded is dashed. */
export function DaySpark({ market }: { market: string }) {
  const element = useRef<SVGSVGElement>(null);
  const points = useDayLine(market, useSeen(element));
  const { ticker } = useQuoteKnown(market);
  const drawn = points && sparkline(points, BOX);
  return (
    <svg
      ref={element}
      className={styles.spark}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="none"
      data-direction={ticker && signShown(ticker.changeRatio)}
      aria-hidden="true"
    >
      {drawn && <path className={styles.area} d={drawn.area} />}
      {drawn && <MadeLine path={drawn.made} />}
      {drawn && <path className={styles.line} d={drawn.line} />}
    </svg>
  );
}

/** Lines that were never scrolled to are never asked for. */
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
