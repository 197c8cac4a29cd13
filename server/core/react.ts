/**
 * What the state owes without anybody asking: a trigger that was reached, something due. Derivable from the state, so a crash
 * between two steps loses nothing, and named from ordered indexes, never by a scan.
 */
import type { Debt, OwedNext } from './product';
import { EXCHANGE } from './products';
import type { CoreView } from './state';

export interface Owed extends OwedNext {
  urgency: Debt['urgency'];
}

export interface Reacting {
  /**
   * The next debt to pay at `at`: an urgent one before any scheduled one, of each the earliest by (due time, place of its kind
   * in the table, id). Null when nothing is due.
   */
  react: (view: CoreView, at: number, urgency?: Debt['urgency']) => Owed | null;
  /** When the next scheduled debt is due, milliseconds; null when there is none. May lie in the past. */
  nextDue: (view: CoreView) => number | null;
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

  function nextDue(view: CoreView): number | null {
    return earliest(scheduled, view, Infinity)?.dueAt ?? null;
  }

  return { react, nextDue };
}

function earliest(debts: readonly Debt[], view: CoreView, at: number): OwedNext | null {
  let found: OwedNext | null = null;
  for (const debt of debts) {
    const next = debt.next(view);
    // Of one moment the kind that stands first in the table; each names its lowest id itself.
    if (next && next.dueAt <= at && (found === null || next.dueAt < found.dueAt)) found = next;
  }
  return found;
}

export const { react, nextDue } = createReacting(EXCHANGE.debts);
