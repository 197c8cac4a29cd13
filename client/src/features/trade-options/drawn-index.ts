/** The index as a line, with entries and levels of own contracts across it. Knows nothing of React or the store. */
import { AreaSeries, ColorType, createChart, LineStyle, type IPriceLine, type UTCTimestamp } from 'lightweight-charts';
import { tokenValue } from '../../shared/ui/theme';

export interface IndexLine {
  price: string;
  title: string;
  kind: 'up' | 'down' | 'level';
}

export interface DrawnIndex {
  show(points: readonly { price: string; at: number }[]): void;
  showLines(lines: readonly IndexLine[]): void;
  /** Colours of the theme and words of the language, as they are now. */
  dress(locale: string, decimals: number): void;
  remove(): void;
}

const COLOURS = { up: '--up', down: '--down', level: '--line-strong' } as const;

export function drawIndex(place: HTMLElement): DrawnIndex {
  const chart = createChart(place, {
    autoSize: true,
    layout: { attributionLogo: false, fontSize: 11 },
    handleScroll: { vertTouchDrag: false },
    timeScale: { borderVisible: false, timeVisible: true, secondsVisible: true, rightOffset: 8 },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.15, bottom: 0.15 } },
  });
  const line = chart.addSeries(AreaSeries, { lineWidth: 2, priceLineVisible: true });
  let drawn: IPriceLine[] = [];
  // Afterwards it goes on from where the reader has moved it.
  let isFitted = false;
  return {
    show(points) {
      line.setData(points.map(({ price, at }) => ({ time: localTime(at), value: Number(price) })));
      if (!isFitted) chart.timeScale().fitContent();
      isFitted = true;
    },
    showLines(lines) {
      for (const one of drawn) line.removePriceLine(one);
      drawn = lines.map(({ price, title, kind }) =>
        line.createPriceLine({
          price: Number(price),
          title,
          color: tokenValue(COLOURS[kind]),
          lineWidth: 1,
          lineStyle: kind === 'level' ? LineStyle.Dotted : LineStyle.Dashed,
          axisLabelVisible: true,
        }),
      );
    },
    dress(locale, decimals) {
      const accent = tokenValue('--accent');
      const strong = tokenValue('--line-strong');
      const cross = { color: strong, labelBackgroundColor: strong };
      const money = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
      chart.applyOptions({
        layout: {
          background: { type: ColorType.Solid, color: tokenValue('--surface') },
          textColor: tokenValue('--text-muted'),
          fontFamily: getComputedStyle(document.body).fontFamily,
        },
        grid: { vertLines: { visible: false }, horzLines: { color: tokenValue('--line') } },
        crosshair: { vertLine: cross, horzLine: cross },
        localization: { locale, dateFormat: 'yyyy-MM-dd', priceFormatter: (price: number) => money.format(price) },
      });
      line.applyOptions({
        lineColor: accent,
        topColor: `${accent}33`,
        bottomColor: `${accent}00`,
        priceFormat: { type: 'price', precision: decimals, minMove: 10 ** -decimals },
      });
    },
    remove: () => chart.remove(),
  };
}

/** The library shows times as they are in Greenwich: what is local is told to it as if it were there. Seconds: one a publication. */
function localTime(at: number): UTCTimestamp {
  return (Math.floor(at / 1_000) - new Date(at).getTimezoneOffset() * 60) as UTCTimestamp;
}
