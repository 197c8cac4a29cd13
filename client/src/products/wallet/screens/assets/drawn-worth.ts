/** Drawn chart of past value. Independent of React. */
import { AreaSeries, ColorType, createChart } from 'lightweight-charts';
import { tokenValue } from '../../../../kit/ui/theme';
import type { WorthPoint } from './worth-points';

export interface WorthStyle {
  digits: number;
  /** Hides the amounts but not the line. */
  isHidden: boolean;
  locale: string;
}

export interface DrawnWorth {
  show(points: readonly WorthPoint[], style: WorthStyle): void;
  remove(): void;
}

export function drawWorth(place: HTMLElement): DrawnWorth {
  const chart = createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11 },
    // The whole span is always visible, so there is nothing to scroll or zoom.
    handleScroll: false,
    handleScale: false,
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.2, bottom: 0.08 } },
  });
  const line = chart.addSeries(AreaSeries, { lineWidth: 2, priceLineVisible: false });
  return {
    show(points, { digits, isHidden, locale }) {
      const accent = tokenValue('--accent');
      const grid = tokenValue('--line');
      const strong = tokenValue('--line-strong');
      const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
      const cross = { color: strong, labelBackgroundColor: strong };
      chart.applyOptions({
        layout: {
          background: { type: ColorType.Solid, color: tokenValue('--surface') },
          textColor: tokenValue('--text-muted'),
          fontFamily: getComputedStyle(document.body).fontFamily,
        },
        grid: { vertLines: { visible: false }, horzLines: { color: grid } },
        crosshair: { vertLine: cross, horzLine: cross },
        rightPriceScale: { visible: !isHidden },
        localization: { locale, dateFormat: 'yyyy-MM-dd', priceFormatter: (value: number) => format.format(value) },
      });
      line.applyOptions({
        lineColor: accent,
        topColor: `${accent}38`,
        bottomColor: `${accent}05`,
        lastValueVisible: !isHidden,
        priceFormat: { type: 'price', precision: digits, minMove: 1 / 10 ** digits },
      });
      line.setData(points.map(({ day, value }) => ({ time: day, value: Number(value) })));
      chart.timeScale().fitContent();
    },
    remove: () => chart.remove(),
  };
}
