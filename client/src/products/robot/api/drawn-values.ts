/** Draws a value over time against its initial level, in different colours above and below. Independent of React. */
import { BaselineSeries, type UTCTimestamp } from 'lightweight-charts';
import { createColumnChart, styleColumns } from '../../../kit/ui/figures/column-chart';
import { tokenValue } from '../../../kit/ui/theme';

export interface ValuePoint {
  at: number;
  value: string;
}

export interface DrawnValues {
  show(points: readonly ValuePoint[], level: string, locale: string): void;
  remove(): void;
}

const DIGITS_MAX = 7;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

export function drawValues(place: HTMLElement): DrawnValues {
  const chart = createColumnChart(place);
  chart.applyOptions({ timeScale: { timeVisible: true, secondsVisible: false } });
  const series = chart.addSeries(BaselineSeries, { priceLineVisible: false, lastValueVisible: true, lineWidth: 2 });
  return {
    show(points, level, locale) {
      const amounts = new Intl.NumberFormat(locale, { maximumSignificantDigits: DIGITS_MAX });
      styleColumns(chart, locale, (amount) => amounts.format(amount));
      const [upColour, downColour] = [tokenValue('--up'), tokenValue('--down')];
      series.applyOptions({
        baseValue: { type: 'price', price: Number(level) },
        ...{ topLineColor: upColour, bottomLineColor: downColour },
        ...{ topFillColor1: 'transparent', topFillColor2: 'transparent' },
        ...{ bottomFillColor1: 'transparent', bottomFillColor2: 'transparent' },
      });
      // The library knows only UTC, so times are shifted by the user's offset.
      const offset = new Date().getTimezoneOffset() * MINUTE_MS;
      const bySecond = new Map(
        points.map(({ at, value }) => [Math.floor((at - offset) / SECOND_MS) as UTCTimestamp, Number(value)]),
      );
      series.setData([...bySecond].map(([time, value]) => ({ time, value })));
      chart.timeScale().fitContent();
    },
    remove: () => chart.remove(),
  };
}
