/**
 * Half-typed orders. Kept apart from the form, which is laid out anew when the window grows or shrinks: what was typed outlives
 * that. Only what a user does changes it, each deed once.
 */
interface Drafted<Drafts> {
  drafts: () => Drafts;
  subscribe: (listener: () => void) => () => void;
  put: (next: Drafts) => void;
}

export function createDrafts<Drafts>(begun: Drafts): Drafted<Drafts> {
  let drafts = begun;
  const listeners = new Set<() => void>();
  return {
    drafts: () => drafts,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    put: (next) => {
      drafts = next;
      for (const listener of listeners) listener();
    },
  };
}
