import { useEffect, type RefObject } from 'react';
import styles from './data-table.module.css';

/** Overlap in pixels that hides no digit. */
const SLACK_PX = 1;

/**
 * Hides columns cut by an edge of the scroll area: part of a number could be read as another number. `data-cut` lists them, counted from 1 like
 * `:nth-child`.
 */
export function useHideCutColumns(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const container = box.current;
    const table = container?.querySelector('table');
    if (!container || !table || typeof ResizeObserver === 'undefined') return;
    const mark = (): void => {
      const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) => ({
        ...sidesOf(head),
        stays: head.classList.contains(styles.stay),
      }));
      table.dataset.cut = cutColumns(heads, sidesOf(container)).join(' ');
    };
    const observer = new ResizeObserver(mark);
    observer.observe(container);
    observer.observe(table);
    container.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      container.removeEventListener('scroll', mark);
    };
  }, [box]);
}

interface Sides {
  left: number;
  right: number;
}

/** Columns cut by an edge of the visible area or by the sticky end column. */
export function cutColumns(columns: readonly (Sides & { stays: boolean })[], visibleArea: Sides): number[] {
  const end = columns.find(({ stays }) => stays)?.left ?? visibleArea.right;
  const isCutBy = (edge: number, { left, right }: Sides): boolean => left < edge - SLACK_PX && right > edge + SLACK_PX;
  return columns.flatMap((column, at) =>
    !column.stays && (isCutBy(visibleArea.left, column) || isCutBy(end, column)) ? [at + 1] : [],
  );
}

function sidesOf(element: Element): Sides {
  const { left, right } = element.getBoundingClientRect();
  return { left, right };
}
