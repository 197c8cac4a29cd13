/**
 * What the state owes without anybody asking: a trigger that was reached, something due. Derivable from the state, so a crash
 * between two steps loses nothing, and named from ordered indexes, never by a scan.
 */
import type { Debt, OwedNext } from './product';
import type { CoreView } from './state';

export interface Owed extends OwedNext {
  urgency: Debt['urgency'];
}

export interface Reacting {
  /**
   * The next debt to pay at `at`: an urgent one before any scheduled one, of each the earliest by (due time, place of its kind,
   * id). What time alone makes due comes before what a batch made due: the batch of the latter would carry a
   * time behind its own. Null when nothing is due.
   */
  react: (view: CoreView, at: number, urgency?: Debt['urgency']) => Owed | null;
  /** When time alone makes the next debt due, milliseconds; null when it makes none. May lie in the past. */
  nextDue: (view: CoreView, at?: number) => number | null;
}

export function createReacting(debts: readonly Debt[]): Reacting {
  const urgent = debts.filter(({ urgency }) => urgency === 'urgent');
  const scheduled = debts.filter(({ urgency }) => urgency === 'scheduled');

  function react(view: CoreView, at: number, urgency?: Debt['urgency']): Owed | null {
    const first = urgency === 'scheduled' ? null : earliest(urgent, view, at);
    if (first) return { ...first, urgency: 'urgent' };
    const second = urgency === 'urgent' ? null : earliest(scheduled, view, at);
    return second && { ...second, urgency: 'scheduled' };
  }

  function nextDue(view: CoreView, at = view.at): number | null {
    let due: number | null = null;
    for (const debt of debts) {
      const next = debt.next(view, at);
      if (next !== null && isByTime(next) && (due === null || next.dueAt < due)) due = next.dueAt;
    }
    return due;
  }

  return { react, nextDue };
}

/** Whether time alone makes it due, and no batch before. */
export function isByTime({ cause }: OwedNext): boolean {
  return cause === undefined;
}

function earliest(debts: readonly Debt[], view: CoreView, at: number): OwedNext | null {
  let found: OwedNext | null = null;
  for (const debt of debts) {
    const next = debt.next(view, at);
    // Of one moment the kind that stands first among them; each names its lowest id itself.
    if (next === null || next.dueAt > at) continue;
    if (found === null || comesBefore(next, found)) found = next;
  }
  return found;
}

function comesBefore(next: OwedNext, found: OwedNext): boolean {
  if (isByTime(next) !== isByTime(found)) return isByTime(next);
  return next.dueAt < found.dueAt;
}
