/**
 * Terms that change at a set time. The state keeps each requested change with its time and compares it with the time of the batch; no job
 * switches terms. The terms in effect are the initial ones plus every change whose time has come, ordered by time, then by request. A
 * change sets the fields it names; the others keep their values at that time.
 */
export interface TermsChange<T> {
  /** Milliseconds, inclusive. */
  from: number;
  reason: string;
  /** Requested fields; absent fields stay the same. */
  asked: Partial<T>;
}
export interface PendingTerms<T> extends TermsChange<T> {
  /** The complete terms from that time on. */
  terms: T;
}

/** An object with such terms. */
export interface ScheduledTerms<T> {
  /** In effect until `changesAt`. */
  terms: T;
  /** Ordered by time; may contain changes already in effect, without effect on the result. */
  pending: PendingTerms<T>[];
  /** Time of the first pending change; infinity if there is none. */
  changesAt: number;
}
export interface ScheduledTermsView<T> {
  readonly terms: T;
  readonly pending: readonly { readonly from: number; readonly terms: T }[];
  readonly changesAt: number;
}

/** Maximum pending changes. More would be a faulty program, not a plan of staff. */
export const PENDING_TERMS_MAX = 16;

export function unscheduledTerms<T>(terms: T): ScheduledTerms<T> {
  return { terms, pending: [], changesAt: Infinity };
}

/** Returns the terms at a moment not before the last event of the object. Costs one comparison while no change is due. */
export function termsAt<T>(changing: ScheduledTermsView<T>, at: number): T {
  return at < changing.changesAt ? changing.terms : termsSince(changing, at);
}

function termsSince<T>({ terms, pending }: ScheduledTermsView<T>, at: number): T {
  let found = terms;
  for (const change of pending) if (change.from <= at) found = change.terms;
  return found;
}

/** Returns the changes after `at`, in order. */
export function pendingAt<P extends { readonly from: number }>(
  { pending }: { readonly pending: readonly P[] },
  at: number,
): P[] {
  return pending.filter(({ from }) => from > at);
}

/** Merges due changes into the terms to keep the list short; the terms at any moment from `at` on stay the same. */
export function applyDueTerms<T>(changing: ScheduledTerms<T>, at: number): void {
  if (at < changing.changesAt) return;
  changing.terms = termsSince(changing, at);
  setPending(changing, pendingAt(changing, at));
}

/** Inserts a change into the pending ones, at `at`. */
export function changeTerms<T extends object>(changing: ScheduledTerms<T>, change: TermsChange<T>, at: number): void {
  applyDueTerms(changing, at);
  setPending(changing, insertChange(changing.terms, changing.pending, change));
  applyDueTerms(changing, at);
}

/** Inserts a change in order of time; later changes recompute the terms they lead to. */
export function insertChange<T extends object>(
  terms: T,
  pending: readonly TermsChange<T>[],
  change: TermsChange<T>,
): PendingTerms<T>[] {
  const place = pending.filter(({ from }) => from <= change.from).length;
  return resolveChanges(terms, [...pending.slice(0, place), change, ...pending.slice(place)]);
}

/** Adds to each change the complete terms from then on. */
export function resolveChanges<T extends object>(terms: T, changes: readonly TermsChange<T>[]): PendingTerms<T>[] {
  let currentTerms = terms;
  return changes.map(({ from, reason, asked }) => {
    currentTerms = { ...currentTerms, ...asked };
    return { from, reason, asked, terms: currentTerms };
  });
}

export function setPending<T>(changing: ScheduledTerms<T>, pending: PendingTerms<T>[]): void {
  changing.pending = pending;
  changing.changesAt = pending.length === 0 ? Infinity : pending[0].from;
}

/** Returns the given fields that are present. */
export function presentFields<T extends object>(fields: readonly (keyof T)[], from: Readonly<Partial<T>>): Partial<T> {
  const present: Partial<T> = {};
  for (const field of fields) if (from[field] !== undefined) present[field] = from[field];
  return present;
}
