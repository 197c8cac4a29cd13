/** Draws the poster: an image for phones with the code and a QR code of the link. Independent of React. */
import { drawQrCode } from '../../../kit/ui/figures/qr-code';
import { linesOf } from './text-lines';

export const POSTER_SIZE = { width: 1080, height: 1620 } as const;

export interface PosterWords {
  name: string;
  head: string;
  lead: string;
  scan: string;
  codeName: string;
  code: string;
  link: string;
  /** Language tag, which decides line breaks. */
  language: string;
  font: string;
}

const EDGE = 96;
const WIDTH = POSTER_SIZE.width - 2 * EDGE;
/** Independent of the theme, because the image is viewed elsewhere. */
const INK = { ground: '#0b1020', glow: '#2f6fe0', text: '#ffffff', muted: '#b9c6dc', card: '#ffffff', dark: '#0b1020' };
const CARD = { top: 840, height: 660, radius: 48, code: 440 };

export function drawPoster(context: CanvasRenderingContext2D, texts: PosterWords): void {
  const { width, height } = POSTER_SIZE;
  context.fillStyle = INK.ground;
  context.fillRect(0, 0, width, height);
  const glow = context.createRadialGradient(width, 0, 0, width, 0, height);
  glow.addColorStop(0, INK.glow);
  glow.addColorStop(1, 'rgb(47 111 224 / 0%)');
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
  drawCandles(context);
  context.textBaseline = 'top';
  context.textAlign = 'left';
  write(context, texts, texts.name, { top: EDGE, size: 44, weight: 700, colour: INK.text });
  const below = write(context, texts, texts.head, { top: 250, size: 96, weight: 800, colour: INK.text });
  write(context, texts, texts.lead, { top: below + 36, size: 44, weight: 400, colour: INK.muted });
  drawCard(context, texts);
}

interface Writing {
  top: number;
  size: number;
  weight: number;
  colour: string;
}

/** Returns the lower end of the text, in pixels. */
function write(context: CanvasRenderingContext2D, texts: PosterWords, text: string, writing: Writing): number {
  const { top, size, weight, colour } = writing;
  context.font = `${weight} ${size}px ${texts.font}`;
  context.fillStyle = colour;
  const lines = linesOf(text, texts.language, (part) => context.measureText(part).width <= WIDTH);
  lines.forEach((line, index) => context.fillText(line, EDGE, top + index * size * 1.25));
  return top + lines.length * size * 1.25;
}

/** Decorative candles behind the text. */
function drawCandles(context: CanvasRenderingContext2D): void {
  const heights = [40, 56, 44, 70, 60, 84, 72, 96, 88, 110];
  const step = WIDTH / heights.length;
  heights.forEach((tall, index) => {
    const left = EDGE + index * step + step / 4;
    const top = 770 - index * 10 - tall / 2;
    context.fillStyle = index % 3 === 2 ? 'rgb(245 113 123 / 45%)' : 'rgb(47 191 131 / 45%)';
    context.fillRect(left, top, step / 2, tall);
    context.fillRect(left + step / 4 - 2, top - 14, 4, tall + 28);
  });
}

function drawCard(context: CanvasRenderingContext2D, texts: PosterWords): void {
  const { top, height, radius, code: size } = CARD;
  const middle = POSTER_SIZE.width / 2;
  context.fillStyle = INK.card;
  context.beginPath();
  context.roundRect(EDGE, top, WIDTH, height, radius);
  context.fill();
  drawCode(context, texts.link, { left: middle - size / 2, top: top + 48, size });
  context.textAlign = 'center';
  context.fillStyle = INK.dark;
  context.font = `600 38px ${texts.font}`;
  context.fillText(texts.scan, middle, top + 48 + size + 20, WIDTH - 2 * radius);
  context.font = `800 52px ${texts.font}`;
  context.fillText(`${texts.codeName} ${texts.code}`, middle, top + 48 + size + 78, WIDTH - 2 * radius);
}

/** Black on white, whole pixels per module and a quiet zone, so that any camera can read it. */
function drawCode(
  context: CanvasRenderingContext2D,
  link: string,
  { left, top, size }: { left: number; top: number; size: number },
): void {
  const { side, path } = drawQrCode(link);
  const scale = Math.floor(size / side);
  const inset = (size - scale * side) / 2;
  context.save();
  context.translate(Math.round(left + inset), Math.round(top + inset));
  context.scale(scale, scale);
  context.fillStyle = '#000000';
  context.fill(new Path2D(path));
  context.restore();
}
