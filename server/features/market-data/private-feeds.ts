/** Private channels: what happened to a user since a position, or everything anew when that is not known any more. */
import type { PrivateChannel, Snapshot, SnapshotPush, SubscribeAnswer } from '../../../shared/wire/market-data';
import { PRODUCT_FEEDS } from '../../products/all';
import type { LiveViews } from '../../views/live/live-views';
import type { Connection } from './connection';
import { frameOf, type Frame } from './frame';

/** More than a slow reader will ever wait for; who missed some asks for the list anyhow. */
const MESSAGES_WAITING_MAX = 100;

/** What all who stand at one position are told when nothing has happened to them: made once a beat. */
export type Beats = Map<string, Frame>;

/** Names of the views behind the channels. */
const FEEDS = { order: 'orders', balance: 'balances', ...PRODUCT_FEEDS } as const;
const CHANNELS = Object.keys(FEEDS) as StoredChannel[];

export class PrivateFeeds {
  constructor(private readonly views: LiveViews) {}

  /** From now on the user's updates are kept. */
  watch(user: number): void {
    for (const channel of CHANNELS) this.viewOf(channel).watch(user);
  }

  /** Users to whom something happened since the last call. */
  takeFresh(): Set<number> {
    return new Set(CHANNELS.flatMap((channel) => this.viewOf(channel).updates.takeFresh()));
  }

  /** Subscribes, and answers with what was missed since `since`, or a snapshot. */
  begin(connection: Connection, channel: PrivateChannel, user: number, since: number | null, at: number) {
    const position = this.positionOf(channel);
    if (channel === 'message') connection.messages.length = 0;
    connection.told.set(channel, position);
    return this.answer(channel, user, since, position, at);
  }

  /** As `begin`, for a user who asks again and again and has no connection. */
  read(channel: PrivateChannel, user: number, since: number | null, at: number): SubscribeAnswer {
    this.watch(user);
    return this.answer(channel, user, since, this.positionOf(channel), at);
  }

  /** There is a new message, for a connection that may follow them. */
  note(connection: Connection, message: Connection['messages'][number]): void {
    const { messages, told } = connection;
    if (!told.has('message')) return;
    // What cannot be told any more leaves a gap, which the reader sees.
    if (messages.length === MESSAGES_WAITING_MAX) {
      messages.shift();
      told.set('message', (told.get('message') ?? 0) + 1);
    }
    messages.push(message);
  }

  /** What a connection is to be told now, and remembers that it was; with a beat also that nothing has happened. */
  take(connection: Connection, user: number, at: number, beats: Beats | null): Frame[] {
    const frames: Frame[] = [];
    for (const [channel, from] of connection.told) {
      const frame =
        channel === 'message' ? notesOf(connection, from, at, beats) : this.next(channel, user, from, at, beats);
      if (!frame) continue;
      connection.told.set(channel, frame.position);
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
    // Messages are not kept here; a position from the future is another journal's.
    if (channel !== 'message' && since !== null && since <= position) {
      const updates = this.after(channel, user, since);
      if (updates) return { from: since, to: position, at, updates } as SubscribeAnswer;
    }
    return { snapshot: this.snapshot(channel, user, at) };
  }

  private next(channel: StoredChannel, user: number, from: number, at: number, beats: Beats | null): Told | null {
    const to = this.positionOf(channel);
    const updates = this.after(channel, user, from);
    if (!updates) {
      const push: SnapshotPush = { channel, snapshot: this.snapshot(channel, user, at) };
      return { frame: frameOf('snapshot', push), position: to };
    }
    if (updates.length > 0) return { frame: frameOf(channel, { from, to, at, updates }), position: to };
    return beats && { frame: beatOf(beats, channel, { from, to, at, updates }), position: to };
  }

  private positionOf(channel: PrivateChannel): number {
    return channel === 'message' ? 0 : this.viewOf(channel).position;
  }

  /** Null when it is not wholly known. */
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

/** Those whose positions are the journal's. */
type StoredChannel = Exclude<PrivateChannel, 'message'>;

interface Told {
  frame: Frame;
  /** Where the client then stands. */
  position: number;
}

function notesOf({ messages }: Connection, from: number, at: number, beats: Beats | null): Told | null {
  const waiting = messages.splice(0);
  const to = from + waiting.length;
  if (waiting.length > 0) return { frame: frameOf('message', { from, to, at, messages: waiting }), position: to };
  return beats && { frame: beatOf(beats, 'message', { from, to, at, messages: [] }), position: to };
}

function beatOf(
  beats: Beats,
  channel: PrivateChannel,
  push: { from: number; to: number; at: number; [said: string]: unknown },
): Frame {
  const key = `${channel}:${push.from}`;
  const known = beats.get(key) ?? frameOf(channel, push);
  beats.set(key, known);
  return known;
}
