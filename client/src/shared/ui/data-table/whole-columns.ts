import { useEffect, type RefObject } from 'react';
import styles from './data-table.module.css';

/** Less than this many pixels out of sight hide no digit. */
const SLACK_PX = 1;

/**
 * Hides columns that an edge of the scroll area cuts, until they are scrolled to: half of a number reads as another number.
 * `data-cut` names them, counted from 1 as `:nth-child` counts.
 */
export function useWholeColumns(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const room = box.current;
    const table = room?.querySelector('table');
    if (!room || !table || typeof ResizeObserver === 'undefined') return;
    const mark = (): void => {
      const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) => ({
        ...sidesOf(head),
        stays: head.classList.contains(styles.stay),
      }));
      table.dataset.cut = cutColumns(heads, sidesOf(room)).join(' ');
    };
    const observer = new ResizeObserver(mark);
    observer.observe(room);
    observer.observe(table);
    room.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      room.removeEventListener('scroll', mark);
    };
  }, [box]);
}

interface Sides {
  left: number;
  right: number;
}

/** Those that an edge of the room, or the column that stays at its end, goes through. */
export function cutColumns(columns: readonly (Sides & { stays: boolean })[], room: Sides): number[] {
  const end = columns.find(({ stays }) => stays)?.left ?? room.right;
  const isCutBy = (edge: number, { left, right }: Sides): boolean => left < edge - SLACK_PX && right > edge + SLACK_PX;
  return columns.flatMap((column, at) =>
    !column.stays && (isCutBy(room.left, column) || isCutBy(end, column)) ? [at + 1] : [],
  );
}

function sidesOf(element: Element): Sides {
  const { left, right } = element.getBoundingClientRect();
  return { left, right };
}
