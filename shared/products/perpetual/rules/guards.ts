/** Which of several take-profits or stop-losses of one position guards it: the one whose trigger is reached first. */

export type GuardKind = 'take_profit' | 'stop_loss';

/** Null when there is none. Triggers in any unit that compares. */
export function firstReached(position: 'long' | 'short', kind: GuardKind, triggers: readonly number[]): number | null {
  if (triggers.length === 0) return null;
  // A price that goes on rising reaches the lowest trigger first.
  const isAbove = (position === 'long') === (kind === 'take_profit');
  return isAbove ? Math.min(...triggers) : Math.max(...triggers);
}
