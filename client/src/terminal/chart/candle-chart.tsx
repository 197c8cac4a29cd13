import { useEffect, useRef, useState } from 'react';
import type { CandlePrice, Interval } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { HTML_LANG } from '../../../../shared/wire/languages';
import type { ChartLine } from '../../kit/entities/candle/chart-line';
import { faultMessage } from '../../kit/api/envelope';
import { useTexts } from '../../kit/i18n/use-texts';
import { Button } from '../../kit/ui/controls/button';
import { Note } from '../../kit/ui/page/note';
import { useRising, useTheme } from '../../kit/ui/theme';
import styles from './chart.module.css';
import { drawChart, type DrawnChart } from './drawn-chart';
import { Legend } from './legend';
import { useCandles } from './use-candles';

interface CandleChartProps {
  market: MarketRecord;
  interval: Interval;
  priceKind: CandlePrice;
  /** Hook for the lines across the chart; must stay the same while mounted. */
  useLines: (market: string) => readonly ChartLine[];
  onDragged: (id: string, price: string) => void;
}

/** Older candles are requested when fewer than this are left of the visible range. */
const LEFT_MIN = 30;

export function CandleChart({ market, interval, priceKind, useLines, onDragged }: CandleChartProps) {
  const { t, language } = useTexts();
  const theme = useTheme();
  const rising = useRising();
  const { candles, error: candlesError, retry, loadOlder } = useCandles(market.name, interval, priceKind);
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<DrawnChart | null>(null);
  /** Index of the candle under the pointer. */
  const [pointed, setPointed] = useState<number | null>(null);
  const latestCallbacks = useRef({ loadOlder, onDragged });
  useEffect(() => {
    latestCallbacks.current = { loadOlder, onDragged };
  });

  useEffect(() => {
    if (!place.current) return;
    const newChart = drawChart(place.current, {
      tick: market.tick,
      interval,
      isTraded: priceKind === 'last',
      onPoint: setPointed,
      onScroll: (candlesLeft) => candlesLeft < LEFT_MIN && latestCallbacks.current.loadOlder(),
      onDragged: (id, price) => latestCallbacks.current.onDragged(id, price),
    });
    setChart(newChart);
    return () => {
      setChart(null);
      newChart.remove();
    };
  }, [market.tick, interval, priceKind]);

  useEffect(() => chart?.dress(HTML_LANG[language]), [chart, theme, rising, language]);
  useEffect(() => {
    if (candles) chart?.show(candles);
  }, [chart, candles]);

  const lines = useLines(market.name);
  useEffect(() => chart?.showLines(lines), [chart, lines]);

  const activeCandle = candles && (candles[pointed ?? candles.length - 1] ?? candles.at(-1));
  return (
    <div className={styles.chart} role="group" aria-label={t('chart.candles_of', { market: market.label })}>
      <div ref={place} className={styles.canvas} />
      {candles && candles.length > 0 && activeCandle && (
        <Legend
          market={market}
          candles={candles}
          index={pointed ?? candles.length - 1}
          isTraded={priceKind === 'last'}
        />
      )}
      {!candles && (
        <div className={styles.cover}>
          {candlesError ? (
            <Note kind="error" text={faultText()} action={<Button onClick={retry}>{t('page.retry')}</Button>} />
          ) : (
            <Note kind="loading" text={t('page.loading')} />
          )}
        </div>
      )}
      {candles?.length === 0 && (
        <div className={styles.cover}>
          <Note kind="empty" text={t('trades.empty')} />
        </div>
      )}
      <a className={styles.credit} href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
        TradingView
      </a>
    </div>
  );

  function faultText(): string {
    const message = faultMessage(candlesError ?? {});
    return 'text' in message ? message.text : t(message.key);
  }
}
