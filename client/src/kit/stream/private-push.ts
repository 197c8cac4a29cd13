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
  known: State,
  { from, to, updates }: Push<Update>,
  after: (known: State, update: Update) => State,
): State | null {
  const { seq } = known;
  if (seq === null || from > seq) return null;
  if (to <= seq) return known;
  return { ...updates.filter(({ position }) => position > seq).reduce(after, known), seq: to };
}
