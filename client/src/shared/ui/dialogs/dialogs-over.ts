import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';

/** Names what dialogs are opened over, as a market: what was open over one is closed when it is another. */
export const DialogsOver = createContext('');

/** Closes a dialog that is opened over something else by now. What cannot be closed stays until it can. */
export function useClosedWithPlace(close: (() => void) | undefined): void {
  const over = useContext(DialogsOver);
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
