/** Common parts of private pushes: updates by position, and the position up to which they are complete. */

interface Known {
  /** Journal position up to which everything is known; advances with each heartbeat. */
  seq: number | null;
}

interface Push<Update> {
  from: number;
  to: number;
  updates: readonly Update[];
}

/** State after a push: the same object if the push has nothing new; null if an earlier push is missing. */
export function afterPush<State extends Known, Update extends { position: number }>(
  current: State,
  { from, to, updates }: Push<Update>,
  after: (current: State, update: Update) => State,
): State | null {
  const { seq } = current;
  if (seq === null || from > seq) return null;
  if (to <= seq) return current;
  return { ...updates.filter(({ position }) => position > seq).reduce(after, current), seq: to };
}
