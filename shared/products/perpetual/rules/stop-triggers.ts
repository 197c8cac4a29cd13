/**
 * Selects the effective one of several take-profits or stop-losses of a position: the one whose trigger is reached
 * first.
 */

export type StopTriggerKind = 'take_profit' | 'stop_loss';

/** Null when there is none. Triggers in any unit that compares. */
export function firstTriggered(
  position: 'long' | 'short',
  kind: StopTriggerKind,
  triggers: readonly number[],
): number | null {
  if (triggers.length === 0) return null;
  // A rising price reaches the lowest trigger first.
  const isAbove = (position === 'long') === (kind === 'take_profit');
  return isAbove ? Math.min(...triggers) : Math.max(...triggers);
}
