import { useEffect, useState, type RefObject } from 'react';

/** Same as in the style sheet: rows and the middle line have fixed heights, so the layout never jumps. */
const ROW_PX = 20;
const MIDDLE_PX = 36;
const ROWS_MIN = 2;
const ROWS_MAX = 120;

/** Number of rows that fit the element, including empty ones. */
export function useRowCount(element: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(ROWS_MIN);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([{ contentRect, target }]) =>
      setCount(rowsIn(contentRect.height, rowPxOf(target))),
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return count;
}

/** Rows are taller on touch devices. */
function rowPxOf(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--book-row')) || ROW_PX;
}

function rowsIn(height: number, rowPx: number): number {
  const rows = Math.floor((height - MIDDLE_PX) / rowPx);
  return Math.min(ROWS_MAX, Math.max(ROWS_MIN, rows));
}
