/**
 * The one door through which the page changes hands: a log-in, a log-out, what the server says of a ticket that is no longer
 * good, another tab's log-in or log-out. It keeps or drops the ticket and says so once; whatever belonged to the session
 * before goes with that event (`app/store.ts`). Nothing else writes the ticket.
 */
import { createAction, nanoid, type Dispatch } from '@reduxjs/toolkit';

/** The user's token, sent with every request. */
const TICKET_KEY = 'ticket';
/** Whose it is, where a log-in of this browser has said so. */
const USER_KEY = 'ticket.user';

interface Keeping {
  ticket: string | null;
  /** Id of the user. */
  user: string | null;
}

/** What the server says of a ticket. */
export type SessionEnd =
  /** It does not know it: quietly logged out. */
  | { kind: 'not_known' }
  /** It was good and is no more, or staff have ended it: told once, in the server's words, with a way to log in anew. */
  | { kind: 'expired'; text: string };

export type SessionChange =
  | SessionEnd
  | { kind: 'logged_in' }
  | { kind: 'logged_out' }
  /** At the start of the page, and after another tab has logged in or out: this is what the browser keeps. */
  | { kind: 'found'; isUser: boolean };

/** `id` names the session that begins with it, a visitor's as well. */
export const sessionChanged = createAction('session/changed', (change: SessionChange) => ({
  payload: { id: nanoid(), change },
}));

const NOBODY: Keeping = { ticket: null, user: null };

/** What this page goes by. Storage may say something else, after another tab has written there, and may be forbidden. */
let own: Keeping = NOBODY;

function kept(): Keeping {
  try {
    const ticket = localStorage.getItem(TICKET_KEY);
    return ticket === null ? NOBODY : { ticket, user: localStorage.getItem(USER_KEY) };
  } catch {
    // Forbidden: the log-in then holds until the page is left.
    return own;
  }
}

function keep({ ticket, user }: Keeping): void {
  own = { ticket, user };
  try {
    // The ticket last: another tab that sees it sees whose it is.
    write(USER_KEY, user);
    write(TICKET_KEY, ticket);
  } catch {
    // As above.
  }
}

function write(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

export function currentTicket(): string | null {
  return kept().ticket;
}

/** Under which something of a user's own is kept in this browser. A visitor's has no name behind it. */
export function ownKey(key: string): string {
  const { user } = kept();
  return user === null ? key : `${key}@${user}`;
}

/** A log-in is complete. */
export function beginSession(dispatch: Dispatch, { ticket, userId }: { ticket: string; userId: number }): void {
  keep({ ticket, user: String(userId) });
  dispatch(sessionChanged({ kind: 'logged_in' }));
}

/** The user leaves. Returns the ticket, which is still to be ended on the server. */
export function leaveSession(dispatch: Dispatch): string | null {
  const { ticket } = kept();
  keep(NOBODY);
  dispatch(sessionChanged({ kind: 'logged_out' }));
  return ticket;
}

/**
 * The server says of `ticket` that it is good for nothing. That ends its session alone: a log-in since then has another. A
 * tab that hears it after another one has dropped the ticket tells its own user nevertheless.
 */
export function endSession(dispatch: Dispatch, ticket: string | null, end: SessionEnd): void {
  if (ticket === null || ticket !== (currentTicket() ?? own.ticket)) return;
  keep(NOBODY);
  dispatch(sessionChanged(end));
}

/** Goes by the ticket that the browser keeps from now on: at the start, and when another tab has changed it. */
export function takeUpSession(dispatch: Dispatch): void {
  own = kept();
  dispatch(sessionChanged({ kind: 'found', isUser: own.ticket !== null }));
}

/** Whether another tab has changed the ticket since this page took it up. */
export function isSessionOvertaken(): boolean {
  return kept().ticket !== own.ticket;
}
