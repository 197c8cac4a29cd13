import { createContext, useContext, useLayoutEffect } from 'react';

/** Keeps the dialog around open until what it gives is called. */
type Keep = () => () => void;

export const DialogKept = createContext<Keep | null>(null);

/**
 * While that is sent, the dialog around stays: what was refused is said in it, and nobody wonders what became of it. Whatever
 * sends from a dialog says so here.
 */
export function useDialogBusy(isBusy: boolean): void {
  const keep = useContext(DialogKept);
  useLayoutEffect(() => (isBusy ? keep?.() : undefined), [isBusy, keep]);
}
