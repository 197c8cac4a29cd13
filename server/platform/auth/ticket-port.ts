/** The part of log-ins that sockets need. HTTP's guard and the sockets use the same port. */

export interface TicketHolder {
  user: number;
  role: 'user' | 'auditor' | 'admin';
  /** A member of staff without a factor, who may only bind one. */
  isUnbound: boolean;
}

/** The client's data that is checked together with a ticket. */
export interface TicketClient {
  ip: string;
  /** The cookie of the browser that received the ticket, if any. */
  cookie: string | undefined;
}

/** One or more tickets of a user became invalid: logged out or expired (4001), ended by staff (4003), or an auditor's access has ended. */
export interface Revocation {
  user: number;
  code: '4001' | '4003' | 'audit.access.expired';
}

export interface TicketPort {
  /**
   * Returns the ticket's holder; null if the ticket is unknown, expired, revoked or sent without its cookie. The check does not extend
   * the log-in: an open socket does not prove that a user is present.
   */
  check(ticket: string, bearing: TicketClient): Promise<TicketHolder | null>;
  /**
   * Calls the listener on each revocation, after `check` refuses the ticket. It names the user and not the ticket, because a store may
   * hold only hashes: the listener checks every ticket it knows of that user. Returns the unsubscribe function.
   */
  onRevoked(listener: (revocation: Revocation) => void): () => void;
}

/** Nest's token of the port. */
export const TICKET_PORT = Symbol('TicketPort');
