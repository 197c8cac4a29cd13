import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { Interval, OrderState } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { HTML_LANG } from '../../../../shared/wire/languages';
import { selectOpenOrders } from '../../entities/order/order-slice';
import { wordsOf } from '../../shared/api/envelope';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import { Note } from '../../shared/ui/note';
import { useRising, useTheme } from '../../shared/ui/theme';
import styles from './chart.module.css';
import { drawChart, type DrawnChart } from './drawn-chart';
import { Legend } from './legend';
import type { OrderLine } from './order-lines';
import { useCandles } from './use-candles';

interface CandleChartProps {
  market: MarketRecord;
  interval: Interval;
  onDragged: (order: OrderState, price: string) => void;
}

/** Earlier candles are asked for when so few are left of the first one. */
const LEFT_MIN = 30;

export function CandleChart({ market, interval, onDragged }: CandleChartProps) {
  const { say, language, numbers } = useTexts();
  const theme = useTheme();
  const rising = useRising();
  const { candles, fault, retry, loadOlder } = useCandles(market.name, interval);
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<DrawnChart | null>(null);
  /** Index of the candle under the pointer. */
  const [pointed, setPointed] = useState<number | null>(null);
  const latest = useRef({ loadOlder, onDragged });
  useEffect(() => {
    latest.current = { loadOlder, onDragged };
  });

  useEffect(() => {
    if (!place.current) return;
    const drawn = drawChart(place.current, {
      tick: market.tick,
      interval,
      onPoint: setPointed,
      onScroll: (left) => left < LEFT_MIN && latest.current.loadOlder(),
      onDragged: (order, price) => latest.current.onDragged(order, price),
    });
    setChart(drawn);
    return () => {
      setChart(null);
      drawn.remove();
    };
  }, [market.tick, interval]);

  useEffect(() => chart?.dress(HTML_LANG[language]), [chart, theme, rising, language]);
  useEffect(() => {
    if (candles) chart?.show(candles);
  }, [chart, candles]);

  const orders = useSelector(selectOpenOrders);
  useEffect(() => {
    const own = orders.filter((order) => order.market === market.name);
    chart?.showOrders(own.flatMap(linesOf));

    /** One that waits has a line where it is set off, and one with a price where it would rest. */
    function linesOf(order: OrderState): OrderLine[] {
      const { side, kind, quantity, price, trigger, phase } = order;
      const title = [
        `${say(`trades.${side}`)} ${quantity === null ? '' : numbers.exact(quantity)}`.trim(),
        kind === 'limit' ? '' : say(`place.kind.${kind}`),
      ]
        .filter((part) => part !== '')
        .join(' · ');
      const waits = phase === 'waiting' && trigger !== null;
      return [
        ...(waits ? [{ order, price: trigger, isDraggable: false, title: `${say('place.trigger')} · ${title}` }] : []),
        ...(price === null ? [] : [{ order, price, isDraggable: true, title }]),
      ];
    }
  }, [chart, orders, market.name, say, numbers, theme, rising]);

  const shown = candles && (candles[pointed ?? candles.length - 1] ?? candles.at(-1));
  return (
    <div className={styles.chart} role="group" aria-label={say('chart.candles_of', { market: market.label })}>
      <div ref={place} className={styles.canvas} />
      {candles && candles.length > 0 && shown && (
        <Legend market={market} candles={candles} index={pointed ?? candles.length - 1} />
      )}
      {!candles && (
        <div className={styles.cover}>
          {fault ? (
            <Note kind="error" text={faultText()} action={<Button onClick={retry}>{say('page.retry')}</Button>} />
          ) : (
            <Note kind="loading" text={say('page.loading')} />
          )}
        </div>
      )}
      {candles?.length === 0 && (
        <div className={styles.cover}>
          <Note kind="empty" text={say('trades.empty')} />
        </div>
      )}
      <a className={styles.credit} href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
        TradingView
      </a>
    </div>
  );

  function faultText(): string {
    const words = wordsOf(fault ?? {});
    return 'text' in words ? words.text : say(words.key);
  }
}
