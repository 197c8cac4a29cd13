/** One socket: whom it stands for, what it listens to, and what it may still send. */
import type { Socket } from 'socket.io';
import type { MessageNote, PrivateChannel } from '../../../shared/wire/market-data';
import { blockOf, frameOf, type Block } from './frame';
import type { Feed } from './feed';
import type { SocketLimits } from './options';
import { Outbound } from './outbound';
import { RateLimit } from './rate';
import type { Bearing, TicketHolder } from '../../platform/auth/ticket-port';

export interface Login extends TicketHolder {
  ticket: string;
}

export class Connection {
  login: Login | null = null;
  /** Market topics that get every push. */
  readonly live = new Map<string, Feed>();
  /** Market topics left behind because the client reads too slowly; each waits for a snapshot. */
  readonly behind = new Map<string, Feed>();
  /** Private channels and the last position told. */
  readonly told = new Map<PrivateChannel, number>();
  /** Messages that are still to be told of, for whoever follows them. */
  readonly messages: MessageNote[] = [];
  readonly rate: RateLimit;
  /** Requests are answered one after another, so that a log-in counts for what follows it. */
  pending: Promise<void> = Promise.resolve();
  refused = 0;
  private readonly outbound: Outbound;

  constructor(
    readonly socket: Socket,
    private readonly limits: SocketLimits,
    readonly bearing: Bearing,
    now: number,
  ) {
    this.rate = new RateLimit(limits.messagesBurstMax, limits.messagesPerSecondMax, now);
    this.outbound = new Outbound(socket);
  }

  get subscriptions(): number {
    return this.live.size + this.behind.size + this.told.size;
  }

  get waitingBytes(): number {
    return this.outbound.waitingBytes;
  }

  /** More waits than one socket may hold back. */
  get isFull(): boolean {
    return this.waitingBytes > this.limits.outboundBytesMax;
  }

  /** The same for the hot path: looks closer only when the last push found the network busy. */
  get isFallingBehind(): boolean {
    return this.outbound.isPressed && this.isFull;
  }

  /** Enough has been read that a snapshot is not wasted. */
  get hasRoom(): boolean {
    return this.waitingBytes <= this.limits.outboundBytesMax / 2;
  }

  gone(): Promise<void> {
    return this.outbound.gone();
  }

  /** Cuts the line, for a client that does not hang up by itself. */
  cut(): void {
    this.outbound.cut();
  }

  send(block: Block): void {
    this.outbound.send(block);
  }

  push(event: string, payload: unknown): void {
    this.outbound.send(blockOf([frameOf(event, payload)]));
  }
}
