import type { Interval } from '../../../../../../shared/wire/market-data';
import type { OptionProduct } from '../../../../../../shared/products/option/wire';
import type { OpenOption } from '../../../../../../shared/products/option/stream';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { usePreference } from '../../../../kit/lib/storage/preferences';
import { lazyPart } from '../../../../kit/ui/page/lazy-part';
import { useCandleMarket } from './use-index-candles';
import type { Publications } from './use-publications';
import styles from './watch-option.module.css';

/** Separate chunk, so that the screen does not wait for the chart library. */
const IndexChart = lazyPart(async () => (await import('./index-chart')).IndexChart);

const VIEWS = ['seconds', '1m', '5m', '15m', '1h'] as const satisfies readonly ['seconds', ...Interval[]];

interface ChartPanelProps {
  product: OptionProduct;
  publications: Publications;
  contracts: readonly OpenOption[];
}

/** Chart by the second; also as candles if the exchange keeps them for this index. */
export function IndexChartPanel({ product, publications, contracts }: ChartPanelProps) {
  const { t } = useTexts();
  const [storedView, choose] = usePreference<(typeof VIEWS)[number]>('option.chart', VIEWS);
  const hasCandles = useCandleMarket(product.symbol) !== undefined;
  const view = hasCandles ? storedView : 'seconds';
  return (
    <section className={styles.panel} aria-label={t('chart.title')}>
      {hasCandles && (
        <div className={styles.tools} role="group" aria-label={t('chart.interval')}>
          {VIEWS.map((name) => (
            <button key={name} type="button" aria-pressed={name === view} onClick={() => choose(name)}>
              {name === 'seconds' ? t('option.seconds') : name}
            </button>
          ))}
        </div>
      )}
      {/* A new index or view needs a new chart. */}
      <IndexChart
        key={`${product.symbol} ${view}`}
        interval={view === 'seconds' ? null : view}
        {...{ product, publications, contracts }}
      />
    </section>
  );
}
