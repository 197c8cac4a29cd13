/** Drafts of orders, kept outside the form, which is remounted on a resize. Only user actions change them, each once. */
interface DraftStore<Drafts> {
  drafts: () => Drafts;
  subscribe: (listener: () => void) => () => void;
  put: (next: Drafts) => void;
}

export function createDraftStore<Drafts>(initial: Drafts): DraftStore<Drafts> {
  let drafts = initial;
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
