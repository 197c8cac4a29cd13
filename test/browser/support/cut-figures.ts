/** Detects numbers on the screen that are partly hidden, since half a number reads as another one. */
import type { Page } from 'playwright-core';

interface Unpainted extends Window {
  /** Style sheet that suppresses painting, see `visit.ts`: with it nothing is visible. */
  unpainted?: CSSStyleSheet;
}

/** Findings as `text: problem`. Content scrolled out at top or bottom and fully hidden content is not counted. */
export async function cutFigures(page: Page): Promise<string[]> {
  return page.evaluate(whatIsCut);
}

/** Runs in the page. */
export function whatIsCut(): string[] {
  const { unpainted } = window as Unpainted;
  if (unpainted) unpainted.disabled = true;
  const found = new Set<string>();
  const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const element = text.parentElement;
    if (element && isFigure(text.nodeValue ?? '') && isVisible(element)) look(text, element);
  }
  for (const input of document.querySelectorAll<HTMLInputElement>('main input[inputmode]')) {
    if (isVisible(input) && input.scrollWidth > input.clientWidth + 1)
      found.add(`${input.value}: longer than its field`);
  }
  if (unpainted) unpainted.disabled = false;
  return [...found];

  /** Digits and punctuation with a sign, a unit or an asset name: no sentence and no word. */
  function isFigure(written: string): boolean {
    const word = written.trim();
    return /\d/.test(word) && /^[≈+\-−(]*\s*[\d.,\s\u00a0\u202f’]+\)?\s*(%|\p{L}{1,5})?\)?$/u.test(word);
  }

  function isVisible(element: Element): boolean {
    return (
      element.closest('.spoken, [aria-hidden="true"]') === null &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
    );
  }

  function look(text: Node, element: Element): void {
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      const isOnScreen =
        box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      if (!isOnScreen) continue;
      const edge = edgeThrough(element, box);
      if (edge === 'whole') continue;
      const where = `${text.nodeValue?.trim()} in ${pathOf(element)}`;
      if (edge !== null) {
        found.add(`${where}: cut by ${edge}`);
        continue;
      }
      const ends = [box.left + 1, box.right - 1].map((x) => coverAt(element, x, (box.top + box.bottom) / 2));
      const [cover] = ends.filter((one) => one !== null);
      if (cover !== undefined && ends.includes(null)) found.add(`${where}: covered by ${cover}`);
    }
  }

  /** The edge that cuts the box; `whole` if all of it is hidden, null if none. */
  function edgeThrough(element: Element, box: DOMRect): string | null {
    for (let outer: Element | null = element; outer; outer = outer.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(outer);
      const room = outer.getBoundingClientRect();
      if (overflowY !== 'visible' && (box.bottom <= room.top + 1 || box.top >= room.bottom - 1)) return 'whole';
      if (overflowX !== 'visible') {
        if (box.right <= room.left + 1 || box.left >= room.right - 1) return 'whole';
        if (box.left < room.left - 1 || box.right > room.right + 1) return pathOf(outer);
      }
      if (position === 'fixed') return null;
    }
    return box.left < -1 || box.right > innerWidth + 1 ? 'the window' : null;
  }

  /** The element that covers the point; null if the number itself is on top. */
  function coverAt(element: Element, x: number, y: number): string | null {
    const top = document.elementFromPoint(x, y);
    if (top === null || top.contains(element) || element.contains(top)) return null;
    return pathOf(top);
  }

  function pathOf(element: Element): string {
    const names = [element.parentElement, element].map((one) => `${one?.tagName.toLowerCase()}.${one?.className}`);
    return names.join(' > ');
  }
}
