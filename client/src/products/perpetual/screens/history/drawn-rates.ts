/** Funding rates as a histogram around zero. Independent of React. */
import { HistogramSeries, type UTCTimestamp } from 'lightweight-charts';
import { createColumnChart, styleColumns } from '../../../../kit/ui/figures/column-chart';
import { tokenValue } from '../../../../kit/ui/theme';
import type { FixedRate } from './fixed-rates';

const PLACES = 4;

export interface DrawnRates {
  show(rates: readonly FixedRate[], locale: string): void;
  remove(): void;
}

export function drawRates(place: HTMLElement): DrawnRates {
  const chart = createColumnChart(place);
  chart.timeScale().applyOptions({ timeVisible: true });
  const columns = chart.addSeries(HistogramSeries, { base: 0, priceLineVisible: false, lastValueVisible: false });
  return {
    show(rates, locale) {
      const [upColour, downColour] = [tokenValue('--up'), tokenValue('--down')];
      const percent = new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: PLACES,
        maximumFractionDigits: PLACES,
      });
      styleColumns(chart, locale, (rate) => percent.format(rate));
      columns.applyOptions({ priceFormat: { type: 'price', precision: 8, minMove: 1e-8 } });
      columns.setData(
        rates.map(({ at, rate }) => ({
          time: localTime(at),
          value: Number(rate),
          color: rate.startsWith('-') ? downColour : upColour,
        })),
      );
      chart.timeScale().fitContent();
    },
    remove: () => chart.remove(),
  };
}

/** The library formats times in UTC, so local time is passed as if it were UTC. */
function localTime(at: number): UTCTimestamp {
  return (at / 1_000 - new Date(at).getTimezoneOffset() * 60) as UTCTimestamp;
}
