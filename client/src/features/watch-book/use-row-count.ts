import { useEffect, useState, type RefObject } from 'react';

/** As in the style sheet: rows and the line between the sides have fixed heights, so that nothing jumps. */
export const ROW_PX = 20;
export const MIDDLE_PX = 36;
const ROWS_MIN = 2;
const ROWS_MAX = 120;

/** How many rows find room in an element, whatever they hold. */
export function useRowCount(element: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(ROWS_MIN);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([{ contentRect }]) => setCount(rowsIn(contentRect.height)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return count;
}

function rowsIn(height: number): number {
  const rows = Math.floor((height - MIDDLE_PX) / ROW_PX);
  return Math.min(ROWS_MAX, Math.max(ROWS_MIN, rows));
}
