import { CANDLE_PRICES, INTERVALS, type Interval } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { ChartLine } from '../../kit/entities/candle/chart-line';
import { useTexts } from '../../kit/i18n/use-texts';
import { usePreference } from '../../kit/lib/storage/preferences';
import { useInterest } from '../../kit/stream/interest';
import { Choice } from '../../kit/ui/controls/choice';
import { lazyPart } from '../../kit/ui/page/lazy-part';
import styles from './chart.module.css';
import { DepthChart } from './depth-chart';

/** The chart library is a separate chunk, so the rest of the screen does not wait for it. */
const CandleChart = lazyPart(async () => (await import('./candle-chart')).CandleChart);

const CHOICES = INTERVALS as [Interval, ...Interval[]];
const VIEWS = ['candles', 'depth'] as const;
/** Common abbreviations, the same in every language. */
const SHORT: Readonly<Record<Interval, string>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1h',
  '4h': '4h',
  '1d': '1D',
  '1w': '1W',
};

interface ChartPanelProps {
  market: MarketRecord;
  /** Hook for the user's orders, stops and positions as lines. */
  useLines: (market: string) => readonly ChartLine[];
  /** A line was dragged to another price. */
  onDragged: (id: string, price: string) => void;
}

export function ChartPanel({ market, useLines, onDragged }: ChartPanelProps) {
  const { t } = useTexts();
  const [interval, chooseInterval] = usePreference<Interval>('trade.interval', CHOICES);
  const [view, chooseView] = usePreference<(typeof VIEWS)[number]>('trade.chart', VIEWS);
  const [preferredPrice, chooseBy] = usePreference('contract.chart-by', CANDLE_PRICES);
  const priceKind = market.contract ? preferredPrice : 'last';
  useInterest(priceKind === 'last' ? { channel: 'kline', market: market.name, interval } : null);
  return (
    <section className={styles.panel} aria-label={t('chart.title')}>
      <div className={styles.tools}>
        <div className={styles.choices} role="group" aria-label={t('chart.interval')}>
          {INTERVALS.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={view === 'candles' && name === interval}
              onClick={() => {
                chooseInterval(name);
                chooseView('candles');
              }}
            >
              {SHORT[name]}
            </button>
          ))}
        </div>
        {market.contract && view === 'candles' && (
          <span className={styles.by}>
            <Choice
              label={t('chart.by')}
              value={priceKind}
              options={CANDLE_PRICES.map((value) => ({ value, text: t(`chart.by.${value}`) }))}
              onChange={chooseBy}
            />
          </span>
        )}
        <div className={styles.choices} role="group" aria-label={t('chart.view')}>
          {VIEWS.map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => chooseView(name)}>
              {t(`chart.view.${name}`)}
            </button>
          ))}
        </div>
      </div>
      {view === 'depth' ? (
        <DepthChart key={market.name} market={market} />
      ) : (
        // The key makes a new chart for another market, interval or price kind.
        <CandleChart
          key={`${market.name}:${interval}:${priceKind}`}
          market={market}
          interval={interval}
          priceKind={priceKind}
          useLines={useLines}
          onDragged={onDragged}
        />
      )}
    </section>
  );
}
