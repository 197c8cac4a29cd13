import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';

/** Subject under dialogs, such as a market; a change closes them. */
export const DialogScope = createContext('');

/** Closes a dialog when the place under it changes. A dialog that cannot close stays until it can. */
export function useCloseOnScopeChange(close: (() => void) | undefined): void {
  const scope = useContext(DialogScope);
  const [initialScope] = useState(scope);
  const mustClose = scope !== initialScope && close !== undefined;
  const latestClose = useRef(close);
  useLayoutEffect(() => {
    latestClose.current = close;
  });
  useLayoutEffect(() => {
    if (mustClose) latestClose.current?.();
  }, [mustClose]);
}
