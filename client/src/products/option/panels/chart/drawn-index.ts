/** Drawn index chart: a line by the second, or candles, with the user's contracts. Independent of React. */
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  LineStyle,
  LineType,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { scaleOf } from '../../../../../../shared/rules/units';
import type { Candle } from '../../../../../../shared/wire/market-data';
import { tokenValue } from '../../../../kit/ui/theme';
import type { DrawnContract, IndexLine } from './contract-lines';

export interface IndexPoint {
  second: number;
  price: string;
}

export interface DrawnIndex {
  showPoints(points: readonly IndexPoint[]): void;
  showCandles(candles: readonly Candle[]): void;
  /** Price lines, entry markers, and end lines. */
  showContracts(lines: readonly IndexLine[], contracts: readonly DrawnContract[]): void;
  /** Applies the current theme colours and language. */
  dress(locale: string): void;
  remove(): void;
}

/** Number of seconds, or candles, shown at first. */
const SECONDS_SHOWN = 180;
const CANDLES_SHOWN = 90;
const RIGHT_OFFSET = 8;
/** Maximum of future seconds on the axis; later ends are not shown yet. */
const COMING_MAX = 600;

/** The library knows only UTC, so times are shifted by the user's offset. */
const offsetSeconds = (): number => new Date().getTimezoneOffset() * 60;

export function drawIndex(place: HTMLElement, tick: string, view: 'seconds' | 'candles'): DrawnIndex {
  const offset = offsetSeconds();
  const timeOf = (second: number) => (second - offset) as UTCTimestamp;
  const chart = createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11 },
    crosshair: { mode: CrosshairMode.Normal },
    // A vertical touch drag scrolls the page.
    handleScroll: { vertTouchDrag: false },
    timeScale: {
      timeVisible: true,
      secondsVisible: view === 'seconds',
      rightOffset: RIGHT_OFFSET,
      borderVisible: false,
    },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.16, bottom: 0.12 } },
  });
  const precision = scaleOf(tick);
  const priceFormat = { type: 'price', precision, minMove: Number(tick) } as const;
  const series: ISeriesApi<'Area'> | ISeriesApi<'Candlestick'> =
    view === 'seconds'
      ? chart.addSeries(AreaSeries, { priceFormat, lineWidth: 2, lineType: LineType.WithSteps })
      : chart.addSeries(CandlestickSeries, { priceFormat, borderVisible: false });
  const markers = createSeriesMarkers<Time>(series, []);
  const endLinesLayer = place.appendChild(document.createElement('div'));
  endLinesLayer.dataset['ends'] = '';

  let lines: IPriceLine[] = [];
  let drawnContracts: readonly DrawnContract[] = [];
  let points: readonly IndexPoint[] = [];
  let isDrawn = false;
  /** Latest end for which the axis has room, in seconds. */
  let endShown = 0;

  /** Adds empty points for future seconds, so that the ends of contracts have a place on the axis. */
  function drawPoints(): void {
    const last = points.at(-1)?.second ?? 0;
    const end = Math.max(0, ...drawnContracts.map(({ endsAt }) => (endsAt === null ? 0 : Math.ceil(endsAt / 1_000))));
    const coming = Array.from({ length: Math.max(0, Math.min(end - last, COMING_MAX)) }, (_, index) => ({
      time: timeOf(last + 1 + index),
    }));
    (series as ISeriesApi<'Area'>).setData([
      ...points.map(({ second, price }) => ({ time: timeOf(second), value: Number(price) })),
      ...coming,
    ]);
    if (points.length === 0 || (isDrawn && end <= endShown)) return;
    // Sets the range at first and for a later end; otherwise keeps the user's scroll position.
    isDrawn = true;
    endShown = end;
    const count = points.length - 1 + coming.length;
    const width = Math.max(SECONDS_SHOWN, coming.length * 2);
    chart.timeScale().setVisibleLogicalRange({ from: count - width, to: count + RIGHT_OFFSET });
  }

  function drawMarks(): void {
    const first = points[0]?.second ?? Infinity;
    const marks = drawnContracts.flatMap(({ enteredAt, isUp }): SeriesMarker<Time>[] => {
      const second = enteredAt === null ? -1 : Math.floor(enteredAt / 1_000);
      if (view !== 'seconds' || second < first) return [];
      const color = tokenValue(isUp ? '--up' : '--down');
      return [
        isUp
          ? { time: timeOf(second), position: 'belowBar', shape: 'arrowUp', color }
          : { time: timeOf(second), position: 'aboveBar', shape: 'arrowDown', color },
      ];
    });
    markers.setMarkers(marks.sort((a, b) => Number(a.time) - Number(b.time)));
  }

  /** The library has no vertical lines, so thin elements mark the ends of contracts. */
  function placeEnds(): void {
    const places = view === 'seconds' ? drawnContracts.flatMap(({ endsAt }) => (endsAt === null ? [] : [endsAt])) : [];
    endLinesLayer.replaceChildren(
      ...places.flatMap((endsAt) => {
        const x = chart.timeScale().timeToCoordinate(timeOf(Math.ceil(endsAt / 1_000)));
        if (x === null) return [];
        const line = document.createElement('i');
        line.style.left = `${x}px`;
        return [line];
      }),
    );
  }
  chart.timeScale().subscribeVisibleLogicalRangeChange(placeEnds);
  chart.timeScale().subscribeSizeChange(placeEnds);

  return {
    showPoints(next) {
      points = next;
      drawPoints();
      drawMarks();
      placeEnds();
    },
    showCandles(candles) {
      (series as ISeriesApi<'Candlestick'>).setData(
        candles.map(({ start, open, high, low, close }) => ({
          time: timeOf(start / 1_000),
          ...{ open: Number(open), high: Number(high), low: Number(low), close: Number(close) },
        })),
      );
      if (isDrawn || candles.length === 0) return;
      isDrawn = true;
      const last = candles.length - 1;
      chart.timeScale().setVisibleLogicalRange({ from: last - CANDLES_SHOWN, to: last + RIGHT_OFFSET });
    },
    showContracts(contractLines, contracts) {
      for (const line of lines) series.removePriceLine(line);
      lines = contractLines.map(({ price, title, kind }) =>
        series.createPriceLine({
          price: Number(price),
          title,
          lineWidth: 1,
          color: tokenValue(COLOUR_OF[kind]),
          lineStyle: kind === 'take_profit' || kind === 'stop_loss' ? LineStyle.Dotted : LineStyle.Dashed,
          axisLabelVisible: true,
        }),
      );
      drawnContracts = contracts;
      if (view === 'seconds' && points.length > 0) drawPoints();
      drawMarks();
      placeEnds();
    },
    dress(locale) {
      styleChart(chart, locale, precision);
      if (view === 'seconds') {
        const accent = tokenValue('--accent');
        (series as ISeriesApi<'Area'>).applyOptions({
          ...{ lineColor: accent, topColor: `${accent}38`, bottomColor: `${accent}00` },
        });
      } else {
        const [upColour, downColour] = [tokenValue('--up'), tokenValue('--down')];
        (series as ISeriesApi<'Candlestick'>).applyOptions({
          ...{ upColor: upColour, downColor: downColour, wickUpColor: upColour, wickDownColor: downColour },
        });
      }
      drawMarks();
    },
    remove() {
      chart.remove();
      endLinesLayer.remove();
    },
  };
}

const COLOUR_OF = {
  up: '--up',
  down: '--down',
  take_profit: '--good',
  stop_loss: '--warning',
} as const satisfies Record<IndexLine['kind'], `--${string}`>;

function styleChart(chart: IChartApi, locale: string, digits: number): void {
  const line = tokenValue('--line');
  const strong = tokenValue('--line-strong');
  const cross = { color: strong, labelBackgroundColor: strong, style: LineStyle.Dashed } as const;
  const format = new Intl.NumberFormat(locale, {
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
    useGrouping: 'always',
  });
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: tokenValue('--surface') },
      textColor: tokenValue('--text-muted'),
      fontFamily: getComputedStyle(document.body).fontFamily,
    },
    grid: { vertLines: { color: line }, horzLines: { color: line } },
    crosshair: { vertLine: cross, horzLine: cross },
    localization: { locale, priceFormatter: (price: number) => format.format(price) },
  });
}
