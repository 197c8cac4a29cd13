/** What an endpoint is: the same row makes the route, checks the request, documents it and is fuzzed. */
import type { z } from 'zod';
import type { Narrowed } from '../rules/audit-scope';
import type { StaffRight } from '../rules/staff-rights';

/** Who may call: anyone, a logged-in user, an auditor (or admin), an admin. */
export type Access = 'public' | 'user' | 'auditor' | 'admin';

/** Said by the name of what the user wanted; the fault behind it is in the log. */
export type FailureCode = 'purchase.failed' | 'submit.failed' | 'save.failed';

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  access: Access;
  /** What an admin needs to have been given, besides being one. An auditor is let in by the role alone. */
  right?: StaffRight;
  /**
   * Of what auditors call: by which of their bounds the answer is narrowed. Whom something else bounds is refused. `open`: it says
   * nothing of anybody. Absent: it is of everybody, as it is now.
   */
  narrowed?: Narrowed;
  /**
   * Answers personal data of one user or one case in clear, which every other call of staff masks. It takes a reason of the catalogue and
   * is counted by the hour; who asked, of whom, for which fields and why is in the log of staff and in the user's own file.
   */
  shows?: true;
  /** Of what users call: staff whom nothing bounds see others' as well. Whatever staff ask there is in their log. */
  shownToStaff?: true;
  /** The factor is asked for again, over the digest of the request. What admins do by POST asks for it without saying so. */
  stepUp?: true;
  /** Of an admin's POST that changes something and asks for no factor: why not. */
  withoutFactor?: string;
  /** The second factor is asked for of who wants it before trading, once a log-in and again after a while. */
  trades?: true;
  /** The factor may come in the header, and is asked for there of who has no authenticator but a passkey. */
  takesFactor?: true;
  /** Open to a member of staff who has no factor yet. */
  unbound?: true;
  /** A change that the user's own lock on settings holds up. */
  lockable?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** In place of `body`: the body is a photo and nothing else, and may be as large as one. */
  upload?: 'photo';
  /** The body may be as large as nine texts; read only for staff. */
  isLarge?: true;
  /** Everybody gets the same, and whoever has it already is told so in place of it. */
  revalidated?: true;
  /** The answer is no envelope but a file of this type; refusals are envelopes as ever. */
  answers?: 'image/jpeg' | 'text/csv' | 'application/jsonl' | 'application/octet-stream';
  /** What `data` is on success. */
  answer: z.ZodType;
  /** Which rate it counts against. */
  rate?: 'orders' | 'transfers' | 'logins' | 'registrations' | 'codes' | 'feedback' | 'reports' | 'photos';
  /** Lists of the body of which each item counts as one; absent: a request is one. */
  pieces?: readonly string[];
  /** How a fault of the exchange is told while nothing of the request is durable. */
  failure?: FailureCode;
  /** A public endpoint that answers a logged-in caller as such: a good ticket is heeded, any other is as good as none. */
  heedsTicket?: true;
}

/** Asks by GET or for a page of a list. */
export function changesNothing({ method, body }: Route): boolean {
  return method === 'GET' || (body !== undefined && 'pageIndex' in body.shape);
}

/** Whatever an admin changes asks for the factor once more, unless its row says why not. */
export function asksForFactor(route: Route): boolean {
  const { stepUp, withoutFactor, access, shows } = route;
  const isExempt = withoutFactor !== undefined || shows === true || changesNothing(route);
  return stepUp === true || (access === 'admin' && !isExempt);
}

/** Which request it is stands in its body: sent again it takes effect once. */
export function namesClientId({ body }: Route): boolean {
  return body !== undefined && 'clientId' in body.shape;
}

/** Keeps what the user or staff have set. */
export function saving<R extends Route>(route: R): R & { failure: 'save.failed' } {
  return { ...route, failure: 'save.failed' };
}

/** An order: it asks for the second factor of who wants that. */
export function trading<R extends Route>(route: R): R & { trades: true } {
  return { ...route, trades: true };
}
