/** Rebates by day as columns: level 2 on top of level 1. Independent of React. */
import { HistogramSeries, type UTCTimestamp } from 'lightweight-charts';
import { sumOf } from '../../../kit/lib/numbers/exact';
import { createColumnChart, styleColumns } from '../../../kit/ui/figures/column-chart';
import { tokenValue } from '../../../kit/ui/theme';
import type { DayColumn } from './day-columns';

const DAY_SECONDS = 86_400;
const DIGITS_MAX = 6;

export interface DrawnRebates {
  show(columns: readonly DayColumn[], locale: string): void;
  remove(): void;
}

export function drawRebates(place: HTMLElement): DrawnRebates {
  const chart = createColumnChart(place);
  chart.priceScale('right').applyOptions({ scaleMargins: { top: 0.16, bottom: 0 } });
  const options = { base: 0, priceLineVisible: false, lastValueVisible: false } as const;
  // Stacked: the total is drawn behind level 1, so the visible rest is level 2.
  const totalSeries = chart.addSeries(HistogramSeries, options);
  const level1Series = chart.addSeries(HistogramSeries, options);
  return {
    show(columns, locale) {
      const amounts = new Intl.NumberFormat(locale, { maximumSignificantDigits: DIGITS_MAX });
      styleColumns(chart, locale, (amount) => amounts.format(amount));
      const [level1Colour, level2Colour] = [tokenValue('--share-1'), tokenValue('--share-2')];
      const priceFormat = { type: 'price', precision: 8, minMove: 1e-8 } as const;
      level1Series.applyOptions({ color: level1Colour, priceFormat });
      totalSeries.applyOptions({ color: level2Colour, priceFormat });
      const timed = (day: number) => (day * DAY_SECONDS) as UTCTimestamp;
      level1Series.setData(columns.map(({ day, level1 }) => ({ time: timed(day), value: Number(level1) })));
      totalSeries.setData(
        columns.map(({ day, level1, level2 }) => ({ time: timed(day), value: Number(sumOf([level1, level2])) })),
      );
      chart.timeScale().fitContent();
    },
    remove: () => chart.remove(),
  };
}
