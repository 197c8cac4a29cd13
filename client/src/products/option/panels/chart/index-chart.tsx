import { useEffect, useMemo, useRef, useState } from 'react';
import { HTML_LANG } from '../../../../../../shared/wire/languages';
import type { Interval } from '../../../../../../shared/wire/market-data';
import type { OptionProduct } from '../../../../../../shared/products/option/wire';
import type { OpenOption } from '../../../../../../shared/products/option/stream';
import { pricesBySecond } from '../../api/publications';
import { faultMessage } from '../../../../kit/api/envelope';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { serverNow } from '../../../../kit/stream/server-time';
import { Button } from '../../../../kit/ui/controls/button';
import { Note } from '../../../../kit/ui/page/note';
import { useRising, useTheme } from '../../../../kit/ui/theme';
import { drawIndex, type DrawnIndex } from './drawn-index';
import { drawnContracts, linesOf } from './contract-lines';
import { useIndexCandles } from './use-index-candles';
import type { Publications } from './use-publications';
import styles from './watch-option.module.css';

interface IndexChartProps {
  product: OptionProduct;
  /** Null for the chart by the second. */
  interval: Interval | null;
  publications: Publications;
  /** The user's own contracts on this index. */
  contracts: readonly OpenOption[];
}

/** Loaded as a separate chunk, together with the chart library. */
export function IndexChart({ product, interval, publications, contracts }: IndexChartProps) {
  const { t, language } = useTexts();
  const theme = useTheme();
  const rising = useRising();
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<DrawnIndex | null>(null);
  const { published, error, retry } = publications;
  const candles = useIndexCandles(product.symbol, interval, published?.at(-1));

  useEffect(() => {
    if (!place.current) return;
    const newChart = drawIndex(place.current, product.tick, interval === null ? 'seconds' : 'candles');
    setChart(newChart);
    return () => {
      setChart(null);
      newChart.remove();
    };
  }, [product.symbol, product.tick, interval]);

  useEffect(() => chart?.dress(HTML_LANG[language]), [chart, theme, rising, language]);
  const points = useMemo(() => published && pricesBySecond(published, serverNow()), [published]);
  useEffect(() => {
    if (interval === null && points) chart?.showPoints(points);
  }, [chart, interval, points]);
  useEffect(() => {
    if (interval !== null && candles.row) chart?.showCandles(candles.row);
  }, [chart, interval, candles.row]);
  useEffect(() => {
    const lines = linesOf(contracts, {
      entry: (direction) => t(`option.line.${direction}`),
      level: (kind) => t(`option.level.${kind}`),
    });
    chart?.showContracts(lines, drawnContracts(contracts));
  }, [chart, contracts, t, theme, rising]);

  const failed = interval === null ? (published ? null : error) : candles.row ? null : candles.error;
  const isWaiting = interval === null ? !published : !candles.row;
  const isEmpty = (interval === null ? published : candles.row)?.length === 0;
  return (
    <div className={styles.chart} role="group" aria-label={t('option.chart_of', { index: product.label })}>
      <div ref={place} className={styles.canvas} />
      {isWaiting && (
        <div className={styles.cover}>
          {failed ? (
            <Note
              kind="error"
              text={faultText()}
              action={<Button onClick={interval === null ? retry : candles.retry}>{t('page.retry')}</Button>}
            />
          ) : (
            <Note kind="loading" text={t('page.loading')} />
          )}
        </div>
      )}
      {isEmpty && (
        <div className={styles.cover}>
          <Note kind="empty" text={t('option.no_index')} />
        </div>
      )}
      <a className={styles.credit} href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
        TradingView
      </a>
    </div>
  );

  function faultText(): string {
    const message = faultMessage(failed ?? {});
    return 'text' in message ? message.text : t(message.key);
  }
}
