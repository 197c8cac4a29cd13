import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';

/** Subject under dialogs, such as a market; a change closes them. */
export const DialogScope = createContext('');

/** Closes a dialog when the place under it changes. A dialog that cannot close stays until it can. */
export function useCloseOnScopeChange(close: (() => void) | undefined): void {
  const over = useContext(DialogScope);
  const [openedOver] = useState(over);
  const isLeft = over !== openedOver && close !== undefined;
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(() => {
    if (isLeft) latest.current?.();
  }, [isLeft]);
}
