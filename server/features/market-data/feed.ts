/** One market topic with somebody listening: what it says each tick, made ready once for all of them. */
import { BEAT_TICKS, SLOW_TICKS } from './options';
import type { Candle, Snapshot, Ticker } from '../../../shared/wire/market-data';
import type { LiveViews } from '../../views/live/live-views';
import { frameOf, type Frame } from './frame';
import { keyOf, type MarketTopic } from './requests';

export interface Feed {
  readonly key: string;
  readonly topic: MarketTopic;
  /** What goes out with this tick, if anything. */
  next(tick: number, now: number): Frame | null;
  /** The state from which the next push goes on; the same object for all who ask between two ticks. */
  snapshot(now: number): Snapshot;
  /** The snapshot as a push, for a client that was left behind. */
  snapshotFrame(now: number): Frame;
}

/** All feeds beat with the same tick: what is said together costs a socket one write. */
export function createFeed(views: LiveViews, topic: MarketTopic): Feed {
  const source = sourceOf(views, topic);
  const { channel, market, interval } = topic;
  const key = keyOf(topic);
  let snapshot: Snapshot | null = null;
  let snapshotFrame: Frame | null = null;
  const readSnapshot = (now: number): Snapshot => (snapshot ??= source.snapshot(now));
  return {
    key,
    topic,
    next(tick, now) {
      snapshot = null;
      snapshotFrame = null;
      const beats = tick % BEAT_TICKS === 0;
      const speaks = beats || (tick % source.everyTicks === 0 && source.hasChanged());
      return speaks ? frameOf(channel, source.push(now, beats)) : null;
    },
    snapshot: readSnapshot,
    snapshotFrame(now) {
      const named = { channel, ...(market !== null && { market }), ...(interval !== null && { interval }) };
      return (snapshotFrame ??= frameOf('snapshot', { ...named, snapshot: readSnapshot(now) }));
    },
  };
}

interface Source {
  everyTicks: number;
  hasChanged(): boolean;
  push(now: number, beats: boolean): object;
  snapshot(now: number): Snapshot;
}

const TRADES_IN_SNAPSHOT = 100;

function sourceOf(views: LiveViews, { channel, market, interval }: MarketTopic): Source {
  if (market === null) return tickersOf(views);
  const { depth, trades, ticker, candles, index, marks } = views;
  switch (channel) {
    case 'depth':
      return {
        everyTicks: 1,
        hasChanged: () => depth.hasChanged(market),
        push: (_, beats) => {
          const difference = depth.takeDifference(market);
          return beats ? { ...difference, checksum: depth.checksum(market) } : difference;
        },
        snapshot: () => depth.snapshot(market),
      };
    case 'trade':
      return {
        everyTicks: 1,
        hasChanged: () => trades.hasNew(market),
        push: () => trades.takePush(market),
        snapshot: () => trades.snapshot(market, TRADES_IN_SNAPSHOT),
      };
    case 'ticker':
      return {
        everyTicks: SLOW_TICKS,
        hasChanged: () => ticker.hasChanged(market),
        push: (now) => ticker.take(market, now),
        snapshot: (now) => ticker.read(market, now),
      };
    case 'index':
      return {
        everyTicks: SLOW_TICKS,
        hasChanged: () => index.hasChanged(market),
        push: (now) => index.take(market, now),
        snapshot: (now) => index.read(market, now),
      };
    case 'mark':
      return {
        everyTicks: SLOW_TICKS,
        hasChanged: () => marks.hasChanged(market),
        push: (now) => marks.take(market, now),
        snapshot: (now) => marks.read(market, now),
      };
    case 'kline': {
      if (interval === null) throw new Error('candles have an interval');
      return {
        everyTicks: SLOW_TICKS,
        hasChanged: () => candles.hasChanged(market, interval),
        push: (now) => candles.takePush(market, interval, now),
        snapshot: (now) => {
          const current: Candle | null = candles.current(market, interval, now);
          return { market, interval, position: candles.position, candles: current ? [current] : [] };
        },
      };
    }
  }
}

/** Of every market in one push: those whose figures are others than they were told last, be it that time has passed. */
function tickersOf({ markets, ticker }: LiveViews): Source {
  const told = new Map<string, string>();
  let { position } = ticker;
  const all = (now: number): Ticker[] => Array.from(markets.all(), ({ terms }) => ticker.read(terms.market, now));
  return {
    everyTicks: SLOW_TICKS,
    // Seldom does none of them move; when it is so, the push is short.
    hasChanged: () => ticker.position > position,
    push: (now) => {
      const from = position;
      position = ticker.position;
      const tickers = all(now).filter(({ position: _, market, ...figures }) => {
        const written = JSON.stringify(figures);
        const isNew = told.get(market) !== written;
        told.set(market, written);
        return isNew;
      });
      return { from, to: position, at: now, tickers };
    },
    snapshot: (now) => ({ position: ticker.position, at: now, tickers: all(now) }),
  };
}
