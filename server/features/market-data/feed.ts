/** A market topic with subscribers: each tick's frame is created once for all of them. */
import { HEARTBEAT_TICKS, SLOW_TICKS } from './options';
import type { Candle, Snapshot, Ticker } from '../../../shared/wire/market-data';
import type { LiveViews } from '../../views/live/live-views';
import { frameOf, type Frame } from './frame';
import { keyOf, type MarketTopic } from './requests';

export interface Feed {
  readonly key: string;
  readonly topic: MarketTopic;
  /** Returns the frame of this tick, if any. */
  next(tick: number, now: number): Frame | null;
  /** The state from which the next push continues; shared by all requests between two ticks. */
  snapshot(now: number): Snapshot;
  /** The snapshot as a push, for a client that was left behind. */
  snapshotFrame(now: number): Frame;
}

/** All feeds share one tick, so their pushes cost each socket one write. */
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
      const isHeartbeat = tick % HEARTBEAT_TICKS === 0;
      const isDue = isHeartbeat || (tick % source.everyTicks === 0 && source.hasChanged());
      return isDue ? frameOf(channel, source.push(now, isHeartbeat)) : null;
    },
    snapshot: readSnapshot,
    snapshotFrame(now) {
      const topicFields = { channel, ...(market !== null && { market }), ...(interval !== null && { interval }) };
      return (snapshotFrame ??= frameOf('snapshot', { ...topicFields, snapshot: readSnapshot(now) }));
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
        push: (now) => marks.takeForPush(market, now),
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

/** Tickers of all markets in one push: only those that changed since the last push, including changes by time. */
function tickersOf({ markets, ticker }: LiveViews): Source {
  const sentPrices = new Map<string, string>();
  let { position } = ticker;
  const allTickers = (now: number): Ticker[] =>
    Array.from(markets.all(), ({ terms }) => ticker.read(terms.market, now));
  return {
    everyTicks: SLOW_TICKS,
    // Rarely nothing changes; then the push is short.
    hasChanged: () => ticker.position > position,
    push: (now) => {
      const from = position;
      position = ticker.position;
      const tickers = allTickers(now).filter(({ position: _, market, ...figures }) => {
        const serialized = JSON.stringify(figures);
        const isNew = sentPrices.get(market) !== serialized;
        sentPrices.set(market, serialized);
        return isNew;
      });
      return { from, to: position, at: now, tickers };
    },
    snapshot: (now) => ({ position: ticker.position, at: now, tickers: allTickers(now) }),
  };
}
