/**
 * A market of the browser benchmark. Its prices move randomly and its levels change; levels that the price has left
 * stay in the book.
 */
import {
  CHECKSUM_LEVELS,
  DEPTH_LEVELS_MAX,
  INTERVAL_MS,
  depthChecksum,
  type Candle,
  type DepthDifference,
  type DepthSnapshot,
  type IndexPrice,
  type KlinePush,
  type Level,
  type Ticker,
  type Trade,
  type TradePush,
  type TradeSnapshot,
} from '../../../shared/wire/market-data';
import { decimalOf } from '../../../shared/rules/units';
import { chanceOf } from '../../tools/people/live-exchange';

type Side = 'bids' | 'asks';
const SIDES = ['bids', 'asks'] as const;

/** Traded levels per side, one per tick. */
const LEVELS = 1_500;
/** Maximum move of the middle per update in ticks, in either direction. */
const STEP_TICKS_MAX = 10;
/** Beats per candle, so that even a minute at full speed closes some. */
const BEATS_A_CANDLE = 60;
const HISTORY_CANDLES = 2_000;
const TRADES_AN_UPDATE = 2;

const cents = (ticks: number): string => decimalOf(BigInt(ticks), 2);

export class FedMarket {
  private readonly chance;
  private readonly opened;
  /** Price of the best bid in ticks of a cent; the best ask is one above. */
  private middle;
  private readonly quantities: Record<Side, Map<number, string>> = { bids: new Map(), asks: new Map() };
  /** Level changes by moves of the middle since the last difference. */
  private moved: Record<Side, Map<number, string>> = { bids: new Map(), asks: new Map() };
  private seq = 1_000;
  private trades: Trade[] = [];
  private told = 1_000;
  private beats = 0;
  private readonly history: Candle[];
  private candle: Candle;

  constructor(
    readonly name: string,
    seed: number,
  ) {
    this.chance = chanceOf(seed);
    this.middle = 5_000_000 + (seed % 100_000);
    this.opened = this.middle;
    for (const side of SIDES) for (let at = 0; at < LEVELS; at += 1) this.put(side, this.tickAt(side, at));
    const last = Math.floor(Date.now() / INTERVAL_MS['1m']) * INTERVAL_MS['1m'];
    this.history = Array.from({ length: HISTORY_CANDLES }, (_, at) =>
      candleOf(last - (HISTORY_CANDLES - at) * INTERVAL_MS['1m'], this.middle + Math.round(200 * Math.sin(at / 20))),
    );
    this.candle = candleOf(last, this.middle);
  }

  get last(): string {
    return cents(this.middle);
  }

  /** Price at this number of ticks from the middle, up or down. */
  priceAt(ticks: number): string {
    return cents(this.middle + ticks);
  }

  snapshot(): DepthSnapshot {
    const [bids, asks] = [this.best('bids', DEPTH_LEVELS_MAX), this.best('asks', DEPTH_LEVELS_MAX)];
    return { market: this.name, seq: this.seq, bids, asks, checksum: depthChecksum(bids, asks) };
  }

  bestAsk(): Level {
    return this.best('asks', 1)[0];
  }

  /** Moves the middle and changes `changes` levels, half of them on each side, from the touch outwards. */
  difference(changes: number, withChecksum: boolean): DepthDifference {
    const from = this.seq;
    this.seq += 1;
    this.wander();
    for (const side of SIDES) this.change(side, Math.floor(changes / 2));
    const [bids, asks] = [this.taken('bids'), this.taken('asks')];
    const best = (side: Side) => this.best(side, CHECKSUM_LEVELS);
    const checksum = withChecksum ? { checksum: depthChecksum(best('bids'), best('asks')) } : {};
    return { market: this.name, from, to: this.seq, bids, asks, ...checksum };
  }

  tradesNow(): TradePush {
    const from = this.told;
    this.trades = Array.from({ length: TRADES_AN_UPDATE }, (): Trade => {
      this.told += 1;
      const takerSide = this.chance() < 0.5 ? 'buy' : 'sell';
      return { id: String(this.told), price: this.last, quantity: this.quantity(), takerSide, at: Date.now() };
    });
    return { market: this.name, from, to: this.told, trades: this.trades };
  }

  /** Moves the price. For a market that is not displayed this is the only change. */
  wander(): void {
    const by = Math.round((this.chance() * 2 - 1) * STEP_TICKS_MAX);
    const to = this.middle + by;
    for (let tick = this.middle + 1; tick <= to; tick += 1) this.trade('asks', 'bids', tick);
    for (let tick = this.middle; tick > to; tick -= 1) this.trade('bids', 'asks', tick);
    this.middle = to;
    const { open, high, low } = this.candle;
    const [highest, lowest] = [Math.max(ticksOf(high), to), Math.min(ticksOf(low), to)];
    this.candle = { ...candleOf(this.candle.start, to), open, high: cents(highest), low: cents(lowest) };
  }

  /** One second passes. */
  beat(): void {
    this.beats += 1;
    if (this.beats % BEATS_A_CANDLE !== 0) return;
    this.history.push(this.candle);
    this.history.shift();
    this.candle = candleOf(this.candle.start + INTERVAL_MS['1m'], this.middle);
  }

  ticker(): Ticker {
    const change = this.middle - this.opened;
    const ratio = Math.trunc((change / this.opened) * 1_000_000);
    return {
      ...{ market: this.name, position: this.seq, last: this.last, open: cents(this.opened), change: cents(change) },
      ...{
        changeRatio: decimalOf(BigInt(ratio), 6),
        high: cents(this.opened + 9_000),
        low: cents(this.opened - 9_000),
      },
      ...{ baseVolume: cents(1_000 + this.beats), quoteVolume: cents(this.opened + this.beats) },
    };
  }

  index(): IndexPrice {
    const now = Date.now();
    const sources = ['one', 'two', 'three'].map((name) => ({ name, price: this.last, at: now }));
    return { market: this.name, position: this.seq, price: this.last, at: now, isStale: false, sources, asOf: now };
  }

  candles(interval: string): KlinePush {
    // The closed candle is sent once more.
    const candles = [...this.history.slice(-1), this.candle];
    return { market: this.name, interval, position: this.seq, candles };
  }

  candlesBefore(to: number, limit: number): Candle[] {
    return [...this.history, this.candle].filter(({ start }) => start < to).slice(-limit);
  }

  trading(): TradeSnapshot {
    return { market: this.name, seq: this.told, trades: this.trades };
  }

  private quantity(): string {
    return decimalOf(BigInt(10_000 + Math.floor(this.chance() * 90_000)), 4);
  }

  private tickAt(side: Side, at: number): number {
    return side === 'bids' ? this.middle - at : this.middle + 1 + at;
  }

  private put(side: Side, tick: number, quantity = this.quantity()): void {
    if (quantity === '0') this.quantities[side].delete(tick);
    else this.quantities[side].set(tick, quantity);
    this.moved[side].set(tick, quantity);
  }

  /** Removes a level by trades, and moves the other side up to it. */
  private trade(from: Side, to: Side, tick: number): void {
    if (this.quantities[from].has(tick)) this.put(from, tick, '0');
    this.put(to, tick);
  }

  private change(side: Side, count: number): void {
    const stride = Math.max(1, Math.floor(LEVELS / Math.max(count, 1)));
    const begin = Math.floor(this.chance() * stride);
    for (let index = 0; index < count; index += 1) {
      const at = begin + index * stride;
      // Levels at the touch never become empty, so that every update is visible.
      this.put(side, this.tickAt(side, at), at > 0 && this.chance() < 0.2 ? '0' : this.quantity());
    }
  }

  private taken(side: Side): Level[] {
    const changes = [...this.moved[side]].map(([tick, quantity]): Level => [cents(tick), quantity]);
    this.moved[side] = new Map();
    return changes;
  }

  private best(side: Side, count: number): Level[] {
    const levels: Level[] = [];
    for (let at = 0; at < 2 * LEVELS && levels.length < count; at += 1) {
      const quantity = this.quantities[side].get(this.tickAt(side, at));
      if (quantity !== undefined) levels.push([cents(this.tickAt(side, at)), quantity]);
    }
    return levels;
  }
}

function candleOf(start: number, ticks: number): Candle {
  const price = cents(ticks);
  const [high, low] = [cents(ticks + 15), cents(ticks - 15)];
  return { start, open: price, high, low, close: price, baseVolume: '12.5', quoteVolume: '625000' };
}

function ticksOf(price: string): number {
  return Math.round(Number(price) * 100);
}
