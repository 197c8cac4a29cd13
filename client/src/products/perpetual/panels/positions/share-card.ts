/** Share card of a position: its contents and drawing. Amounts are left out unless the user asks for them. */
import type { Texts } from '../../../../kit/i18n/use-texts';
import { signOf } from '../../../../kit/lib/numbers/amount';
import { isAbove } from '../../../../kit/lib/numbers/exact';
import { dateAndTime } from '../../../../kit/lib/numbers/format';
import { moneyOf, priceOf } from '../../../../kit/positions/position-format';
import type { ShownPosition } from '../../../../kit/positions/use-positions';

export interface ShareCard {
  market: string;
  side: string;
  direction: 'long' | 'short';
  leverage: string;
  rateName: string;
  rate: string;
  sign: 'up' | 'down' | 'level';
  /** Name and figure per row, top to bottom. */
  rows: readonly (readonly [string, string])[];
  at: string;
}

/** Null while there is no mark. `at` is server time. */
export function shareCardOf(
  position: ShownPosition,
  texts: Pick<Texts, 't' | 'numbers'>,
  { withAmounts, at }: { withAmounts: boolean; at: number },
): ShareCard | null {
  const { state, market, mark, computed } = position;
  const { t, numbers } = texts;
  if (!computed || mark === null) return null;
  const { unrealised, entry, rate } = computed;
  return {
    market: market.label,
    side: t(`positions.${state.side}`),
    direction: state.side,
    leverage: `${state.leverage}×`,
    rateName: t('positions.share_card.rate'),
    rate: numbers.percent(rate),
    sign: signOf(unrealised),
    rows: [
      [t('positions.entry'), priceOf(texts, position, entry)],
      [t('positions.mark'), priceOf(texts, position, mark)],
      ...(withAmounts
        ? ([
            [t('positions.size'), `${numbers.exact(state.quantity)} ${market.base}`],
            [
              t('positions.unrealised'),
              `${isAbove(unrealised, '0') ? '+' : ''}${moneyOf(texts, unrealised)} ${market.quote}`,
            ],
          ] as const)
        : []),
    ],
    at: dateAndTime(at),
  };
}

export const CARD_WIDTH = 720;
export const CARD_HEIGHT = 900;
const EDGE = 56;
const FIGURE_PX = 96;
const LINE_PX = 56;

/** The subset of the canvas API used for drawing. */
type Brush = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'font' | 'textAlign' | 'fillRect' | 'fillText' | 'measureText'
>;
/** Theme colours and font. */
export type CardStyle = Readonly<
  Record<'ground' | 'surface' | 'text' | 'muted' | 'up' | 'down' | 'line' | 'font', string>
>;

/** `site`: name and address of the exchange, printed on the card. */
export function drawCard(
  brush: Brush,
  card: ShareCard,
  style: CardStyle,
  site: { name: string; address: string },
): void {
  const colour = { up: style.up, down: style.down, level: style.text }[card.sign];
  const fill = (fillColour: string, x: number, y: number, width: number, height: number) => {
    brush.fillStyle = fillColour;
    brush.fillRect(x, y, width, height);
  };
  /** Shrinks the font if the text is wider than the card. */
  const write = (
    text: string,
    y: number,
    textColour: string,
    size: number,
    weight = 400,
    side: 'start' | 'end' = 'start',
  ) => {
    const widthMax = CARD_WIDTH - 2 * EDGE;
    brush.font = `${weight} ${size}px ${style.font}`;
    const { width } = brush.measureText(text);
    if (width > widthMax) brush.font = `${weight} ${Math.floor((size * widthMax) / width)}px ${style.font}`;
    brush.fillStyle = textColour;
    brush.textAlign = side === 'start' ? 'left' : 'right';
    brush.fillText(text, side === 'start' ? EDGE : CARD_WIDTH - EDGE, y);
  };

  fill(style.ground, 0, 0, CARD_WIDTH, CARD_HEIGHT);
  fill(colour, 0, 0, CARD_WIDTH, 12);
  write(site.name, 96, style.text, 32, 650);
  write(card.market, 190, style.text, 44, 650);
  write(`${card.side} · ${card.leverage}`, 246, card.direction === 'long' ? style.up : style.down, 32, 600);
  write(card.rateName, 340, style.muted, 28);
  write(card.rate, 440, colour, FIGURE_PX, 700);
  fill(style.line, EDGE, 490, CARD_WIDTH - 2 * EDGE, 2);
  for (const [place, [name, figure]] of card.rows.entries()) {
    const y = 550 + place * LINE_PX;
    write(name, y, style.muted, 28);
    write(figure, y, style.text, 28, 600, 'end');
  }
  fill(style.surface, 0, CARD_HEIGHT - 96, CARD_WIDTH, 96);
  write(site.address, CARD_HEIGHT - 40, style.text, 24, 600);
  write(card.at, CARD_HEIGHT - 40, style.muted, 24, 400, 'end');
}
