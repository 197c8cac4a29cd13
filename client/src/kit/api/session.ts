/**
 * All changes of the session pass here: log-in, log-out, a ticket that the server rejects, another tab's log-in or log-out. The page's
 * store alone holds the page's session. Every request carries its ticket. The ticket in browser storage, shared by all tabs, is only
 * compared with it. The event clears all state of the former session (`app/store.ts`). No other code writes the ticket.
 */
import { createAction, nanoid, type Dispatch } from '@reduxjs/toolkit';

/** The user's token, sent with every request. */
const TICKET_KEY = 'ticket';
/** The session's user, if a log-in in this browser stored it. */
const USER_KEY = 'ticket.user';

interface StoredSession {
  ticket: string | null;
  /** User id; null until the server has named the ticket's owner. */
  user: string | null;
}

export interface Session extends StoredSession {
  /** New after every change. */
  id: string;
}

/** A store, or a request's access to its state. */
export interface Page {
  dispatch: Dispatch;
  getState: () => unknown;
}

/** The server's verdict on a ticket. */
export type SessionEnd =
  /** Unknown ticket: silent log-out. */
  | { kind: 'not_known' }
  /** Expired, or ended by staff: shown once, with the server's text and a log-in button. */
  | { kind: 'expired'; text: string };

export type SessionChange =
  | SessionEnd
  | { kind: 'logged_in' }
  | { kind: 'logged_out' }
  /** Session from browser storage: at page start, and after another tab logged in or out. */
  | { kind: 'found' };

/** `id` names the session that begins, a visitor's included. */
export const sessionChanged = createAction('session/changed', (change: SessionChange, newSession: StoredSession) => ({
  payload: { id: nanoid(), change, ...newSession },
}));

const NO_SESSION: StoredSession = { ticket: null, user: null };

/** Null for a store without a session slice. */
export function sessionOf({ getState }: Pick<Page, 'getState'>): Session | null {
  return (getState() as { session?: Session }).session ?? null;
}

/** Session data for code outside the store; removed with the session. */
let owner: string | null = null;
let isStorageClosed = false;

/** Stored for all tabs. If storage is forbidden or full, the log-in lasts until the page is left. */
function storedSession(): StoredSession | null {
  if (isStorageClosed) return null;
  try {
    const ticket = localStorage.getItem(TICKET_KEY);
    return ticket === null ? NO_SESSION : { ticket, user: localStorage.getItem(USER_KEY) };
  } catch {
    return null;
  }
}

function storeSession({ ticket, user }: StoredSession): void {
  try {
    // The ticket is written last, so that a tab that sees it also sees its user.
    write(USER_KEY, user);
    write(TICKET_KEY, ticket);
    isStorageClosed = false;
  } catch {
    isStorageClosed = true;
  }
}

function write(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}

function setOwner({ dispatch }: Pick<Page, 'dispatch'>, change: SessionChange, newSession: StoredSession): void {
  owner = newSession.user;
  dispatch(sessionChanged(change, newSession));
}

/** User id of the page; null for a visitor. */
export function sessionOwner(): string | null {
  return owner;
}

/** Storage key of a user's own data; a visitor's key has no suffix. */
export function ownKey(key: string): string {
  return owner === null ? key : `${key}@${owner}`;
}

/** Completes a log-in. */
export function beginSession(page: Page, { ticket, userId }: { ticket: string; userId: number }): void {
  const newSession = { ticket, user: String(userId) };
  storeSession(newSession);
  setOwner(page, { kind: 'logged_in' }, newSession);
}

/** Handles the ticket's owner as named by the server. If another user was assumed, replaces the session, which clears that user's state. */
export function setSessionOwner(page: Page, userId: number): void {
  const { ticket, user } = sessionOf(page) ?? NO_SESSION;
  const owner = String(userId);
  if (ticket === null || user === owner || user === null) return;
  storeSession({ ticket, user: owner });
  setOwner(page, { kind: 'found' }, { ticket, user: owner });
}

/** Logs out. Returns the ticket, which the caller must end on the server. */
export function leaveSession(page: Page): string | null {
  const ticket = sessionOf(page)?.ticket ?? null;
  // The stored ticket may be another tab's log-in, which stays.
  if (isSessionReplaced(page)) adoptStoredSession(page);
  else {
    storeSession(NO_SESSION);
    setOwner(page, { kind: 'logged_out' }, NO_SESSION);
  }
  return ticket;
}

/**
 * Ends the session of a ticket that the server rejected. A newer log-in, here or in another tab, has another ticket and stays. A tab still
 * reports the end to its user if another tab has already removed the ticket.
 */
export function endSession(page: Page, ticket: string | null, end: SessionEnd): void {
  if (ticket === null || ticket !== sessionOf(page)?.ticket) return;
  const next = storedSession()?.ticket ?? null;
  if (next !== null && next !== ticket) return adoptStoredSession(page);
  storeSession(NO_SESSION);
  setOwner(page, end, NO_SESSION);
}

/** Adopts the stored ticket: at page start, and after another tab changed it. */
export function adoptStoredSession(page: Pick<Page, 'dispatch'>): void {
  setOwner(page, { kind: 'found' }, storedSession() ?? NO_SESSION);
}

/** True if another tab has changed the ticket since this page adopted it. */
export function isSessionReplaced(page: Pick<Page, 'getState'>): boolean {
  const [pageSession, browserSession] = [sessionOf(page), storedSession()];
  return pageSession !== null && browserSession !== null && browserSession.ticket !== pageSession.ticket;
}

/** Call before sending or showing a user's data: true if the page is still the user's. If not, it switches to the new session. */
export function ensureCurrentSession(page: Page): boolean {
  if (!isSessionReplaced(page)) return true;
  adoptStoredSession(page);
  return false;
}
