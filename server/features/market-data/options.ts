/** What the sockets may be told from outside. The limits come from the one table of limits; tests turn them down. */
import type { IncomingHttpHeaders } from 'node:http';
import type { TicketPort } from '../../platform/auth/ticket-port';
import { LIMITS, type Limits } from '../../platform/limits';
import type { LiveViews } from '../../views/live/live-views';

/** The text of a code in the language of the connection that sent these headers. */
export type MessagePort = (code: string, headers: IncomingHttpHeaders) => string;

export interface SocketLimits extends Pick<
  Limits,
  | 'socketsPerUserMax'
  | 'socketsPerAddressMax'
  | 'handshakesPerMinuteMax'
  | 'subscriptionsPerSocketMax'
  | 'outboundBytesMax'
> {
  /** Requests a socket may send at once, and how many more each second. */
  messagesBurstMax: number;
  messagesPerSecondMax: number;
  /** Requests above the rate that are refused before the socket is dropped. */
  messagesRefusedMax: number;
  /** Bytes of one request. */
  messageBytesMax: number;
  /** Sockets of everybody together. */
  socketsMax: number;
}

export const SOCKET_LIMITS: SocketLimits = {
  socketsPerUserMax: LIMITS.socketsPerUserMax,
  socketsPerAddressMax: LIMITS.socketsPerAddressMax,
  handshakesPerMinuteMax: LIMITS.handshakesPerMinuteMax,
  subscriptionsPerSocketMax: LIMITS.subscriptionsPerSocketMax,
  outboundBytesMax: LIMITS.outboundBytesMax,
  messagesBurstMax: 100,
  messagesPerSecondMax: 20,
  messagesRefusedMax: 200,
  messageBytesMax: LIMITS.bodyBytesMax,
  socketsMax: 20_000,
};

export interface SocketDependencies {
  views: LiveViews;
  tickets: TicketPort;
  messageOf: MessagePort;
  limits?: Partial<SocketLimits>;
  /** Whether a page of another site asks for a socket, or asks another host; absent: nobody is asked. */
  isForeign?: (headers: IncomingHttpHeaders) => boolean;
  /** Whose address that is of which a proxy in front may have told; absent: there is none. */
  addressOf?: (remote: string, headers: IncomingHttpHeaders) => string;
  /** Of every answer to a handshake or a poll; absent: none of ours. */
  headers?: Readonly<Record<string, string>>;
  /** What should never happen, for the log. */
  onError?: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  /** Milliseconds between two pushes of a market channel; 0 leaves the ticking to the caller. */
  tickMs?: number;
}

/** About ten differences a second. */
export const TICK_MS = 100;
/** Every so many ticks each channel speaks even if nothing changed, and depth carries its checksum. */
export const BEAT_TICKS = 10;
/** Ticker and candles are conflated further: nobody reads ten figures a second. */
export const SLOW_TICKS = 5;
/** A log-in that ran out tells nobody: the tickets of open sockets are asked for this often. */
export const TICKET_RECHECK_MS = 60_000;
/** A ticket that could not be looked up by then is not known to be anybody's. */
export const TICKET_CHECK_MS_MAX = 5_000;
/** How long somebody who has opened a line may take to say what for. */
export const CONNECT_MS_MAX = 5_000;
/** How long sockets have to say goodbye when the server goes. */
export const CLOSE_GRACE_MS = 200;
