/** Private channels: a user's updates since a position, or a snapshot if they are no longer buffered. */
import type { PrivateChannel, Snapshot, SnapshotPush, SubscribeAnswer } from '../../../shared/wire/market-data';
import { PRODUCT_FEEDS } from '../../products/all';
import type { LiveViews } from '../../views/live/live-views';
import type { Connection } from './connection';
import { frameOf, type Frame } from './frame';

/** Maximum number of waiting messages per connection; a reader who missed some requests the list. */
const MESSAGES_WAITING_MAX = 100;

/** Heartbeat frames without changes, by position; created once per beat and shared. */
export type HeartbeatFrames = Map<string, Frame>;

/** Names of the views behind the channels. */
const FEEDS = { order: 'orders', balance: 'balances', ...PRODUCT_FEEDS } as const;
const CHANNELS = Object.keys(FEEDS) as StoredChannel[];

export class PrivateFeeds {
  constructor(private readonly views: LiveViews) {}

  /** Starts buffering the user's updates. */
  watch(user: number): void {
    for (const channel of CHANNELS) this.viewOf(channel).watch(user);
  }

  /** Users with updates since the last call. */
  takeFresh(): Set<number> {
    return new Set(CHANNELS.flatMap((channel) => this.viewOf(channel).updates.takeUpdatedUsers()));
  }

  /** Subscribes and returns the updates since `since`, or a snapshot. */
  begin(connection: Connection, channel: PrivateChannel, user: number, since: number | null, at: number) {
    const position = this.positionOf(channel);
    if (channel === 'message') connection.messages.length = 0;
    connection.sentPositions.set(channel, position);
    return this.answer(channel, user, since, position, at);
  }

  /** As `begin`, for a polling user without a connection. */
  read(channel: PrivateChannel, user: number, since: number | null, at: number): SubscribeAnswer {
    this.watch(user);
    return this.answer(channel, user, since, this.positionOf(channel), at);
  }

  /** Queues a new message for a connection that may follow messages. */
  queueMessage(connection: Connection, message: Connection['messages'][number]): void {
    const { messages, sentPositions } = connection;
    if (!sentPositions.has('message')) return;
    // A dropped message leaves a gap in the positions, which the reader detects.
    if (messages.length === MESSAGES_WAITING_MAX) {
      messages.shift();
      sentPositions.set('message', (sentPositions.get('message') ?? 0) + 1);
    }
    messages.push(message);
  }

  /**
   * Returns the pending frames of a connection and marks them as sent. With `beats`, includes heartbeats for channels
   * without changes.
   */
  takeFrames(connection: Connection, user: number, at: number, beats: HeartbeatFrames | null): Frame[] {
    const frames: Frame[] = [];
    for (const [channel, from] of connection.sentPositions) {
      const frame =
        channel === 'message'
          ? queuedMessagesFrame(connection, from, at, beats)
          : this.next(channel, user, from, at, beats);
      if (!frame) continue;
      connection.sentPositions.set(channel, frame.position);
      frames.push(frame.frame);
    }
    return frames;
  }

  private answer(
    channel: PrivateChannel,
    user: number,
    since: number | null,
    position: number,
    at: number,
  ): SubscribeAnswer {
    // Messages are not buffered here; a position beyond the current one is from another journal.
    if (channel !== 'message' && since !== null && since <= position) {
      const updates = this.after(channel, user, since);
      if (updates) return { from: since, to: position, at, updates } as SubscribeAnswer;
    }
    return { snapshot: this.snapshot(channel, user, at) };
  }

  private next(
    channel: StoredChannel,
    user: number,
    from: number,
    at: number,
    beats: HeartbeatFrames | null,
  ): PositionedFrame | null {
    const to = this.positionOf(channel);
    const updates = this.after(channel, user, from);
    if (!updates) {
      const push: SnapshotPush = { channel, snapshot: this.snapshot(channel, user, at) };
      return { frame: frameOf('snapshot', push), position: to };
    }
    if (updates.length > 0) return { frame: frameOf(channel, { from, to, at, updates }), position: to };
    return beats && { frame: heartbeatFrame(beats, channel, { from, to, at, updates }), position: to };
  }

  private positionOf(channel: PrivateChannel): number {
    return channel === 'message' ? 0 : this.viewOf(channel).position;
  }

  /** Null if the updates are not completely buffered. */
  private after(channel: StoredChannel, user: number, position: number): readonly object[] | null {
    return this.viewOf(channel).updates.after(user, position);
  }

  private snapshot(channel: PrivateChannel, user: number, at: number): Snapshot {
    return channel === 'message' ? { position: 0, messages: [] } : this.viewOf(channel).snapshot(user, at);
  }

  private viewOf(channel: StoredChannel) {
    return this.views[FEEDS[channel]];
  }
}

/** Channels whose positions are those of the journal. */
type StoredChannel = Exclude<PrivateChannel, 'message'>;

interface PositionedFrame {
  frame: Frame;
  /** The client's position after the answer. */
  position: number;
}

function queuedMessagesFrame(
  { messages }: Connection,
  from: number,
  at: number,
  beats: HeartbeatFrames | null,
): PositionedFrame | null {
  const queued = messages.splice(0);
  const to = from + queued.length;
  if (queued.length > 0) return { frame: frameOf('message', { from, to, at, messages: queued }), position: to };
  return beats && { frame: heartbeatFrame(beats, 'message', { from, to, at, messages: [] }), position: to };
}

function heartbeatFrame(
  beats: HeartbeatFrames,
  channel: PrivateChannel,
  push: { from: number; to: number; at: number; [field: string]: unknown },
): Frame {
  const key = `${channel}:${push.from}`;
  const frame = beats.get(key) ?? frameOf(channel, push);
  beats.set(key, frame);
  return frame;
}
