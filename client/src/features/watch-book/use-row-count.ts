import { useEffect, useState, type RefObject } from 'react';

/** As in the style sheet: rows and the line between the sides have fixed heights, so that nothing jumps. */
const ROW_PX = 20;
const MIDDLE_PX = 36;
const ROWS_MIN = 2;
const ROWS_MAX = 120;

/** How many rows find room in an element, whatever they hold. */
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

/** Higher where fingers tap them. */
function rowPxOf(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue('--book-row')) || ROW_PX;
}

function rowsIn(height: number, rowPx: number): number {
  const rows = Math.floor((height - MIDDLE_PX) / rowPx);
  return Math.min(ROWS_MAX, Math.max(ROWS_MIN, rows));
}
