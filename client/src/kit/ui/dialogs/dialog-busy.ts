import { createContext, useContext, useLayoutEffect } from 'react';

/** Keeps the surrounding dialog open until the returned function is called. */
type Keep = () => () => void;

export const DialogKept = createContext<Keep | null>(null);

/**
 * Keeps the surrounding dialog open while a request is in flight, so that it can show the outcome. Every component that sends from a dialog
 * uses this.
 */
export function useDialogBusy(isBusy: boolean): void {
  const keep = useContext(DialogKept);
  useLayoutEffect(() => (isBusy ? keep?.() : undefined), [isBusy, keep]);
}
