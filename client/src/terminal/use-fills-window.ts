import { useLayoutEffect } from 'react';

/** Marks the screen as filling the window: no footer, and a header of full width (see `frame.module.css`). */
export function useFillsWindow(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.fills = 'window';
    return () => {
      delete document.documentElement.dataset.fills;
    };
  }, []);
}
