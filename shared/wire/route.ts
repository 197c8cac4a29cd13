/** Definition of an endpoint. The same row creates the route, validates the request, documents it and drives the fuzzer. */
import type { z } from 'zod';
import type { ScopeNarrowing } from '../rules/audit-scope';
import type { StaffRight } from '../rules/staff-rights';

/** Permitted callers: anyone, a logged-in user, an auditor (or admin), an admin. */
export type Access = 'public' | 'user' | 'auditor' | 'admin';

/** Code named after the user's intention. The log has the underlying fault. */
export type FailureCode = 'purchase.failed' | 'submit.failed' | 'save.failed';

export interface Route {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  access: Access;
  /** The right that an admin needs in addition to the role. For an auditor the role is enough. */
  right?: StaffRight;
  /**
   * For auditors' calls: the scope bounds that narrow the answer. Auditors with any other bound are refused. `open`: the answer has no
   * personal data. Absent: the answer covers all users and the present.
   */
  narrowed?: ScopeNarrowing;
  /**
   * The answer shows personal data of one user or one case in clear, which all other staff calls mask. It needs a catalogue reason and is
   * limited per hour. The staff log and the user's own file record the caller, the user, the fields and the reason.
   */
  shows?: true;
  /** For users' calls: unbounded staff may read other users' data as well. The staff log records each such call. */
  shownToStaff?: true;
  /** Requires the factor again, over the digest of the request. POST requests of admins require it by default. */
  stepUp?: true;
  /** The reason why an admin's POST that changes state needs no factor. */
  withoutFactor?: string;
  /** Requires the second factor of users who chose it for trading, once per log-in and again after some time. */
  trades?: true;
  /** The factor may be in the header. Users with a passkey but no authenticator must send it there. */
  takesFactor?: true;
  /** Also open to staff who have no factor yet. */
  unbound?: true;
  /** Refused while the user's own lock on settings holds. */
  lockable?: true;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Replaces `body`: the request body is a photo, with the size limit of photos. */
  upload?: 'photo';
  /** The body may be as large as nine texts. It is read only for staff. */
  isLarge?: true;
  /** All callers get the same answer; a caller with a current copy gets "not modified". */
  revalidated?: true;
  /** The answer is a file of this type without an envelope; refusals have the usual envelope. */
  answers?: 'image/jpeg' | 'text/csv' | 'application/jsonl' | 'application/octet-stream';
  /** Schema of `data` on success. */
  answer: z.ZodType;
  /** The rate limit that it counts against. */
  rate?: 'orders' | 'transfers' | 'logins' | 'registrations' | 'codes' | 'feedback' | 'reports' | 'photos';
  /** Lists in the body whose items count separately; absent: the request counts as one. */
  pieces?: readonly string[];
  /** Failure code while nothing of the request is durable. */
  failure?: FailureCode;
  /** A public endpoint that recognises a logged-in caller. An invalid ticket is ignored. */
  heedsTicket?: true;
}

/** Whether a request only reads: GET, or a page of a list. */
export function changesNothing({ method, body }: Route): boolean {
  return method === 'GET' || (body !== undefined && 'pageIndex' in body.shape);
}

/** All changes by admins require the factor again, unless the row names a reason. */
export function takesSecondFactor(route: Route): boolean {
  const { stepUp, withoutFactor, access, shows } = route;
  const isExempt = withoutFactor !== undefined || shows === true || changesNothing(route);
  return stepUp === true || (access === 'admin' && !isExempt);
}

/** Whether the body identifies the request, so that a repeated request takes effect once. */
export function hasClientId({ body }: Route): boolean {
  return body !== undefined && 'clientId' in body.shape;
}

/** A request that stores a setting of the user or of staff. */
export function withSaveFailure<R extends Route>(route: R): R & { failure: 'save.failed' } {
  return { ...route, failure: 'save.failed' };
}

/** An order: requires the second factor of users who chose it for trading. */
export function withTrades<R extends Route>(route: R): R & { trades: true } {
  return { ...route, trades: true };
}
