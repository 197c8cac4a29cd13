/** How busy each market of the demo is, in the usual proportions. Amounts in the quote asset. */
export interface Liveliness {
  market: string;
  /** From the index to the best quote, and from there to the next, in millionths of the price. */
  halfSpreadPpm: number;
  stepPpm: number;
  /** How much farther apart each two quotes are than the two before, as a ratio. */
  widening: number;
  /** What the best quotes offer. */
  levelNotional: number;
  /** What is traded in a minute, and in how many orders. */
  turnoverPerMinute: number;
  takesPerMinute: number;
  /** Orders of a minute of history: fewer and larger ones tell the same story. */
  takesPerPastMinute: number;
  /** Every how many ticks the quotes are looked at, and how many of them may then change. */
  quoteTicks: number;
  changesMax: number;
}

type Figures = Pick<
  Liveliness,
  'halfSpreadPpm' | 'stepPpm' | 'widening' | 'levelNotional' | 'turnoverPerMinute' | 'takesPerMinute'
>;

const lively = (market: string, ...figures: FigureRow): Liveliness => ({
  ...figuresOf(market, figures),
  quoteTicks: 3,
  changesMax: 8,
  takesPerPastMinute: 4,
});
const calm = (market: string, ...figures: FigureRow): Liveliness => ({
  ...figuresOf(market, figures),
  quoteTicks: 12,
  changesMax: 5,
  takesPerPastMinute: 2,
});

/** Perpetuals: every change of a quote is a command of its own there, so fewer are made. */
const contract = (
  market: string,
  { quoteTicks, takesPerPastMinute }: Pick<Liveliness, 'quoteTicks' | 'takesPerPastMinute'>,
  ...figures: FigureRow
): Liveliness => ({
  ...figuresOf(market, figures),
  quoteTicks,
  changesMax: 3,
  takesPerPastMinute,
});
/** A candle of a minute with one trade is a dash. */
const LARGE = { quoteTicks: 8, takesPerPastMinute: 3 };
const SMALL = { quoteTicks: 24, takesPerPastMinute: 2 };

/** In the order of `Figures`. */
type FigureRow = [number, number, number, number, number, number];

function figuresOf(market: string, row: FigureRow): Figures & { market: string } {
  const [halfSpreadPpm, stepPpm, widening, levelNotional, turnoverPerMinute, takesPerMinute] = row;
  const figures = { halfSpreadPpm, stepPpm, widening, levelNotional, turnoverPerMinute, takesPerMinute };
  return { market, ...figures };
}

export const LIVELINESS: readonly Liveliness[] = [
  lively('BTC-USDT', 0.4, 12, 1.3, 12_000, 45_000, 26),
  lively('ETH-USDT', 6, 12, 1.3, 9_000, 28_000, 22),
  calm('BNB-USDT', 35, 90, 1.15, 4_000, 8_000, 6),
  calm('SOL-USDT', 150, 220, 1.12, 5_000, 12_000, 9),
  calm('XRP-USDT', 200, 250, 1.12, 4_000, 8_000, 7),
  calm('ADA-USDT', 250, 280, 1.12, 3_000, 4_000, 5),
  calm('DOGE-USDT', 200, 260, 1.12, 3_500, 6_000, 7),
  calm('LTC-USDT', 250, 260, 1.12, 3_000, 3_000, 4),
  calm('LINK-USDT', 250, 280, 1.12, 3_000, 3_500, 5),
  calm('DOT-USDT', 300, 320, 1.12, 2_500, 2_500, 4),
  calm('SHIB-USDT', 1_200, 1_400, 1.05, 2_500, 3_000, 3),
  calm('BTC-JPY', 200, 250, 1.12, 600_000, 500_000, 3),
  calm('USDT-USD', 60, 40, 1.12, 6_000, 4_000, 5),
];

export const CONTRACT_LIVELINESS: readonly Liveliness[] = [
  contract('BTC-USDT-PERP', LARGE, 90, 40, 1.18, 9_000, 25_000, 10),
  contract('ETH-USDT-PERP', LARGE, 110, 50, 1.18, 7_000, 15_000, 8),
  contract('SOL-USDT-PERP', SMALL, 250, 220, 1.12, 5_000, 6_000, 4),
  contract('XRP-USDT-PERP', SMALL, 300, 250, 1.12, 4_000, 4_000, 3),
  contract('DOGE-USDT-PERP', SMALL, 300, 260, 1.12, 3_500, 3_000, 3),
];

/** Whatever trades. */
export const ALL_LIVELINESS: readonly Liveliness[] = [...LIVELINESS, ...CONTRACT_LIVELINESS];
