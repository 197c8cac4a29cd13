/** Socket interface for the stream, so that tests need no socket. */
export interface SocketPort {
  isOpen(): boolean;
  /** Rejects on a timeout. */
  sendRequest(event: string, request: object): Promise<unknown>;
  send(event: string, request: object): void;
  /** After the server closed the connection. */
  open(): void;
  /** Reconnects, for another user or a visitor. */
  reopen(): void;
}

/** Events of the socket. */
export interface SocketListener {
  /** Ticket for the handshake, read when the connection is made, as it may have changed since the start. */
  greet(): string | null;
  onOpened(): void;
  onLost(isByServer: boolean): void;
  onMessage(event: string, payload: unknown): void;
}
