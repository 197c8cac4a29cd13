/** Calls back when the browser is online again, or the exchange answers after a silence. */
const listeners = new Set<() => void>();

export function onReconnect(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
  };
}

export function notifyReconnect(): void {
  for (const listener of [...listeners]) listener();
}
