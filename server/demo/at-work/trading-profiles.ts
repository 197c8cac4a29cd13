/** How busy each market of the demo is, in the usual proportions. Amounts in the quote asset. */
import type { LadderShape } from './ladder';

export interface TradingProfile {
  market: string;
  /** Distance from the index to the best quote, and between quotes, in millionths of the price. */
  halfSpreadPpm: number;
  stepPpm: number;
  /** Ratio of each distance between quotes to the previous one. */
  widening: number;
  /** Notional of the best quotes. */
  levelNotional: number;
  /** Turnover per minute, and its number of orders. */
  turnoverPerMinute: number;
  takesPerMinute: number;
  /** Orders per minute of history: fewer and larger ones suffice. */
  takesPerPastMinute: number;
  /** Ticks between two updates of the quotes, and the maximum changes of one update. */
  quoteTicks: number;
  changesMax: number;
}

type Figures = Pick<
  TradingProfile,
  'halfSpreadPpm' | 'stepPpm' | 'widening' | 'levelNotional' | 'turnoverPerMinute' | 'takesPerMinute'
>;

const busyProfile = (market: string, ...figures: FigureRow): TradingProfile => ({
  ...figuresOf(market, figures),
  quoteTicks: 3,
  changesMax: 8,
  takesPerPastMinute: 4,
});
const quietProfile = (market: string, ...figures: FigureRow): TradingProfile => ({
  ...figuresOf(market, figures),
  quoteTicks: 12,
  changesMax: 5,
  takesPerPastMinute: 2,
});

/** Perpetuals: every change of a quote is a separate command there, so there are fewer. */
const contractProfile = (
  market: string,
  { quoteTicks, takesPerPastMinute }: Pick<TradingProfile, 'quoteTicks' | 'takesPerPastMinute'>,
  ...figures: FigureRow
): TradingProfile => ({
  ...figuresOf(market, figures),
  quoteTicks,
  changesMax: 3,
  takesPerPastMinute,
});
/** A minute candle with a single trade is only a dash. */
const LARGE = { quoteTicks: 8, takesPerPastMinute: 3 };
const SMALL = { quoteTicks: 24, takesPerPastMinute: 2 };

/** In the order of `Figures`. */
type FigureRow = [number, number, number, number, number, number];

function figuresOf(market: string, row: FigureRow): Figures & { market: string } {
  const [halfSpreadPpm, stepPpm, widening, levelNotional, turnoverPerMinute, takesPerMinute] = row;
  const figures = { halfSpreadPpm, stepPpm, widening, levelNotional, turnoverPerMinute, takesPerMinute };
  return { market, ...figures };
}

export const TRADING_PROFILES: readonly TradingProfile[] = [
  busyProfile('BTC-USDT', 0.4, 12, 1.3, 12_000, 45_000, 26),
  busyProfile('ETH-USDT', 6, 12, 1.3, 9_000, 28_000, 22),
  quietProfile('BNB-USDT', 35, 90, 1.15, 4_000, 8_000, 6),
  quietProfile('SOL-USDT', 150, 220, 1.12, 5_000, 12_000, 9),
  quietProfile('XRP-USDT', 200, 250, 1.12, 4_000, 8_000, 7),
  quietProfile('ADA-USDT', 250, 280, 1.12, 3_000, 4_000, 5),
  quietProfile('DOGE-USDT', 200, 260, 1.12, 3_500, 6_000, 7),
  quietProfile('LTC-USDT', 250, 260, 1.12, 3_000, 3_000, 4),
  quietProfile('LINK-USDT', 250, 280, 1.12, 3_000, 3_500, 5),
  quietProfile('DOT-USDT', 300, 320, 1.12, 2_500, 2_500, 4),
  quietProfile('SHIB-USDT', 1_200, 1_400, 1.05, 2_500, 3_000, 3),
  quietProfile('BTC-JPY', 200, 250, 1.12, 600_000, 500_000, 3),
  quietProfile('USDT-USD', 60, 40, 1.12, 6_000, 4_000, 5),
];

export const CONTRACT_TRADING_PROFILES: readonly TradingProfile[] = [
  contractProfile('BTC-USDT-PERP', LARGE, 90, 40, 1.18, 9_000, 25_000, 10),
  contractProfile('ETH-USDT-PERP', LARGE, 110, 50, 1.18, 7_000, 15_000, 8),
  contractProfile('SOL-USDT-PERP', SMALL, 250, 220, 1.12, 5_000, 6_000, 4),
  contractProfile('XRP-USDT-PERP', SMALL, 300, 250, 1.12, 4_000, 4_000, 3),
  contractProfile('DOGE-USDT-PERP', SMALL, 300, 260, 1.12, 3_500, 3_000, 3),
];

/** One deep quote a side: nobody sees the ladder of the past. */
export function pastProfileOf({ halfSpreadPpm, stepPpm, widening, turnoverPerMinute }: TradingProfile): LadderShape {
  return { levels: 1, halfSpreadPpm, stepPpm, widening, levelNotional: 20 * turnoverPerMinute };
}

/** Spot markets and contracts. */
export const ALL_TRADING_PROFILES: readonly TradingProfile[] = [...TRADING_PROFILES, ...CONTRACT_TRADING_PROFILES];
