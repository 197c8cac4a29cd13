/**
 * Market data to everybody who listens. Each tick every feed makes its push once; sockets that listen to the same feeds
 * form an audience, for which the pushes are joined once; each socket then costs one write, however many channels it has.
 */
import type { LiveViews } from '../../views/live/live-views';
import type { Connection } from './connection';
import { createFeed, type Feed } from './feed';
import { blockOf, type Frame } from './frame';
import { keyOf, type MarketTopic } from './requests';
import { INTERVALS, type Snapshot } from '../../../shared/wire/market-data';

interface Audience {
  key: string;
  feeds: readonly Feed[];
  connections: Set<Connection>;
}

interface Listened {
  feed: Feed;
  listeners: number;
}

export class FanOut {
  private readonly feeds = new Map<string, Listened>();
  private readonly audiences = new Map<string, Audience>();
  private readonly audienceOf = new Map<Connection, Audience>();
  private readonly slow = new Set<Connection>();
  private ticks = 0;

  constructor(
    private readonly views: LiveViews,
    private readonly clock: () => number,
  ) {}

  /** Subscribes and returns where the pushes go on from. Again for a topic it already has: a fresh snapshot. */
  subscribe(connection: Connection, topic: MarketTopic): Snapshot {
    const key = keyOf(topic);
    const known = connection.live.get(key) ?? connection.behind.get(key);
    const feed = known ?? this.listen(topic);
    connection.behind.delete(key);
    connection.live.set(key, feed);
    if (connection.behind.size === 0) this.slow.delete(connection);
    this.seat(connection);
    return feed.snapshot(this.clock());
  }

  unsubscribe(connection: Connection, topic: MarketTopic): void {
    const key = keyOf(topic);
    if (!connection.live.delete(key) && !connection.behind.delete(key)) return;
    this.leave(key);
    if (connection.behind.size === 0) this.slow.delete(connection);
    this.seat(connection);
  }

  /** The socket is gone. */
  drop(connection: Connection): void {
    for (const key of [...connection.live.keys(), ...connection.behind.keys()]) this.leave(key);
    connection.live.clear();
    connection.behind.clear();
    this.slow.delete(connection);
    this.seat(connection);
  }

  tick(): void {
    const now = this.clock();
    const tick = (this.ticks += 1);
    this.forgetUnheard();
    const frames = new Map<Feed, Frame>();
    for (const { feed } of this.feeds.values()) {
      const frame = feed.next(tick, now);
      if (frame) frames.set(feed, frame);
    }
    for (const audience of this.audiences.values()) this.tell(audience, frames);
    this.catchUp(now);
  }

  private tell({ feeds, connections }: Audience, frames: ReadonlyMap<Feed, Frame>): void {
    const spoken: Frame[] = [];
    for (const feed of feeds) {
      const frame = frames.get(feed);
      if (frame) spoken.push(frame);
    }
    if (spoken.length === 0) return;
    const block = blockOf(spoken);
    for (const connection of connections) {
      if (connection.isFallingBehind) this.leaveBehind(connection);
      else connection.send(block);
    }
  }

  /** It reads too slowly: nothing more until it has read, then snapshots. */
  private leaveBehind(connection: Connection): void {
    for (const [key, feed] of connection.live) connection.behind.set(key, feed);
    connection.live.clear();
    this.slow.add(connection);
    this.seat(connection);
  }

  /** Snapshots for those who have read, one feed after another for as long as there is room. */
  private catchUp(now: number): void {
    for (const connection of this.slow) {
      for (const [key, feed] of connection.behind) {
        if (!connection.hasRoom) break;
        connection.send(blockOf([feed.snapshotFrame(now)]));
        connection.behind.delete(key);
        connection.live.set(key, feed);
      }
      if (connection.behind.size === 0) this.slow.delete(connection);
      this.seat(connection);
    }
  }

  /** Views gather what a push will say; where nobody listens it would gather for ever. */
  private forgetUnheard(): void {
    const { markets, depth, trades, candles } = this.views;
    for (const { terms } of markets.all()) {
      const { market } = terms;
      if (!this.isHeard({ channel: 'depth', market, interval: null })) depth.forget(market);
      if (!this.isHeard({ channel: 'trade', market, interval: null })) trades.forget(market);
      for (const interval of INTERVALS) {
        if (!this.isHeard({ channel: 'kline', market, interval })) candles.forget(market, interval);
      }
    }
  }

  private isHeard(topic: MarketTopic): boolean {
    return this.feeds.has(keyOf(topic));
  }

  private listen(topic: MarketTopic): Feed {
    const key = keyOf(topic);
    const listened = this.feeds.get(key) ?? { feed: createFeed(this.views, topic), listeners: 0 };
    listened.listeners += 1;
    this.feeds.set(key, listened);
    return listened.feed;
  }

  private leave(key: string): void {
    const listened = this.feeds.get(key);
    if (listened && (listened.listeners -= 1) === 0) this.feeds.delete(key);
  }

  /** Moves a connection to the audience of exactly what it listens to now. */
  private seat(connection: Connection): void {
    const key = [...connection.live.keys()].sort().join(' ');
    const before = this.audienceOf.get(connection);
    if (before?.key === key) return;
    if (before) {
      before.connections.delete(connection);
      if (before.connections.size === 0) this.audiences.delete(before.key);
      this.audienceOf.delete(connection);
    }
    if (connection.live.size === 0) return;
    let audience = this.audiences.get(key);
    if (!audience) {
      audience = { key, feeds: [...connection.live.values()], connections: new Set() };
      this.audiences.set(key, audience);
    }
    audience.connections.add(connection);
    this.audienceOf.set(connection, audience);
  }
}
