/** Draws own orders over the candles: one line each, with title and price where there is room. */
import type {
  IPrimitivePaneView,
  ISeriesApi,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
  Time,
} from 'lightweight-charts';
import type { ChartLine } from '../../kit/entities/candle/chart-line';
import { tokenValue } from '../../kit/ui/theme';

export interface Mark {
  price: number;
  title: string;
  side: 'buy' | 'sell';
  stroke: ChartLine['stroke'];
  /** Being dragged: its label takes precedence over its neighbours'. */
  isHeld: boolean;
}

interface Shown {
  mark: Mark;
  y: number;
  /** True if there is room for its title and price. */
  isLabelled: boolean;
}

export interface View {
  visibleMarks: Shown[];
  /** Number of marks outside the chart's range. */
  above: number;
  below: number;
}

/** Minimum distance between labels. Those without room are hidden, because a shifted label would stand at another price. */
const LABEL_PX = 18;
const PADDING_PX = 4;
const DASHES: Readonly<Record<ChartLine['stroke'], number[]>> = { dotted: [1, 3], dashed: [5, 4], solid: [] };
const STROKES = Object.keys(DASHES) as ChartLine['stroke'][];
const SIDES = ['buy', 'sell'] as const;

/** The visible marks from top to bottom; `heightOf` gives the distance of a price from the top. */
export function viewOf(marks: readonly Mark[], heightOf: (price: number) => number | null, height: number): View {
  const positionedMarks = marks.flatMap((mark) => {
    const y = heightOf(mark.price);
    return y === null ? [] : [{ mark, y, isLabelled: false }];
  });
  const visibleMarks = positionedMarks.filter(({ y }) => y >= 0 && y <= height).sort((a, b) => a.y - b.y);
  const above = positionedMarks.filter(({ y }) => y < 0).length;
  const below = positionedMarks.length - visibleMarks.length - above;
  // The counts of marks outside the range stand at the edges, so no label fits there.
  const labelYMax = height - (below > 0 ? 1.5 * LABEL_PX : 0);
  const heldMark = visibleMarks.find(({ mark }) => mark.isHeld);
  let last = above > 0 ? LABEL_PX / 2 : -Infinity;
  for (const one of visibleMarks) {
    const isFree =
      one.y - last >= LABEL_PX && one.y <= labelYMax && (!heldMark || Math.abs(one.y - heldMark.y) >= LABEL_PX);
    one.isLabelled = one === heldMark || isFree;
    if (one.isLabelled) last = one.y;
  }
  return { visibleMarks, above, below };
}

export interface OrderMarks {
  show(marks: readonly Mark[]): void;
  /** Reads the theme's colours. Not done per frame, because it makes the browser compute styles. */
  dress(): void;
}

interface Place {
  series: ISeriesApi<'Candlestick'>;
  /** Height of the drawing area, in pixels. */
  height: () => number;
  format: (price: number) => string;
}

export function orderMarks({ series, height, format }: Place): OrderMarks {
  let marks: readonly Mark[] = [];
  let view: View = { visibleMarks: [], above: 0, below: 0 };
  let labelled: Shown[] = [];
  let isOld = true;
  let labels: ISeriesPrimitiveAxisView[] = [];
  let style = currentStyle();
  let update: () => void = () => undefined;

  const panes: IPrimitivePaneView[] = [
    {
      zOrder: () => 'top',
      renderer: () => ({
        draw: (target) =>
          target.useMediaCoordinateSpace(({ context, mediaSize }) => paint(context, mediaSize.width, mediaSize.height)),
      }),
    },
  ];
  const primitive: ISeriesPrimitive<Time> = {
    attached: ({ requestUpdate }: SeriesAttachedParameter<Time>) => (update = requestUpdate),
    // Called for every series that changes; the positions are then computed once per frame.
    updateAllViews: () => (isOld = true),
    priceAxisViews() {
      place();
      return labels;
    },
    paneViews() {
      place();
      return panes;
    },
  };
  series.attachPrimitive(primitive);

  function place(): void {
    if (!isOld) return;
    isOld = false;
    view = viewOf(marks, (price) => series.priceToCoordinate(price), height());
    labelled = view.visibleMarks.filter(({ isLabelled }) => isLabelled);
    // The library compares array identity, so the array is replaced only when it grows.
    while (labels.length < labelled.length) labels = [...labels, labelAt(labels.length)];
  }

  function labelAt(index: number): ISeriesPrimitiveAxisView {
    const label = () => labelled.at(index);
    return {
      visible: () => label() !== undefined,
      coordinate: () => label()?.y ?? 0,
      text: () => format(label()?.mark.price ?? 0),
      textColor: () => style.ground,
      backColor: () => style[label()?.mark.side ?? 'buy'],
    };
  }

  function paint(context: CanvasRenderingContext2D, width: number, depth: number): void {
    context.textBaseline = 'middle';
    context.font = style.font;
    // Lines with the same style are drawn in one stroke.
    for (const side of SIDES) {
      for (const stroke of STROKES) {
        const alike = view.visibleMarks.filter(({ mark }) => mark.side === side && mark.stroke === stroke);
        if (alike.length === 0) continue;
        context.strokeStyle = style[side];
        context.setLineDash(DASHES[stroke]);
        context.beginPath();
        for (const { y } of alike) {
          context.moveTo(0, Math.round(y) + 0.5);
          context.lineTo(width, Math.round(y) + 0.5);
        }
        context.stroke();
      }
    }
    for (const { mark, y } of labelled)
      tagAt(context, mark.title, { right: width, y, colour: style[mark.side], style });
    const edgeTag = { right: width, colour: style.beyond, style };
    if (view.above > 0) tagAt(context, `▲ ${view.above}`, { ...edgeTag, y: LABEL_PX / 2 });
    if (view.below > 0) tagAt(context, `▼ ${view.below}`, { ...edgeTag, y: depth - LABEL_PX / 2 });
  }

  return {
    show(nextMarks) {
      marks = nextMarks;
      update();
    },
    dress() {
      style = currentStyle();
      update();
    },
  };
}

type MarkStyle = Record<'buy' | 'sell' | 'ground' | 'beyond' | 'font', string>;

function currentStyle(): MarkStyle {
  return {
    buy: tokenValue('--up'),
    sell: tokenValue('--down'),
    ground: tokenValue('--surface'),
    beyond: tokenValue('--line-strong'),
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
  };
}

interface Tag {
  right: number;
  y: number;
  colour: string;
  style: MarkStyle;
}

/** Text on a coloured box, aligned to the right edge. */
function tagAt(context: CanvasRenderingContext2D, text: string, { right, y, colour, style }: Tag): void {
  const width = widthOf(context, text) + 2 * PADDING_PX;
  context.fillStyle = colour;
  context.fillRect(right - width, Math.round(y) - LABEL_PX / 2 + 1, width, LABEL_PX - 1);
  context.fillStyle = style.ground;
  context.fillText(text, right - width + PADDING_PX, Math.round(y) + 1);
}

/** Cache of text widths, because many labels repeat. */
const widths = new Map<string, number>();
const WIDTHS_MAX = 500;

function widthOf(context: CanvasRenderingContext2D, text: string): number {
  const key = `${context.font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= WIDTHS_MAX) widths.clear();
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}
