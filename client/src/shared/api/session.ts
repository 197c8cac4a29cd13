/**
 * The one door through which the page changes hands: a log-in, a log-out, what the server says of a ticket that is no longer
 * good, another tab's log-in or log-out. Whose the page is stands in its store and there alone: every request goes out with
 * that ticket, and what the browser keeps for all its tabs is compared with it, never used in its place. Whatever belonged
 * to the session before goes with the event (`app/store.ts`). Nothing else writes the ticket.
 */
import { createAction, nanoid, type Dispatch } from '@reduxjs/toolkit';

/** The user's token, sent with every request. */
const TICKET_KEY = 'ticket';
/** Whose it is, where a log-in of this browser has said so. */
const USER_KEY = 'ticket.user';

interface Keeping {
  ticket: string | null;
  /** Id of the user; null while nobody has said whose the ticket is. */
  user: string | null;
}

export interface Session extends Keeping {
  /** Another one after every change. */
  id: string;
}

/** A store, or what a request knows of it. */
export interface Page {
  dispatch: Dispatch;
  getState: () => unknown;
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
  | { kind: 'found' };

/** `id` names the session that begins with it, a visitor's as well. */
export const sessionChanged = createAction('session/changed', (change: SessionChange, whose: Keeping) => ({
  payload: { id: nanoid(), change, ...whose },
}));

const NOBODY: Keeping = { ticket: null, user: null };

/** Null in a store that knows no sessions. */
export function sessionOf({ getState }: Pick<Page, 'getState'>): Session | null {
  return (getState() as { session?: Session }).session ?? null;
}

/** For what is kept beside the store; goes with it. */
let owner: string | null = null;
let isStorageClosed = false;

/** For all tabs of the browser; null where storage is forbidden, or full: the log-in then holds until the page is left. */
function kept(): Keeping | null {
  if (isStorageClosed) return null;
  try {
    const ticket = localStorage.getItem(TICKET_KEY);
    return ticket === null ? NOBODY : { ticket, user: localStorage.getItem(USER_KEY) };
  } catch {
    return null;
  }
}

function keep({ ticket, user }: Keeping): void {
  try {
    // The ticket last: another tab that sees it sees whose it is.
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

function changeHands({ dispatch }: Pick<Page, 'dispatch'>, change: SessionChange, whose: Keeping): void {
  owner = whose.user;
  dispatch(sessionChanged(change, whose));
}

/** Id of the user whose page it is; null of a visitor's. */
export function sessionOwner(): string | null {
  return owner;
}

/** Under which something of a user's own is kept in this browser. A visitor's has no name behind it. */
export function ownKey(key: string): string {
  return owner === null ? key : `${key}@${owner}`;
}

/** A log-in is complete. */
export function beginSession(page: Page, { ticket, userId }: { ticket: string; userId: number }): void {
  const whose = { ticket, user: String(userId) };
  keep(whose);
  changeHands(page, { kind: 'logged_in' }, whose);
}

/** The server says whose the ticket of the page is. If it was taken for another's, nothing of theirs stays. */
export function ownSession(page: Page, userId: number): void {
  const { ticket, user } = sessionOf(page) ?? NOBODY;
  const owner = String(userId);
  if (ticket === null || user === owner || user === null) return;
  keep({ ticket, user: owner });
  changeHands(page, { kind: 'found' }, { ticket, user: owner });
}

/** The user leaves. Returns the ticket, which is still to be ended on the server. */
export function leaveSession(page: Page): string | null {
  const ticket = sessionOf(page)?.ticket ?? null;
  // Another tab's log-in is not this user's to end.
  if (isSessionOvertaken(page)) takeUpSession(page);
  else {
    keep(NOBODY);
    changeHands(page, { kind: 'logged_out' }, NOBODY);
  }
  return ticket;
}

/**
 * The server says of `ticket` that it is good for nothing. That ends its session alone: a log-in since then has another,
 * here or in another tab. A tab that hears it after another one has dropped the ticket tells its own user nevertheless.
 */
export function endSession(page: Page, ticket: string | null, end: SessionEnd): void {
  if (ticket === null || ticket !== sessionOf(page)?.ticket) return;
  const next = kept()?.ticket ?? null;
  if (next !== null && next !== ticket) return takeUpSession(page);
  keep(NOBODY);
  changeHands(page, end, NOBODY);
}

/** Goes by the ticket that the browser keeps from now on: at the start, and when another tab has changed it. */
export function takeUpSession(page: Pick<Page, 'dispatch'>): void {
  changeHands(page, { kind: 'found' }, kept() ?? NOBODY);
}

/** Whether another tab has changed the ticket since this page took it up. */
export function isSessionOvertaken(page: Pick<Page, 'getState'>): boolean {
  const [own, browsers] = [sessionOf(page), kept()];
  return own !== null && browsers !== null && browsers.ticket !== own.ticket;
}

/** Before anything is sent or shown for a user: whether the page is still theirs. If not, it has changed hands by now. */
export function isSessionKept(page: Page): boolean {
  if (!isSessionOvertaken(page)) return true;
  takeUpSession(page);
  return false;
}
