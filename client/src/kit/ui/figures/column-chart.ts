/** Column chart without scrolling, independent of React. */
import { ColorType, createChart, type IChartApi } from 'lightweight-charts';
import { tokenValue } from '../theme';

export function createColumnChart(place: HTMLElement): IChartApi {
  return createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11 },
    handleScroll: false,
    handleScale: false,
    timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true },
    rightPriceScale: { borderVisible: false },
  });
}

/** Uses theme colours and the user's number format. */
export function styleColumns(chart: IChartApi, locale: string, priceFormatter: (value: number) => string): void {
  const strong = tokenValue('--line-strong');
  const cross = { color: strong, labelBackgroundColor: strong };
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: tokenValue('--surface') },
      textColor: tokenValue('--text-muted'),
      fontFamily: getComputedStyle(document.body).fontFamily,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: tokenValue('--line') } },
    crosshair: { vertLine: cross, horzLine: cross },
    localization: { locale, dateFormat: 'yyyy-MM-dd', priceFormatter },
  });
}
