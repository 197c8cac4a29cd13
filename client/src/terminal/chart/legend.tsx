import { memo, useMemo } from 'react';
import { scaleOf } from '../../../../shared/rules/units';
import type { Candle } from '../../../../shared/wire/market-data';
import type { MarketRecord } from '../../../../shared/wire/product';
import { changeOf, movingAverage } from '../../kit/entities/candle/candle-series';
import { directionShown } from '../../kit/entities/market/quote';
import { useTexts } from '../../kit/i18n/use-texts';
import styles from './chart.module.css';
import { AVERAGES } from './averages';

interface LegendProps {
  market: MarketRecord;
  candles: readonly Candle[];
  index: number;
  /** False for mark and index candles, which have no volume. */
  isTraded: boolean;
}

/** Figures of the candle under the pointer, or of the latest. */
export const Legend = memo(function Legend({ market, candles, index, isTraded }: LegendProps) {
  const { t, numbers } = useTexts();
  const candle = candles[index] ?? candles[candles.length - 1];
  const averages = useMemo(
    () =>
      AVERAGES.map(
        ({ length }) => movingAverage(candles.slice(Math.max(0, index + 1 - length), index + 1), length).at(-1) ?? null,
      ),
    [candles, index],
  );
  const digits = scaleOf(market.tick);
  const change = changeOf(candle);
  const direction = directionShown(change);
  const figures = [
    [t('chart.open'), numbers.fixed(candle.open, digits)],
    [t('chart.high'), numbers.fixed(candle.high, digits)],
    [t('chart.low'), numbers.fixed(candle.low, digits)],
    [t('chart.close'), numbers.fixed(candle.close, digits)],
    [t('chart.change'), numbers.percent(change)],
  ];
  return (
    <div className={styles.legend}>
      <p>
        {figures.map(([name, figure]) => (
          <span key={name}>
            {name}{' '}
            <b translate="no" data-direction={direction}>
              {figure}
            </b>
          </span>
        ))}
        {candle.isMade && <span className={styles.made}>{t('chart.made')}</span>}
        {isTraded && (
          <span>
            {t('chart.volume')} <b translate="no">{numbers.compact(candle.baseVolume)}</b>
          </span>
        )}
      </p>
      <p>
        {AVERAGES.map(({ length, token }, at) => (
          <span key={length} translate="no" style={{ color: `var(${token})` }}>
            MA{length} {averages[at] === null ? '–' : numbers.fixed(averages[at] ?? '0', digits)}
          </span>
        ))}
      </p>
    </div>
  );
});
