import { useLayoutEffect } from 'react';

/** The screen has the whole window below the header: nothing stands under it, and the header is as wide as it (`frame.module.css`). */
export function useFillsWindow(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset.fills = 'window';
    return () => {
      delete document.documentElement.dataset.fills;
    };
  }, []);
}
