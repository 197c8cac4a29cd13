/** One socket: its user, its subscriptions, and its outbound budget. */
import type { Socket } from 'socket.io';
import type { MessageNote, PrivateChannel } from '../../../shared/wire/market-data';
import { blockOf, frameOf, type Block } from './frame';
import type { Feed } from './feed';
import type { SocketLimits } from './options';
import { Outbound } from './outbound';
import { RateLimit } from './rate';
import type { TicketClient, TicketHolder } from '../../platform/auth/ticket-port';

export interface Login extends TicketHolder {
  ticket: string;
}

export class Connection {
  login: Login | null = null;
  /** Market topics that get every push. */
  readonly live = new Map<string, Feed>();
  /** Market topics suspended because the client reads too slowly; each waits for a snapshot. */
  readonly suspendedFeeds = new Map<string, Feed>();
  /** Private channels with the last position sent. */
  readonly sentPositions = new Map<PrivateChannel, number>();
  /** Pending messages of the message channel. */
  readonly messages: MessageNote[] = [];
  readonly rate: RateLimit;
  /** Requests are answered sequentially, so that a log-in applies to later ones. */
  pending: Promise<void> = Promise.resolve();
  refusedCount = 0;
  private readonly outbound: Outbound;

  constructor(
    readonly socket: Socket,
    private readonly limits: SocketLimits,
    readonly bearing: TicketClient,
    now: number,
  ) {
    this.rate = new RateLimit(limits.messagesBurstMax, limits.messagesPerSecondMax, now);
    this.outbound = new Outbound(socket);
  }

  get subscriptions(): number {
    return this.live.size + this.suspendedFeeds.size + this.sentPositions.size;
  }

  get waitingBytes(): number {
    return this.outbound.waitingBytes;
  }

  /** True if the outbound buffer exceeds its limit. */
  get isFull(): boolean {
    return this.waitingBytes > this.limits.outboundBytesMax;
  }

  /** As `isFull`, for the hot path: it checks only if the last push found the network busy. */
  get isFallingBehind(): boolean {
    return this.outbound.isCongested && this.isFull;
  }

  /** Whether the client has read enough for a snapshot. */
  get hasRoom(): boolean {
    return this.waitingBytes <= this.limits.outboundBytesMax / 2;
  }

  whenClosed(): Promise<void> {
    return this.outbound.whenClosed();
  }

  /** Destroys the connection of a client that does not close it. */
  destroy(): void {
    this.outbound.destroy();
  }

  send(block: Block): void {
    this.outbound.send(block);
  }

  push(event: string, payload: unknown): void {
    this.outbound.send(blockOf([frameOf(event, payload)]));
  }
}
