/** What of log-ins the sockets need to know. HTTP's guard and the sockets ask the same port. */

export interface TicketHolder {
  user: number;
  role: 'user' | 'auditor' | 'admin';
  /** A member of staff without a factor: may bind one, and nothing else. */
  isUnbound: boolean;
}

/** What comes with a ticket. */
export interface Bearing {
  ip: string;
  /** Of the browser that the ticket was given to, if there is one. */
  cookie: string | undefined;
}

/** One or more tickets of a user are no longer good: logged out or expired (4001), ended by staff (4003), or of an auditor whose time is over. */
export interface Revocation {
  user: number;
  code: '4001' | '4003' | 'audit.access.expired';
}

export interface TicketPort {
  /**
   * Whose ticket this is, or null when it is unknown, expired or revoked, or comes without its cookie. Asking is no use of it: a socket
   * that is open does not say that somebody is there.
   */
  check(ticket: string, bearing: Bearing): Promise<TicketHolder | null>;
  /**
   * Tells of every revocation once `check` refuses the ticket. It names the user and not the ticket, because a store may
   * hold nothing but hashes: the listener asks again for each ticket it knows of that user. Returns how to stop listening.
   */
  onRevoked(listener: (revocation: Revocation) => void): () => void;
}

/** Nest's token of the port. */
export const TICKET_PORT = Symbol('TicketPort');
