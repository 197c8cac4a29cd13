/**
 * Terms that change at a time. What a command asked for is kept with its time and judged by the time of the batch; nothing is
 * switched by a job. The terms in effect are those of the beginning with every change laid over them whose time has come, in order
 * of time and of one time in order of asking: a change says what it names and leaves the rest as it will be by then.
 */
export interface TermsChange<T> {
  /** Milliseconds: from this moment on, itself included. */
  from: number;
  reason: string;
  /** What was asked for; what is absent stays. */
  asked: Partial<T>;
}
export interface PendingTerms<T> extends TermsChange<T> {
  /** All of them, as they will be from then on. */
  terms: T;
}

/** What has such terms. */
export interface Changing<T> {
  /** In effect until `changesAt`. */
  terms: T;
  /** By time; what has come true may still stand here, and means the same. */
  pending: PendingTerms<T>[];
  /** Time of the first of them; infinity when there is none. */
  changesAt: number;
}
export interface ChangingView<T> {
  readonly terms: T;
  readonly pending: readonly { readonly from: number; readonly terms: T }[];
  readonly changesAt: number;
}

/** More would be a mistake in a program, not a plan of staff. */
export const PENDING_TERMS_MAX = 16;

export function unchanging<T>(terms: T): Changing<T> {
  return { terms, pending: [], changesAt: Infinity };
}

/** The terms at a moment that is not before the last event of what has them. One comparison as long as nothing has come true. */
export function termsAt<T>(changing: ChangingView<T>, at: number): T {
  return at < changing.changesAt ? changing.terms : termsSince(changing, at);
}

function termsSince<T>({ terms, pending }: ChangingView<T>, at: number): T {
  let found = terms;
  for (const change of pending) if (change.from <= at) found = change.terms;
  return found;
}

/** What is still to come at a moment, in order. */
export function pendingAt<P extends { readonly from: number }>(
  { pending }: { readonly pending: readonly P[] },
  at: number,
): P[] {
  return pending.filter(({ from }) => from > at);
}

/** Puts what has come true into the terms, so that the list stays short: the terms at any moment from `at` on are the same. */
export function settleTerms<T>(changing: Changing<T>, at: number): void {
  if (at < changing.changesAt) return;
  changing.terms = termsSince(changing, at);
  setPending(changing, pendingAt(changing, at));
}

/** Lays a change among those that are pending, at `at`. */
export function changeTerms<T extends object>(changing: Changing<T>, change: TermsChange<T>, at: number): void {
  settleTerms(changing, at);
  setPending(changing, withChange(changing.terms, changing.pending, change));
  settleTerms(changing, at);
}

/** The pending ones with one more in its place; from there on each tells anew how the terms will be. */
export function withChange<T extends object>(
  terms: T,
  pending: readonly TermsChange<T>[],
  change: TermsChange<T>,
): PendingTerms<T>[] {
  const place = pending.filter(({ from }) => from <= change.from).length;
  return foldChanges(terms, [...pending.slice(0, place), change, ...pending.slice(place)]);
}

/** Each with the terms as they will be. */
export function foldChanges<T extends object>(terms: T, changes: readonly TermsChange<T>[]): PendingTerms<T>[] {
  let latest = terms;
  return changes.map(({ from, reason, asked }) => {
    latest = { ...latest, ...asked };
    return { from, reason, asked, terms: latest };
  });
}

export function setPending<T>(changing: Changing<T>, pending: PendingTerms<T>[]): void {
  changing.pending = pending;
  changing.changesAt = pending.length === 0 ? Infinity : pending[0].from;
}

/** Of these fields, those that are there. */
export function askedOf<T extends object>(fields: readonly (keyof T)[], from: Readonly<Partial<T>>): Partial<T> {
  const asked: Partial<T> = {};
  for (const field of fields) if (from[field] !== undefined) asked[field] = from[field];
  return asked;
}
