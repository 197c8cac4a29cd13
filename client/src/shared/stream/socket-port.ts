/** The socket as the page needs it, so that what is done about it can be tried without one. */
export interface SocketPort {
  isOpen(): boolean;
  /** Fails when no answer comes in time. */
  ask(event: string, request: object): Promise<unknown>;
  send(event: string, request: object): void;
  /** After an end that the server wanted. */
  open(): void;
  /** Anew: for another user, or none. */
  reopen(): void;
}

/** What the socket tells of. */
export interface SocketListener {
  /** The ticket to open it with: asked for when the line stands, since it may be another by then than at the start. */
  greet(): string | null;
  opened(): void;
  lost(isByServer: boolean): void;
  said(event: string, said: unknown): void;
}
