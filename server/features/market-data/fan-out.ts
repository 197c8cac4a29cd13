/**
 * Fan-out of market data. Each tick every feed creates its push once. Sockets with equal subscriptions form an audience, for which the
 * pushes are joined once. Each socket then costs one write, independent of its channels.
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

interface CountedFeed {
  feed: Feed;
  listeners: number;
}

export class FanOut {
  private readonly feeds = new Map<string, CountedFeed>();
  private readonly audiences = new Map<string, Audience>();
  private readonly audienceOf = new Map<Connection, Audience>();
  private readonly slow = new Set<Connection>();
  private ticks = 0;

  constructor(
    private readonly views: LiveViews,
    private readonly clock: () => number,
  ) {}

  /** Subscribes and returns the snapshot from which pushes continue. A repeated call returns a new snapshot. */
  subscribe(connection: Connection, topic: MarketTopic): Snapshot {
    const key = keyOf(topic);
    const existing = connection.live.get(key) ?? connection.suspendedFeeds.get(key);
    const feed = existing ?? this.openFeed(topic);
    connection.suspendedFeeds.delete(key);
    connection.live.set(key, feed);
    if (connection.suspendedFeeds.size === 0) this.slow.delete(connection);
    this.moveToAudience(connection);
    return feed.snapshot(this.clock());
  }

  unsubscribe(connection: Connection, topic: MarketTopic): void {
    const key = keyOf(topic);
    if (!connection.live.delete(key) && !connection.suspendedFeeds.delete(key)) return;
    this.releaseFeed(key);
    if (connection.suspendedFeeds.size === 0) this.slow.delete(connection);
    this.moveToAudience(connection);
  }

  /** Called when the socket is gone. */
  drop(connection: Connection): void {
    for (const key of [...connection.live.keys(), ...connection.suspendedFeeds.keys()]) this.releaseFeed(key);
    connection.live.clear();
    connection.suspendedFeeds.clear();
    this.slow.delete(connection);
    this.moveToAudience(connection);
  }

  tick(): void {
    const now = this.clock();
    const tick = (this.ticks += 1);
    this.dropUnsubscribedChanges();
    const frames = new Map<Feed, Frame>();
    for (const { feed } of this.feeds.values()) {
      const frame = feed.next(tick, now);
      if (frame) frames.set(feed, frame);
    }
    for (const audience of this.audiences.values()) this.sendFrames(audience, frames);
    this.resume(now);
  }

  private sendFrames({ feeds, connections }: Audience, frames: ReadonlyMap<Feed, Frame>): void {
    const dueFrames: Frame[] = [];
    for (const feed of feeds) {
      const frame = frames.get(feed);
      if (frame) dueFrames.push(frame);
    }
    if (dueFrames.length === 0) return;
    const block = blockOf(dueFrames);
    for (const connection of connections) {
      if (connection.isFallingBehind) this.suspend(connection);
      else connection.send(block);
    }
  }

  /** For a slow reader: suspends pushes until it has read, then sends snapshots. */
  private suspend(connection: Connection): void {
    for (const [key, feed] of connection.live) connection.suspendedFeeds.set(key, feed);
    connection.live.clear();
    this.slow.add(connection);
    this.moveToAudience(connection);
  }

  /** Sends snapshots to sockets that have read, feed by feed while there is room. */
  private resume(now: number): void {
    for (const connection of this.slow) {
      for (const [key, feed] of connection.suspendedFeeds) {
        if (!connection.hasRoom) break;
        connection.send(blockOf([feed.snapshotFrame(now)]));
        connection.suspendedFeeds.delete(key);
        connection.live.set(key, feed);
      }
      if (connection.suspendedFeeds.size === 0) this.slow.delete(connection);
      this.moveToAudience(connection);
    }
  }

  /** Stops views from collecting changes without subscribers, which would grow without bound. */
  private dropUnsubscribedChanges(): void {
    const { markets, depth, trades, candles } = this.views;
    for (const { terms } of markets.all()) {
      const { market } = terms;
      if (!this.hasSubscribers({ channel: 'depth', market, interval: null })) depth.forget(market);
      if (!this.hasSubscribers({ channel: 'trade', market, interval: null })) trades.forget(market);
      for (const interval of INTERVALS) {
        if (!this.hasSubscribers({ channel: 'kline', market, interval })) candles.forget(market, interval);
      }
    }
  }

  private hasSubscribers(topic: MarketTopic): boolean {
    return this.feeds.has(keyOf(topic));
  }

  private openFeed(topic: MarketTopic): Feed {
    const key = keyOf(topic);
    const listened = this.feeds.get(key) ?? { feed: createFeed(this.views, topic), listeners: 0 };
    listened.listeners += 1;
    this.feeds.set(key, listened);
    return listened.feed;
  }

  private releaseFeed(key: string): void {
    const listened = this.feeds.get(key);
    if (listened && (listened.listeners -= 1) === 0) this.feeds.delete(key);
  }

  /** Moves a connection to the audience of its exact subscriptions. */
  private moveToAudience(connection: Connection): void {
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
