/**
 * Due items of the state that need no request: a reached trigger, a due time. They are derived from the state, so a crash between two steps
 * loses nothing. Ordered indexes find them without a scan.
 */
import type { DueWork, DueItem } from './product';
import type { CoreView } from './state';

export interface DueItemWithUrgency extends DueItem {
  urgency: DueWork['urgency'];
}

export interface Reactor {
  /**
   * Returns the next item due at `at`: urgent ones before scheduled ones, each by (due time, place of its kind, id).
   * Items due by time alone precede those caused by a batch: otherwise the batch would carry a time earlier than its
   * predecessor. Returns null if nothing is due.
   */
  react: (view: CoreView, at: number, urgency?: DueWork['urgency']) => DueItemWithUrgency | null;
  /** Earliest time at which time alone makes an item due, milliseconds; null for none. May lie in the past. */
  nextDue: (view: CoreView, at?: number) => number | null;
}

export function createReactor(dueWork: readonly DueWork[]): Reactor {
  const urgent = dueWork.filter(({ urgency }) => urgency === 'urgent');
  const scheduled = dueWork.filter(({ urgency }) => urgency === 'scheduled');

  function react(view: CoreView, at: number, urgency?: DueWork['urgency']): DueItemWithUrgency | null {
    const urgentItem = urgency === 'scheduled' ? null : earliest(urgent, view, at);
    if (urgentItem) return { ...urgentItem, urgency: 'urgent' };
    const scheduledItem = urgency === 'urgent' ? null : earliest(scheduled, view, at);
    return scheduledItem && { ...scheduledItem, urgency: 'scheduled' };
  }

  function nextDue(view: CoreView, at = view.at): number | null {
    let dueAt: number | null = null;
    for (const kind of dueWork) {
      const next = kind.next(view, at);
      if (next !== null && isByTime(next) && (dueAt === null || next.dueAt < dueAt)) dueAt = next.dueAt;
    }
    return dueAt;
  }

  return { react, nextDue };
}

/** Whether time alone makes it due, without a causing batch. */
export function isByTime({ cause }: DueItem): boolean {
  return cause === undefined;
}

function earliest(dueWork: readonly DueWork[], view: CoreView, at: number): DueItem | null {
  let found: DueItem | null = null;
  for (const kind of dueWork) {
    const next = kind.next(view, at);
    // Each kind returns its lowest id; on equal times, the kind with the lowest place wins.
    if (next === null || next.dueAt > at) continue;
    if (found === null || comesBefore(next, found)) found = next;
  }
  return found;
}

function comesBefore(next: DueItem, found: DueItem): boolean {
  if (isByTime(next) !== isByTime(found)) return isByTime(next);
  return next.dueAt < found.dueAt;
}
