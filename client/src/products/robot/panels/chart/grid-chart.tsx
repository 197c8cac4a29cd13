import { useEffect, useRef, useState } from 'react';
import { HTML_LANG } from '../../../../../../shared/wire/languages';
import type { Interval } from '../../../../../../shared/wire/market-data';
import type { RobotProduct } from '../../../../../../shared/products/robot/wire';
import { useCandleHistoryQuery } from '../../../../kit/entities/candle/candle-api';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { loadWithRetry } from '../../../../kit/lib/load-with-retry';
import { Faulty } from '../../../../kit/ui/page/faulty';
import { Note } from '../../../../kit/ui/page/note';
import { useRising, useTheme } from '../../../../kit/ui/theme';
import type { DrawnGrid, GridLine } from './drawn-grid';
import styles from './grid-chart.module.css';

const CANDLES = 300;
/** Poll interval of candles; a grid is not traded by hand, so no stream is needed. */
const AGAIN_MS = 15_000;
const INTERVALS = ['1m', '5m', '15m', '1h', '4h'] as const satisfies readonly Interval[];

interface GridChartProps {
  product: RobotProduct;
  lines: readonly GridLine[];
}

/** The market's candles with the grid. */
export function GridChart({ product, lines }: GridChartProps) {
  const { t, language } = useTexts();
  const theme = useTheme();
  const rising = useRising();
  const place = useRef<HTMLDivElement>(null);
  const [interval, setInterval] = useState<Interval>('5m');
  const [chart, setChart] = useState<DrawnGrid | null>(null);
  const { market, base, quote, tick } = product;
  const { currentData, error, refetch } = useCandleHistoryQuery(
    { market, interval, limit: CANDLES },
    { pollingInterval: AGAIN_MS, refetchOnMountOrArgChange: true },
  );

  useEffect(() => {
    let isCurrent = true;
    let drawnGrid: DrawnGrid | null = null;
    void loadWithRetry(
      () => import('./drawn-grid'),
      ({ drawGrid }) => {
        if (!isCurrent || !place.current) return;
        drawnGrid = drawGrid(place.current, tick);
        setChart(drawnGrid);
      },
    );
    return () => {
      isCurrent = false;
      setChart(null);
      drawnGrid?.remove();
    };
  }, [market, tick, interval]);

  useEffect(() => chart?.dress(HTML_LANG[language]), [chart, language, theme, rising]);
  useEffect(() => {
    if (currentData) chart?.showCandles(currentData);
  }, [chart, currentData]);
  useEffect(() => chart?.showLines(lines), [chart, lines]);

  return (
    <section className={styles.panel} aria-label={t('robot.chart', { market: `${base}/${quote}` })}>
      <div className={styles.tools} role="group" aria-label={t('chart.interval')}>
        {INTERVALS.map((one) => (
          <button key={one} type="button" aria-pressed={one === interval} onClick={() => setInterval(one)}>
            {one}
          </button>
        ))}
      </div>
      <div className={styles.chart}>
        <div ref={place} className={styles.canvas} />
        {!currentData && (
          <div className={styles.cover}>
            {error ? (
              <Faulty error={error} onRetry={() => void refetch()} />
            ) : (
              <Note kind="loading" text={t('page.loading')} />
            )}
          </div>
        )}
        {currentData?.length === 0 && (
          <div className={styles.cover}>
            <Note kind="empty" text={t('robot.chart.none')} />
          </div>
        )}
        <a className={styles.credit} href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
          TradingView
        </a>
      </div>
    </section>
  );
}
