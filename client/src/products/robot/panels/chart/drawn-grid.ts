/** Draws a market's candles with the lines of a grid. Independent of React. */
import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  LineStyle,
  createChart,
  type IPriceLine,
  type UTCTimestamp,
} from 'lightweight-charts';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { Candle } from '../../../../../../shared/wire/market-data';
import { tokenValue } from '../../../../kit/ui/theme';

export interface GridLine {
  price: string;
  /** `edge`: the outermost lines. `line`: all others. `cost`: average price paid. `stop`: price at which the robot stops. */
  kind: 'edge' | 'line' | 'cost' | 'stop';
  title: string;
}

export interface DrawnGrid {
  showCandles(candles: readonly Candle[]): void;
  showLines(lines: readonly GridLine[]): void;
  /** Applies the current theme colours and the language. */
  dress(locale: string): void;
  remove(): void;
}

const CANDLES_SHOWN = 120;
const RIGHT_OFFSET = 6;
const SECOND_MS = 1_000;
const SECONDS_A_MINUTE = 60;

const COLOUR_OF = {
  ...{ edge: '--accent', line: '--line-strong', cost: '--text', stop: '--warning' },
} as const satisfies Record<GridLine['kind'], `--${string}`>;

export function drawGrid(place: HTMLElement, tick: string): DrawnGrid {
  const precision = scaleOf(tick);
  const chart = createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11 },
    crosshair: { mode: CrosshairMode.Normal },
    // Vertical touch scrolls the page.
    handleScroll: { vertTouchDrag: false },
    timeScale: { timeVisible: true, secondsVisible: false, rightOffset: RIGHT_OFFSET, borderVisible: false },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.1, bottom: 0.1 } },
  });
  let prices: number[] = [];
  const series = chart.addSeries(CandlestickSeries, {
    priceFormat: { type: 'price', precision, minMove: Number(tick) },
    borderVisible: false,
    // Includes the whole grid in the price range, even where the price never was.
    autoscaleInfoProvider: (original: () => { priceRange: { minValue: number; maxValue: number } | null } | null) => {
      const found = original();
      if (!found?.priceRange || prices.length === 0) return found;
      const { minValue, maxValue } = found.priceRange;
      return {
        ...found,
        priceRange: { minValue: Math.min(minValue, ...prices), maxValue: Math.max(maxValue, ...prices) },
      };
    },
  });
  // The library knows only UTC, so times are shifted by the user's offset.
  const offset = new Date().getTimezoneOffset() * SECONDS_A_MINUTE;
  let priceLines: IPriceLine[] = [];
  let lines: readonly GridLine[] = [];
  let isDrawn = false;

  function drawLines(): void {
    for (const line of priceLines) series.removePriceLine(line);
    priceLines = lines.map(({ price, kind, title }) =>
      series.createPriceLine({
        price: Number(price),
        title,
        lineWidth: 1,
        color: tokenValue(COLOUR_OF[kind]),
        lineStyle: kind === 'line' ? LineStyle.Dotted : LineStyle.Dashed,
        axisLabelVisible: kind !== 'line',
      }),
    );
  }

  return {
    showCandles(candles) {
      series.setData(
        candles.map(({ start, open, high, low, close }) => ({
          time: (start / SECOND_MS - offset) as UTCTimestamp,
          ...{ open: Number(open), high: Number(high), low: Number(low), close: Number(close) },
        })),
      );
      if (isDrawn || candles.length === 0) return;
      isDrawn = true;
      const last = candles.length - 1;
      chart.timeScale().setVisibleLogicalRange({ from: last - CANDLES_SHOWN, to: last + RIGHT_OFFSET });
    },
    showLines(next) {
      lines = next;
      prices = next.filter(({ kind }) => kind === 'edge').map(({ price }) => Number(price));
      drawLines();
      chart.priceScale('right').applyOptions({ autoScale: true });
    },
    dress(locale) {
      const strong = tokenValue('--line-strong');
      const cross = { color: strong, labelBackgroundColor: strong, style: LineStyle.Dashed } as const;
      const format = new Intl.NumberFormat(locale, {
        ...{ minimumFractionDigits: precision, maximumFractionDigits: precision },
        useGrouping: 'always',
      });
      chart.applyOptions({
        layout: {
          background: { type: ColorType.Solid, color: tokenValue('--surface') },
          textColor: tokenValue('--text-muted'),
          fontFamily: getComputedStyle(document.body).fontFamily,
        },
        grid: { vertLines: { visible: false }, horzLines: { visible: false } },
        crosshair: { vertLine: cross, horzLine: cross },
        localization: { locale, priceFormatter: (price: number) => format.format(price) },
      });
      const [upColour, downColour] = [tokenValue('--up'), tokenValue('--down')];
      series.applyOptions({
        ...{ upColor: upColour, downColor: downColour, wickUpColor: upColour, wickDownColor: downColour },
      });
      drawLines();
    },
    remove: () => chart.remove(),
  };
}
