/** What private pushes have in common: updates by position, and how far everything is known behind them. */

interface Known {
  /** Journal position up to which everything is known; goes on with each beat. */
  seq: number | null;
}

interface Push<Update> {
  from: number;
  to: number;
  updates: readonly Update[];
}

/** What is known after a push: the same object when it says nothing new; null when something is missing before it. */
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
