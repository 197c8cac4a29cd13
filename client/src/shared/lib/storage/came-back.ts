/** The line is back: the browser says so, or the exchange was heard again after a silence. */
const listeners = new Set<() => void>();

export function onBack(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
  };
}

export function cameBack(): void {
  for (const listener of [...listeners]) listener();
}
