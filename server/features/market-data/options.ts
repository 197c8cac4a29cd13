/** Options of the sockets. The limits come from the table of limits; tests lower them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { TicketPort } from '../../platform/auth/ticket-port';
import { LIMITS, type Limits } from '../../platform/limits';
import type { LiveViews } from '../../views/live/live-views';

/** The text of a code in the language of a connection with these headers. */
export type MessagePort = (code: string, headers: IncomingHttpHeaders) => string;

export interface SocketLimits extends Pick<
  Limits,
  | 'socketsPerUserMax'
  | 'socketsPerAddressMax'
  | 'handshakesPerMinuteMax'
  | 'subscriptionsPerSocketMax'
  | 'outboundBytesMax'
> {
  /** Burst of requests per socket, and the additional requests per second. */
  messagesBurstMax: number;
  messagesPerSecondMax: number;
  /** Maximum refused requests above the rate before the socket is dropped. */
  messagesRefusedMax: number;
  /** Maximum bytes of one request. */
  messageBytesMax: number;
  /** Maximum sockets of all clients. */
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
  /** Whether the request is from a page of another site or for another host; absent: not checked. */
  isForeign?: (headers: IncomingHttpHeaders) => boolean;
  /** Resolves the client address behind a proxy; absent without a proxy. */
  addressOf?: (remote: string, headers: IncomingHttpHeaders) => string;
  /** Headers of every answer to a handshake or a poll; absent: none. */
  headers?: Readonly<Record<string, string>>;
  /** Called with unexpected errors, for the log. */
  onError?: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  clock?: () => number;
  /** Milliseconds between two pushes of a market channel; 0 leaves the ticking to the caller. */
  tickMs?: number;
}

/** Interval of pushes in ms: ten per second. */
export const TICK_MS = 100;
/** Heartbeat interval in ticks: each channel sends even without changes, and depth carries its checksum. */
export const HEARTBEAT_TICKS = 10;
/** Interval of tickers and candles in ticks: ten updates a second are unreadable. */
export const SLOW_TICKS = 5;
/** Expiry of log-ins raises no event, so the tickets of open sockets are rechecked at this interval in ms. */
export const TICKET_RECHECK_MS = 60_000;
/** Timeout in ms of a ticket check; after it the ticket counts as unverified. */
export const TICKET_CHECK_MS_MAX = 5_000;
/** Timeout in ms between opening a connection and joining. */
export const CONNECT_MS_MAX = 5_000;
/** Grace period in ms for sockets at a shutdown. */
export const CLOSE_GRACE_MS = 200;
