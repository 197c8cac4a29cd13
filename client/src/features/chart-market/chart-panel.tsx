import { CANDLE_PRICES, INTERVALS, type Interval } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import type { ChartLine } from '../../entities/candle/chart-line';
import { useTexts } from '../../shared/i18n/use-texts';
import { useKept } from '../../shared/lib/storage/kept';
import { useInterest } from '../../shared/stream/interest';
import { Choice } from '../../shared/ui/controls/choice';
import { lazyPart } from '../../shared/ui/page/lazy-part';
import styles from './chart.module.css';
import { DepthChart } from './depth-chart';

/** The drawing library is a part of its own: everything else of the screen is there before it. */
const CandleChart = lazyPart(async () => (await import('./candle-chart')).CandleChart);

const CHOICES = INTERVALS as [Interval, ...Interval[]];
const VIEWS = ['candles', 'depth'] as const;
/** The letters of the field, the same everywhere. */
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
  /** The user's own, as lines across the candles. */
  useLines: (market: string) => readonly ChartLine[];
  /** One of them was dragged to another price. */
  onDragged: (id: string, price: string) => void;
}

export function ChartPanel({ market, useLines, onDragged }: ChartPanelProps) {
  const { say } = useTexts();
  const [interval, chooseInterval] = useKept<Interval>('trade.interval', CHOICES);
  const [view, chooseView] = useKept<(typeof VIEWS)[number]>('trade.chart', VIEWS);
  const [kept, chooseBy] = useKept('contract.chart-by', CANDLE_PRICES);
  const by = market.contract ? kept : 'last';
  useInterest(by === 'last' ? { channel: 'kline', market: market.name, interval } : null);
  return (
    <section className={styles.panel} aria-label={say('chart.title')}>
      <div className={styles.tools}>
        <div className={styles.choices} role="group" aria-label={say('chart.interval')}>
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
              label={say('chart.by')}
              value={by}
              options={CANDLE_PRICES.map((value) => ({ value, text: say(`chart.by.${value}`) }))}
              onChange={chooseBy}
            />
          </span>
        )}
        <div className={styles.choices} role="group" aria-label={say('chart.view')}>
          {VIEWS.map((name) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => chooseView(name)}>
              {say(`chart.view.${name}`)}
            </button>
          ))}
        </div>
      </div>
      {view === 'depth' ? (
        <DepthChart key={market.name} market={market} />
      ) : (
        // Another market, interval or price is another chart.
        <CandleChart
          key={`${market.name}:${interval}:${by}`}
          market={market}
          interval={interval}
          by={by}
          useLines={useLines}
          onDragged={onDragged}
        />
      )}
    </section>
  );
}
