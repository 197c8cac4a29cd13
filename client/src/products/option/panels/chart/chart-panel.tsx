import type { Interval } from '../../../../../../shared/wire/market-data';
import type { OptionProduct } from '../../../../../../shared/products/option/wire';
import type { OpenOption } from '../../../../../../shared/products/option/stream';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useKept } from '../../../../shared/lib/storage/kept';
import { lazyPart } from '../../../../shared/ui/page/lazy-part';
import { useCandleMarket } from './use-index-candles';
import type { Publications } from './use-publications';
import styles from './watch-option.module.css';

/** The drawing library is a part of its own: everything else of the screen is there before it. */
const IndexChart = lazyPart(async () => (await import('./index-chart')).IndexChart);

const VIEWS = ['seconds', '1m', '5m', '15m', '1h'] as const satisfies readonly ['seconds', ...Interval[]];

interface ChartPanelProps {
  product: OptionProduct;
  publications: Publications;
  contracts: readonly OpenOption[];
}

/** By the second, and by candles where the exchange keeps them of this index. */
export function IndexChartPanel({ product, publications, contracts }: ChartPanelProps) {
  const { say } = useTexts();
  const [kept, choose] = useKept<(typeof VIEWS)[number]>('option.chart', VIEWS);
  const hasCandles = useCandleMarket(product.symbol) !== undefined;
  const view = hasCandles ? kept : 'seconds';
  return (
    <section className={styles.panel} aria-label={say('chart.title')}>
      {hasCandles && (
        <div className={styles.tools} role="group" aria-label={say('chart.interval')}>
          {VIEWS.map((name) => (
            <button key={name} type="button" aria-pressed={name === view} onClick={() => choose(name)}>
              {name === 'seconds' ? say('option.seconds') : name}
            </button>
          ))}
        </div>
      )}
      {/* Another index or another view is another chart. */}
      <IndexChart
        key={`${product.symbol} ${view}`}
        interval={view === 'seconds' ? null : view}
        {...{ product, publications, contracts }}
      />
    </section>
  );
}
