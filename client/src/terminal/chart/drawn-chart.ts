/** Draws candles, volume, averages and own-order lines. Independent of React and the store. */
import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  HistogramSeries,
  LineSeries,
  LineStyle,
  createChart,
  type IChartApi,
  type ISeriesApi,
  type LogicalRangeChangeEventHandler,
  type MouseEventHandler,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { scaleOf } from '../../../../shared/rules/units';
import type { Candle, Interval } from '../../../../shared/wire/market-data';
import type { ChartLine } from '../../kit/entities/candle/chart-line';
import { movingAverage, redrawnFrom } from '../../kit/entities/candle/candle-series';
import { tokenValue } from '../../kit/ui/theme';
import { AVERAGES } from './averages';
import { orderLines } from './order-lines';
import { orderMarks, type OrderMarks } from './order-marks';

export interface ChartOptions {
  tick: string;
  interval: Interval;
  /** False for mark and index candles, which have no volume. */
  isTraded: boolean;
  /** Index of the candle under the pointer, or null. */
  onPoint: (index: number | null) => void;
  /** Number of candles left of the visible range. */
  onScroll: (candlesLeft: number) => void;
  onDragged: (id: string, price: string) => void;
}

export interface DrawnChart {
  show(candles: readonly Candle[]): void;
  showLines(lines: readonly ChartLine[]): void;
  /** Applies the current theme colours and the language. */
  dress(locale: string): void;
  remove(): void;
}

/** Number of candles in the initial view. */
const CANDLES_SHOWN = 120;
const RIGHT_OFFSET = 6;

type AverageToken = (typeof AVERAGES)[number]['token'];

/** Drawing state, independent of the series. */
interface Canvas {
  /** The chart's own container element, which can be moved in the page. */
  container: HTMLElement;
  chart: IChartApi;
  bars: ISeriesApi<'Candlestick'>;
  volume: ISeriesApi<'Histogram'>;
  averages: readonly { length: number; token: AverageToken; series: ISeriesApi<'Line'> }[];
  marks: OrderMarks;
  format: Format;
}

/**
 * A released canvas, reused if another chart is drawn in the same task, as when market or interval change. Creating one costs more time
 * than drawing and leaves more garbage.
 */
let spareCanvases: Canvas | null = null;

function takeCanvas(place: HTMLElement): Canvas {
  const canvas = spareCanvases;
  spareCanvases = null;
  if (!canvas) return newCanvas(place);
  place.append(canvas.container);
  return canvas;
}

function releaseCanvas(canvas: Canvas): void {
  const { container, chart, bars, volume, averages, marks } = canvas;
  marks.show([]);
  for (const series of [bars, volume, ...averages.map((average) => average.series)]) series.setData([]);
  // A vertical pan by the user must not apply to the next series.
  bars.priceScale().applyOptions({ autoScale: true });
  chart.clearCrosshairPosition();
  container.remove();
  spareCanvases?.chart.remove();
  spareCanvases = canvas;
  setTimeout(() => {
    if (spareCanvases !== canvas) return;
    spareCanvases = null;
    chart.remove();
  });
}

function newCanvas(place: HTMLElement): Canvas {
  const container = document.createElement('div');
  container.style.cssText = 'width:100%;height:100%';
  place.append(container);
  const chart = createChart(container, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11 },
    crosshair: { mode: CrosshairMode.Normal },
    // Vertical touch scrolls the page, because on a phone the chart covers most of it.
    handleScroll: { vertTouchDrag: false },
    timeScale: { secondsVisible: false, rightOffset: RIGHT_OFFSET, borderVisible: false },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.14, bottom: 0.22 } },
  });
  const bars = chart.addSeries(CandlestickSeries, { borderVisible: false });
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  const averages = AVERAGES.map(({ length, token }) => ({
    length,
    token,
    series: chart.addSeries(LineSeries, {
      lineWidth: 1,
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    }),
  }));
  const marks = orderMarks({
    series: bars,
    height: () => chart.paneSize().height,
    format: (price) => canvas.format(price),
  });
  const canvas: Canvas = { container, chart, bars, volume, averages, marks, format: String };
  return canvas;
}

export function drawChart(place: HTMLElement, options: ChartOptions): DrawnChart {
  const canvas = takeCanvas(place);
  const { chart, bars, volume, averages, marks } = canvas;
  const precision = scaleOf(options.tick);
  const priceFormat = { type: 'price', precision, minMove: Number(options.tick) } as const;
  for (const series of [bars, ...averages.map((average) => average.series)]) series.applyOptions({ priceFormat });
  chart.timeScale().applyOptions({ timeVisible: !isDaily(options.interval) });
  const lines = orderLines(place, bars, marks, options);

  let drawnCandles: readonly Candle[] = [];
  const timeOf = timesOf(options.interval);

  const point: MouseEventHandler<Time> = ({ logical, time }) => {
    const isOnCandle = time !== undefined && logical !== undefined && logical >= 0 && logical < drawnCandles.length;
    options.onPoint(isOnCandle ? Math.round(logical) : null);
  };
  const scroll: LogicalRangeChangeEventHandler = (range) => {
    if (range && drawnCandles.length > 0) options.onScroll(range.from);
  };
  chart.subscribeCrosshairMove(point);
  chart.timeScale().subscribeVisibleLogicalRangeChange(scroll);

  let colours = { up: '', down: '' };
  /** Generated candles (without trades) have paler colours. */
  const lookOf = (candle: Candle) => {
    if (!candle.isMade) return {};
    const color = Number(candle.close) >= Number(candle.open) ? colours.up : colours.down;
    return { color, wickColor: color, borderColor: color };
  };
  const barOf = (candle: Candle) => ({
    time: timeOf(candle),
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
    ...lookOf(candle),
  });
  const volumeOf = (candle: Candle) => ({
    time: timeOf(candle),
    value: Number(candle.baseVolume),
    color: Number(candle.close) >= Number(candle.open) ? colours.up : colours.down,
  });

  function drawAll(candles: readonly Candle[]): void {
    const isFirst = drawnCandles.length === 0;
    bars.setData(candles.map(barOf));
    if (options.isTraded) volume.setData(candles.map(volumeOf));
    for (const { length, series } of averages)
      series.setData(pointsOf(candles, movingAverage(candles, length), timeOf));
    if (isFirst && candles.length > 0) {
      const last = candles.length - 1;
      chart.timeScale().setVisibleLogicalRange({ from: last - CANDLES_SHOWN, to: last + RIGHT_OFFSET });
    }
  }

  function drawEnd(candles: readonly Candle[], from: number): void {
    for (const [at, candle] of candles.slice(from).entries()) {
      const before = at === 0 ? drawnCandles[from] : undefined;
      if (!isUnchanged(before && barOf(before), barOf(candle))) bars.update(barOf(candle));
      if (options.isTraded && !isUnchanged(before && volumeOf(before), volumeOf(candle)))
        volume.update(volumeOf(candle));
    }
    for (const { length, series } of averages) {
      const endOf = (allCandles: readonly Candle[]) => {
        const needed = allCandles.slice(Math.max(0, from + 1 - length));
        return pointsOf(needed, movingAverage(needed, length), timeOf).slice(-(allCandles.length - from));
      };
      const [before] = endOf(drawnCandles);
      for (const point of endOf(candles)) if (!isUnchanged(before, point)) series.update(point);
    }
  }

  return {
    show(candles) {
      const from = redrawnFrom(drawnCandles, candles);
      if (from === 'all') drawAll(candles);
      else drawEnd(candles, from);
      drawnCandles = candles;
    },
    showLines: (nextLines) => lines.show(nextLines),
    dress(locale) {
      colours = { up: tokenValue('--up-flash'), down: tokenValue('--down-flash') };
      canvas.format = priceFormatterOf(locale, precision);
      marks.dress();
      styleChart(chart, bars, locale, canvas.format);
      for (const { series, token } of averages) series.applyOptions({ color: tokenValue(token) });
      if (options.isTraded) volume.setData(drawnCandles.map(volumeOf));
      if (drawnCandles.some(({ isMade }) => isMade)) bars.setData(drawnCandles.map(barOf));
    },
    remove() {
      lines.remove();
      chart.unsubscribeCrosshairMove(point);
      chart.timeScale().unsubscribeVisibleLogicalRangeChange(scroll);
      releaseCanvas(canvas);
    },
  };
}

/**
 * Used to skip updates without effect. Each update makes the library process the whole chart, and an average's last point rarely changes.
 */
function isUnchanged<Point extends object>(previous: Point | undefined, current: Point): boolean {
  return (
    previous !== undefined && (Object.keys(current) as (keyof Point)[]).every((key) => current[key] === previous[key])
  );
}

function pointsOf(
  candles: readonly Candle[],
  values: readonly (string | null)[],
  timeOf: (candle: Candle) => UTCTimestamp,
): { time: UTCTimestamp; value: number }[] {
  return candles.flatMap((candle, index) => {
    const value = values[index];
    return value === null ? [] : [{ time: timeOf(candle), value: Number(value) }];
  });
}

function isDaily(interval: Interval): boolean {
  return interval === '1d' || interval === '1w';
}

/**
 * Timestamps in seconds for the library, which knows only UTC. Intraday times are shifted by the user's current UTC offset. All candles
 * share one offset, because an offset changing at a clock change would break their order. Days and weeks are UTC, as on the exchange.
 */
function timesOf(interval: Interval): (candle: Candle) => UTCTimestamp {
  const offset = isDaily(interval) ? 0 : new Date().getTimezoneOffset() * 60;
  return ({ start }) => (start / 1_000 - offset) as UTCTimestamp;
}

type Format = (price: number) => string;

function priceFormatterOf(locale: string, digits: number): Format {
  const format = new Intl.NumberFormat(locale, {
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
    useGrouping: 'always',
  });
  return (price) => format.format(price);
}

function styleChart(chart: IChartApi, bars: ISeriesApi<'Candlestick'>, locale: string, format: Format): void {
  const line = tokenValue('--line');
  const strong = tokenValue('--line-strong');
  const raised = tokenValue('--surface-raised');
  const [upColour, downColour] = [tokenValue('--up'), tokenValue('--down')];
  const cross = { color: strong, labelBackgroundColor: strong, style: LineStyle.Dashed } as const;
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: tokenValue('--surface') },
      textColor: tokenValue('--text-muted'),
      fontFamily: getComputedStyle(document.body).fontFamily,
      panes: { separatorColor: line, separatorHoverColor: raised },
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    crosshair: { vertLine: cross, horzLine: cross },
    localization: { locale, priceFormatter: format },
  });
  bars.applyOptions({ upColor: upColour, downColor: downColour, wickUpColor: upColour, wickDownColor: downColour });
}
